; RUN: %opt --passes=check-input %s | %check
; CHECK: ; k is refused: intrinsic llvm.nvvm.fns is not supported
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.fns(i32, i32, i32)
define ptx_kernel void @k(ptr %p) {
  %a = call i32 @llvm.nvvm.fns(i32 1, i32 2, i32 3)
  store i32 %a, ptr %p
  ret void
}
