; Gathers, atomics at one place, arrays of a thread's own.

;--- rare_gathers
; RUN: %opt --passes=up-to-lower-runtime-calls,widen --cpu=haswell %s | %check
; Before AVX-512: where a guard has failed a gather is marked as rare,
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @wraps.body{{.*}}.packet(
; CHECK: other:
; CHECK: call <16 x float> @llvm.masked.gather{{.*}}, !riffle.rare
define ptx_kernel void @wraps(ptr %p, ptr %q, i32 %offset) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add i32 %offset, %t
  %x = zext i32 %i to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load float, ptr %a
  %b = getelementptr float, ptr %q, i32 %t
  store float %v, ptr %b
  ret void
}

; also of elements in falling order,
; CHECK-LABEL: define internal void @falls.body{{.*}}.packet(
; CHECK: part:
; CHECK: call <16 x float> @llvm.masked.gather{{.*}}, !riffle.rare
define ptx_kernel void @falls(ptr %p, ptr %q, i32 %offset) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = sub i32 %offset, %t
  %x = sext i32 %i to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load float, ptr %a
  %b = getelementptr float, ptr %q, i32 %t
  store float %v, ptr %b
  ret void
}

; but not where every other step goes there,
; CHECK-LABEL: define internal void @permutes.body{{.*}}.packet(
; CHECK: call <16 x float> @llvm.masked.gather
; CHECK-NOT: !riffle.rare
; CHECK: {{^}}}
define ptx_kernel void @permutes(ptr %p, ptr %q, i32 %step) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = xor i32 %t, %step
  %x = zext i32 %i to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load float, ptr %a
  %b = getelementptr float, ptr %q, i32 %t
  store float %v, ptr %b
  ret void
}

; and not in code for one shape.
; CHECK-LABEL: define internal void @of_one_shape.body{{.*}}.packet(
; CHECK: call <16 x float> @llvm.masked.gather
; CHECK-NOT: !riffle.rare
; CHECK: {{^}}}
define ptx_kernel void @of_one_shape(ptr %p, ptr %q, i32 %offset) "riffle-shape"="64,1,1" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add i32 %offset, %t
  %x = zext i32 %i to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load float, ptr %a
  %b = getelementptr float, ptr %q, i32 %t
  store float %v, ptr %b
  ret void
}

;--- private_array
; RUN: %opt --passes=up-to-lower-runtime-calls,widen %s | %check
; Arrays of one element size lie element by element: where the lanes share the index, one vector load or
; store. An array whose address is stored, or whose accesses are of two sizes, stays as it is.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

