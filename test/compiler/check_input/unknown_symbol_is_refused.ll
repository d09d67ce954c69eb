; RUN: %opt --passes=check-input %s | %check
; Functions of libm pass, others are undefined.
; CHECK: ; k is refused: undefined device function nowhere
target triple = "nvptx64-nvidia-cuda"
declare float @erff(float)
declare float @nowhere(float)
define ptx_kernel void @k(ptr %p, float %x) {
  %a = call float @erff(float %x)
  %b = call float @nowhere(float %a)
  store float %b, ptr %p
  ret void
}
