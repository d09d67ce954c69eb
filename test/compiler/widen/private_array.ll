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