; CHECK-LABEL: define internal void @k.body{{.*}}.packet(
; CHECK: alloca [1024 x i8], align 64
; CHECK: store <16 x float> {{.*}}%{{a|to}}
; CHECK: mul i64 {{.*}}, 64
; CHECK: load <16 x float>
; CHECK-NOT: scatter
; CHECK: ret void
define ptx_kernel void @k(ptr %p, i32 %n, i32 %m) {
  %a = alloca [16 x float], align 4
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr float, ptr %p, i32 %t
  %v = load float, ptr %from
  %to = getelementptr [16 x float], ptr %a, i64 0, i32 %n
  store float %v, ptr %to
  %back = getelementptr [16 x float], ptr %a, i64 0, i32 %m
  %w = load float, ptr %back
  store float %w, ptr %from
  ret void
}

; Filled, by a loop of vector stores.
; CHECK-LABEL: define internal void @filled.body{{.*}}.packet(
; CHECK: alloca [1024 x i8], align 64
; CHECK: phi i64
; CHECK: store <16 x i32> splat (i32 16843009)
; CHECK: load <16 x float>
; CHECK-NOT: gather
; CHECK: ret void
define ptx_kernel void @filled(ptr %p, i32 %n) {
  %a = alloca [16 x float], align 4
  call void @llvm.memset.p0.i64(ptr align 4 %a, i8 1, i64 64, i1 false)
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr float, ptr %p, i32 %t
  %at = getelementptr float, ptr %a, i32 %n
  %w = load float, ptr %at
  store float %w, ptr %from
  ret void
}

; An index of each lane's own: lane i's element k is at 4 * (16 * k + i).
; CHECK-LABEL: define internal void @own_index.body{{.*}}.packet(
; CHECK: getelementptr i8, ptr %a, <16 x i64> <i64 0, i64 4, i64 8,
; CHECK: mul <16 x i64> {{.*}}, splat (i64 64)
; CHECK: call <16 x float> @llvm.masked.gather
define ptx_kernel void @own_index(ptr %p, i32 %n, float %v) {
  %a = alloca [16 x float], align 4
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr i32, ptr %p, i32 %t
  %own = load i32, ptr %from
  %at = getelementptr float, ptr %a, i32 %own
  %w = load float, ptr %at
  store float %w, ptr %from
  ret void
}

; CHECK-LABEL: define internal void @escapes.body{{.*}}.packet(
; CHECK: call void @llvm.masked.scatter
; CHECK: call <16 x float> @llvm.masked.gather
define ptx_kernel void @escapes(ptr %p, ptr %q, i32 %n, i32 %m) {
  %a = alloca [16 x float], align 4
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr float, ptr %p, i32 %t
  %v = load float, ptr %from
  %to = getelementptr [16 x float], ptr %a, i64 0, i32 %n
  store float %v, ptr %to
  store ptr %to, ptr %q
  %back = getelementptr [16 x float], ptr %a, i64 0, i32 %m
  %w = load float, ptr %back
  store float %w, ptr %from
  ret void
}

; CHECK-LABEL: define internal void @two_sizes.body{{.*}}.packet(
; CHECK: call void @llvm.masked.scatter
; CHECK: call <16 x i16> @llvm.masked.gather
define ptx_kernel void @two_sizes(ptr %p, i32 %n, i32 %m) {
  %a = alloca [16 x i32], align 4
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr i32, ptr %p, i32 %t
  %v = load i32, ptr %from
  %to = getelementptr [16 x i32], ptr %a, i64 0, i32 %n
  store i32 %v, ptr %to
  %back = getelementptr i16, ptr %a, i32 %m
  %w = load i16, ptr %back
  %x = zext i16 %w to i32
  store i32 %x, ptr %from
  ret void
}

; An element may begin anywhere: the index counts bytes.
; CHECK-LABEL: define internal void @unaligned.body{{.*}}.packet(
; CHECK: call <16 x i32> @llvm.masked.gather
define ptx_kernel void @unaligned(ptr %p, i32 %n, i32 %m) {
  %a = alloca [16 x i32], align 4
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr i32, ptr %p, i32 %t
  %back = getelementptr i8, ptr %a, i32 %m
  %w = load i32, ptr %back, align 1
  store i32 %w, ptr %from
  ret void
}

;--- common_updates
; RUN: %opt --cpu=haswell --passes=up-to-choose-strategies %s | %check
; What all lanes of a packet add to one number is one atomic, and each finds what the lanes before it left; floats are added lane by lane,
; as each sum is rounded, but memory changes once. Not where lanes have different addresses, nor an exchange, nor a float that
; is asked for.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @unused.run(
; CHECK-NOT: atomicrmw
; CHECK: %[[LEAST:.*]] = call i32 @llvm.vector.reduce.smin.v32i32(
; CHECK: atomicrmw min ptr %c, i32 %[[LEAST]] monotonic
; CHECK-NOT: extractelement
; CHECK-LABEL: define internal void @unused.grow.window(
define ptx_kernel void @unused(ptr %a, ptr %c) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr %a, i32 %t
  %v = load i32, ptr %p
  %old = atomicrmw min ptr %c, i32 %v monotonic
  ret void
}

; CHECK-LABEL: define internal void @used_under_mask.run(
; CHECK: select <32 x i1> %{{.*}}, <32 x i32> %{{.*}}, <32 x i32> zeroinitializer
; CHECK-COUNT-5: shufflevector <32 x i32>
; CHECK: extractelement <32 x i32> %{{.*}}, i64 31
; CHECK: atomicrmw sub ptr %{{.*}} monotonic
; CHECK: sub <32 x i32>
define ptx_kernel void @used_under_mask(ptr %a, ptr %c, ptr %y) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr %a, i32 %t
  %v = load i32, ptr %p
  %some = icmp sgt i32 %v, 7
  br i1 %some, label %take, label %exit
take:
  %old = atomicrmw sub ptr %c, i32 %v monotonic
  %o = getelementptr i32, ptr %y, i32 %t
  store i32 %old, ptr %o
  br label %exit
exit:
  ret void
}

; CHECK-LABEL: define internal void @floats.run(
; CHECK-NOT: atomicrmw
; CHECK: %[[FOUND:.*]] = phi float
; CHECK: call float @llvm.vector.reduce.fadd.v32f32(float %[[FOUND]], <32 x float>
; CHECK: cmpxchg ptr
define ptx_kernel void @floats(ptr %a, ptr %c) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr float, ptr %a, i32 %t
  %v = load float, ptr %p
  %old = atomicrmw fadd ptr %c, float %v monotonic
  ret void
}

; CHECK-LABEL: define internal void @apart.run(
; CHECK-NOT: reduce
; CHECK-COUNT-16: atomicrmw add
define ptx_kernel void @apart(ptr %a, ptr %c) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr %a, i32 %t
  %v = load i32, ptr %p
  %q = getelementptr i32, ptr %c, i32 %v
  %old = atomicrmw add ptr %q, i32 %v monotonic
  ret void
}

; CHECK-LABEL: define internal void @exchanged.run(
; CHECK-COUNT-16: atomicrmw xchg
define ptx_kernel void @exchanged(ptr %a, ptr %c) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr %a, i32 %t
  %v = load i32, ptr %p
  %old = atomicrmw xchg ptr %c, i32 %v monotonic
  store i32 %old, ptr %p
  ret void
}

; CHECK-LABEL: define internal void @float_is_asked_for.run(
; CHECK-COUNT-16: atomicrmw fadd
define ptx_kernel void @float_is_asked_for(ptr %a, ptr %c) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr float, ptr %a, i32 %t
  %v = load float, ptr %p
  %old = atomicrmw fadd ptr %c, float %v monotonic
  store float %old, ptr %p
  ret void
}
