; Lanes whose elements lie beside each other.

;--- consecutive_loads
; RUN: %opt --passes=up-to-lower-runtime-calls,widen %s | %check
; blockIdx.x * blockDim.x + threadIdx.x of an aligned packet cannot wrap: one load, no gather.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()

; CHECK-LABEL: define internal void @k.body{{.*}}.packet(
; CHECK: load <16 x float>
; CHECK-NOT: gather
; CHECK: store <16 x float>
define ptx_kernel void @k(ptr %p) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %m = mul i32 %b, %n
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add i32 %m, %t
  %x = sext i32 %i to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load float, ptr %a
  %w = fadd float %v, %v
  store float %w, ptr %a
  ret void
}

;--- copies
; RUN: %opt --passes=up-to-lower-runtime-calls,widen %s | %check
; Structures copied by neighbouring lanes are copied together.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; CHECK-LABEL: define internal void @together.body{{.*}}.packet(
; CHECK-COUNT-4: load <64 x i8>, ptr %{{.*}}, align 16{{$[[:space:]].*}}store <64 x i8>
; CHECK-NOT: memcpy
; CHECK: ret void
define ptx_kernel void @together(ptr %p, ptr %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %to = getelementptr [4 x float], ptr %p, i64 %i
  %from = getelementptr [4 x float], ptr %q, i64 %i
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %to, ptr align 16 %from, i64 16, i1 false)
  ret void
}

