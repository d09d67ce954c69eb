; RUN: %opt --passes=retarget,lower-intrinsics %s | %check
; PTX's scalar operations become ordinary code, NVIDIA's names for functions the C library's; what threads are asked
; together, and where they are, stays for later passes.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.mulhi.i(i32, i32)
declare float @llvm.nvvm.saturate.f(float)
declare float @__nv_sinf(float)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; CHECK-LABEL: define {{.*}}@lowered(
; CHECK: mul i64
; CHECK: lshr i64 {{.*}}, 32
; CHECK: fcmp ogt float
; CHECK: call float @sinf(
; CHECK-NOT: call {{.*}}llvm.nvvm
define float @lowered(i32 %a, i32 %b, float %f) {
  %h = call i32 @llvm.nvvm.mulhi.i(i32 %a, i32 %b)
  %s = call float @llvm.nvvm.saturate.f(float %f)
  %r = call float @__nv_sinf(float %s)
  %g = sitofp i32 %h to float
  %t = fadd float %r, %g
  ret float %t
}

; CHECK-LABEL: define {{.*}}@stays(
; CHECK: call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
define i32 @stays() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret i32 %t
}
