; RUN: %opt --passes=up-to-flush-denormals %s | %check --implicit-check-not=select
; Without -ftz denormals are kept.
target triple = "nvptx64-nvidia-cuda"
declare float @llvm.fabs.f32(float)

; CHECK-LABEL: define dso_local ptx_kernel void @k(
define ptx_kernel void @k(ptr %p) {
  %v = load float, ptr %p
  %m = fmul float %v, %v
  %a = call float @llvm.fabs.f32(float %m)
  store float %a, ptr %p
  ret void
}