; Under a mask: lines of which all lanes are on, or lane by lane.
; CHECK-LABEL: define internal void @masked.body{{.*}}.packet(
; CHECK: switch i4 %{{.*}}, label %[[PART:.*]] [
; CHECK-NEXT: i4 -1, label %[[LINE:.*]]
; CHECK-NEXT: i4 0, label
; CHECK: [[LINE]]:
; CHECK: load <64 x i8>
; CHECK: [[PART]]:
; CHECK-COUNT-4: load <16 x i8>
define ptx_kernel void @masked(ptr %p, ptr %q, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, %n
  br i1 %c, label %then, label %end
then:
  %i = zext i32 %t to i64
  %to = getelementptr [4 x float], ptr %p, i64 %i
  %from = getelementptr [4 x float], ptr %q, i64 %i
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %to, ptr align 16 %from, i64 16, i1 false)
  br label %end
end:
  ret void
}

; Lanes whose structures lie apart, on one side, copy one by one.
; CHECK-LABEL: define internal void @apart.body{{.*}}.packet(
; CHECK-NOT: <64 x i8>
; CHECK-COUNT-16: call void @llvm.memcpy
; CHECK: ret void
define ptx_kernel void @apart(ptr %p, ptr %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %to = getelementptr [4 x float], ptr %p, i64 %i
  %from = getelementptr [8 x float], ptr %q, i64 %i
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %to, ptr align 16 %from, i64 16, i1 false)
  ret void
}

;--- strided_stores
; RUN: %opt --passes=up-to-lower-runtime-calls,widen %s | %check
; Parts of neighbouring structures are loaded together and stored together.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @pairs.body{{.*}}.packet(
; CHECK: %[[SPAN:.*]] = load <32 x float>, ptr
; CHECK: %[[BOTH:.*]] = shufflevector <16 x float> %{{.*}}, <16 x float> %{{.*}}, <32 x i32> <i32 0, i32 16, i32 1, i32 17
; CHECK: store <32 x float> %[[BOTH]], ptr %{{.*}}, align 64, !nontemporal
; CHECK: store <32 x float> %[[BOTH]], ptr %{{.*}}, align 8{{$}}
; CHECK-NOT: store <
; CHECK-NOT: scatter
; CHECK: ret void
define ptx_kernel void @pairs(ptr %p, ptr %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %p0 = getelementptr [2 x float], ptr %p, i64 %i
  %p1 = getelementptr i8, ptr %p0, i64 4
  %q0 = getelementptr [2 x float], ptr %q, i64 %i
  %q1 = getelementptr i8, ptr %q0, i64 4
  %x = load float, ptr %p0, align 8
  %y = load float, ptr %p1, align 4
  store float %y, ptr %q1, align 4
  store float %x, ptr %q0, align 8
  ret void
}

; Under a mask and a guard: together if all lanes are on and none wraps, and with AVX-512 under the lanes' masks if some are off.
; CHECK-LABEL: define internal void @guarded.body{{.*}}.packet(
; CHECK: %[[ROOM:.*]] = icmp ule i32 %{{.*}}, -16
; CHECK: %[[ALL:.*]] = icmp eq i16 %{{.*}}, -1
; CHECK: %[[WHOLE:.*]] = and i1 %{{.*}}, %[[ALL]]
; CHECK: br i1 %[[WHOLE]]
; CHECK-DAG: call void @llvm.masked.store.v64f32
; CHECK-DAG: store <64 x float>
; CHECK-COUNT-4: call void @llvm.masked.scatter
define ptx_kernel void @guarded(ptr %q, i32 %first, i32 %n, float %x) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %sum = add i32 %first, %t
  %c = icmp ult i32 %sum, %n
  br i1 %c, label %then, label %end
then:
  %i = zext i32 %sum to i64
  %q0 = getelementptr [4 x float], ptr %q, i64 %i
  %q1 = getelementptr i8, ptr %q0, i64 4
  %q2 = getelementptr i8, ptr %q0, i64 8
  %q3 = getelementptr i8, ptr %q0, i64 12
  store float %x, ptr %q0
  store float 1.0, ptr %q1
  store float 2.0, ptr %q2
  store float 3.0, ptr %q3
  br label %end
end:
  ret void
}

; One part of two is missing, or something is read between them that the first may have written.
; CHECK-LABEL: define internal void @apart.body{{.*}}.packet(
; CHECK-NOT: store <32 x float>
; CHECK: call void @llvm.masked.scatter
; CHECK-NOT: store <32 x float>
; CHECK: ret void
define ptx_kernel void @apart(ptr %p, ptr %q, ptr %r) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %p0 = getelementptr [2 x float], ptr %p, i64 %i
  %q0 = getelementptr [2 x float], ptr %q, i64 %i
  %q1 = getelementptr i8, ptr %q0, i64 4
  store float 1.0, ptr %p0
  store float 2.0, ptr %q0
  %x = load float, ptr %r
  store float %x, ptr %q1
  ret void
}

;--- falling_accesses
; RUN: %opt --passes=up-to-lower-runtime-calls,widen --remarks %s | %check
; An array from its end: a vector turned round.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-DAG: kernel 'copy': load in descending order: one vector, reversed
; CHECK-DAG: kernel 'pairs': store of elements -8 bytes apart: one wide access together with its neighbours, and shuffles

; Lane 15 has the lowest address. What is turned round by `not` never wraps.
; CHECK-LABEL: define internal void @copy.body{{.*}}.packet(
; CHECK: %[[LOWEST:.*]] = getelementptr i8, ptr %{{.*}}, i64 -60
; CHECK: %[[SPAN:.*]] = load <16 x float>, ptr %[[LOWEST]], align 1, !riffle.falls
; CHECK: %[[X:.*]] = shufflevector <16 x float> %[[SPAN]], <16 x float> poison, <16 x i32> <i32 15, i32 14, i32 13,
; CHECK: %[[TO:.*]] = getelementptr i8, ptr %{{.*}}, i64 -60
; CHECK: %[[TURNED:.*]] = shufflevector <16 x float> %[[X]], <16 x float> poison, <16 x i32> <i32 15, i32 14,
; CHECK: store <16 x float> %[[TURNED]], ptr %[[TO]], align 64, !nontemporal
; CHECK: store <16 x float> %[[TURNED]], ptr %[[TO]], align 4{{$}}
; CHECK-NOT: gather
; CHECK-NOT: scatter
; CHECK: ret void
define ptx_kernel void @copy(ptr %p, ptr %q, i64 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %not = xor i32 %t, -1
  %down = sext i32 %not to i64
  %i = add i64 %n, %down
  %pi = getelementptr float, ptr %p, i64 %i
  %qi = getelementptr float, ptr %q, i64 %i
  %x = load float, ptr %pi, align 4
  store float %x, ptr %qi, align 4
  ret void
}

; CHECK-LABEL: define internal void @pairs.body{{.*}}.packet(
; CHECK: load <32 x float>
; CHECK: store <32 x float>
; CHECK-NOT: scatter
; CHECK: ret void
define ptx_kernel void @pairs(ptr %p, ptr %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %down = sub i64 100, %i
  %p0 = getelementptr [2 x float], ptr %p, i64 %i
  %p1 = getelementptr i8, ptr %p0, i64 4
  %q0 = getelementptr [2 x float], ptr %q, i64 %down
  %q1 = getelementptr i8, ptr %q0, i64 4
  %x = load float, ptr %p0, align 8
  %y = load float, ptr %p1, align 4
  store float %x, ptr %q0, align 8
  store float %y, ptr %q1, align 4
  ret void
}

; Under a mask: a vector where all lanes are on, else the lanes' mask turned round.
; CHECK-LABEL: define internal void @guarded.body{{.*}}.packet(
; CHECK: %[[ALL:.*]] = icmp eq i16 %{{.*}}, -1
; CHECK: br i1 %[[ALL]]
; CHECK: shufflevector <16 x i1>
; CHECK: call void @llvm.masked.store.v16f32
; CHECK: store <16 x float>
define ptx_kernel void @guarded(ptr %q, i32 %n, float %x) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, %n
  br i1 %c, label %then, label %end
then:
  %i = zext i32 %t to i64
  %down = sub i64 100, %i
  %qi = getelementptr float, ptr %q, i64 %down
  store float %x, ptr %qi
  br label %end
end:
  ret void
}

; Too far apart; another `xor` than with -1 is no order.
; CHECK-LABEL: define internal void @apart.body{{.*}}.packet(
; CHECK: call <16 x float> @llvm.masked.gather
; CHECK: call void @llvm.masked.scatter
; CHECK: ret void
define ptx_kernel void @apart(ptr %p, ptr %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %fives = mul i64 %i, -5
  %pi = getelementptr float, ptr %p, i64 %fives
  %x = load float, ptr %pi
  %twice = mul i32 %t, 2
  %other = xor i32 %twice, -2
  %down = sext i32 %other to i64
  %qi = getelementptr float, ptr %q, i64 %down
  store float %x, ptr %qi
  ret void
}

;--- pieces
; RUN: %opt --width=32 --passes=up-to-lower-runtime-calls,widen %s | %check
; Lanes in rows of 16: a vector for each row, if the index does not wrap in it.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @k.body{{.*}}.packet(
; CHECK: %[[FIRST:.*]] = freeze ptr
; CHECK: %[[LAST:.*]] = freeze ptr
; CHECK: %[[L:.*]] = ptrtoint ptr %[[LAST]] to i64
; CHECK: %[[F:.*]] = ptrtoint ptr %[[FIRST]] to i64
; CHECK: %[[REACH:.*]] = sub i64 %[[L]], %[[F]]
; CHECK: icmp eq i64 %[[REACH]], 60
; CHECK: ordered:
; CHECK: %[[A:.*]] = load <16 x i32>, ptr %[[FIRST]], align 4
; CHECK: %[[B:.*]] = load <16 x i32>, ptr
; CHECK: shufflevector <16 x i32> %[[A]], <16 x i32> %[[B]], <32 x i32>
; CHECK: other:
; CHECK: call <32 x i32> @llvm.masked.gather
; CHECK: merged:
; CHECK: store <16 x i32> %{{.*}}, ptr %{{.*}}, align 4
; CHECK: store <16 x i32> %{{.*}}, ptr %{{.*}}, align 4
; CHECK: call void @llvm.masked.scatter
define ptx_kernel void @k(ptr %p, i32 %w) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = and i32 %t, 15
  %y = lshr i32 %t, 4
  %row = mul i32 %y, %w
  %i = add i32 %row, %x
  %l = zext i32 %i to i64
  %a = getelementptr i32, ptr %p, i64 %l
  %v = load i32, ptr %a
  %n = add i32 %v, 1
  store i32 %n, ptr %a
  ret void
}

; Lanes that are off keep what they have.
; CHECK-LABEL: define internal void @masked.body{{.*}}.packet(
; CHECK: ordered:
; CHECK: %[[M:.*]] = shufflevector <32 x i1> %c, <32 x i1> poison, <16 x i32> <i32 0,
; CHECK: call <16 x i32> @llvm.masked.load{{.*}}<16 x i1> %[[M]]
define ptx_kernel void @masked(ptr %p, i32 %w, i32 %most) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = and i32 %t, 15
  %y = lshr i32 %t, 4
  %row = mul i32 %y, %w
  %i = add i32 %row, %x
  %l = zext i32 %i to i64
  %a = getelementptr i32, ptr %p, i64 %l
  %o = getelementptr i32, ptr %p, i32 %t
  %c = icmp ult i32 %i, %most
  br i1 %c, label %then, label %end
then:
  %v = load i32, ptr %a
  store i32 %v, ptr %o
  br label %end
end:
  ret void
}

; Their opposites: rows that are too short, and elements two apart.
; CHECK-LABEL: define internal void @short.body{{.*}}.packet(
; CHECK-NOT: ordered:
; CHECK: call <32 x i32> @llvm.masked.gather
; CHECK-NOT: ordered:
; CHECK: ret void
define ptx_kernel void @short(ptr %p, i32 %w) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = and i32 %t, 3
  %y = lshr i32 %t, 2
  %row = mul i32 %y, %w
  %i = add i32 %row, %x
  %l = zext i32 %i to i64
  %a = getelementptr i32, ptr %p, i64 %l
  %v = load i32, ptr %a
  %o = getelementptr i32, ptr %p, i32 %t
  store i32 %v, ptr %o
  ret void
}

; CHECK-LABEL: define internal void @apart.body{{.*}}.packet(
; CHECK-NOT: ordered:
; CHECK: call <32 x i32> @llvm.masked.gather
; CHECK-NOT: ordered:
; CHECK: ret void
define ptx_kernel void @apart(ptr %p, i32 %w) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = and i32 %t, 15
  %two = shl i32 %x, 1
  %y = lshr i32 %t, 4
  %row = mul i32 %y, %w
  %i = add i32 %row, %two
  %l = zext i32 %i to i64
  %a = getelementptr i32, ptr %p, i64 %l
  %v = load i32, ptr %a
  %o = getelementptr i32, ptr %p, i32 %t
  store i32 %v, ptr %o
  ret void
}
