; RUN: %opt --passes=up-to-choose-strategies %s | %check
; Where most of the work is done lane by lane, wide packets are only more code.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @sums.run(
; CHECK-NOT: <32 x float>
; CHECK: load <16 x float>
; CHECK-NOT: <32 x float>
; CHECK-LABEL: define internal void @arithmetic.run(
define ptx_kernel void @sums(ptr %p, ptr %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr float, ptr %p, i32 %t
  %v = load float, ptr %a
  %r = atomicrmw fadd ptr %q, float %v monotonic
  ret void
}

; CHECK: load <32 x float>
define ptx_kernel void @arithmetic(ptr %p, ptr %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr float, ptr %p, i32 %t
  %v = load float, ptr %a
  %1 = fmul float %v, %v
  %2 = fadd float %1, 1.0
  %3 = fmul float %2, %v
  %4 = fadd float %3, 2.0
  %5 = fmul float %4, %v
  %6 = fadd float %5, 3.0
  %7 = fmul float %6, %v
  store float %7, ptr %a
  %r = atomicrmw fadd ptr %q, float %7 monotonic
  ret void
}
