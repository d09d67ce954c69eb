; RUN: %opt --passes=up-to-link-math %s | %check
; Calls of the C library's functions, LLVM's intrinsics for them and PTX's approximations get bodies, once each; what the
; library does not have stays a call. Nothing in a body may be contracted or reordered later.
target triple = "nvptx64-nvidia-cuda"
declare float @expf(float)
declare float @llvm.exp.f32(float)
declare float @llvm.nvvm.ex2.approx.f32(float)
declare float @lgammaf(float)

; CHECK-LABEL: define dso_local ptx_kernel void @k(
; CHECK: %a = call float @riffle.math.expf(float %v)
; CHECK: %b = call float @riffle.math.expf(float %a)
; CHECK: call float @riffle.math.fast.exp2f(float %b)
; CHECK: call float @lgammaf(
; CHECK-COUNT-1: define internal {{.*}}float @riffle.math.expf(
; CHECK-NOT: fast
; CHECK: call {{.*}}float @llvm.fma.f32(
; CHECK-NOT: @riffle.math.sinf
define ptx_kernel void @k(ptr %p) {
  %v = load float, ptr %p
  %a = call fast float @expf(float %v)
  %b = call float @llvm.exp.f32(float %a)
  %c = call float @llvm.nvvm.ex2.approx.f32(float %b)
  %d = call float @lgammaf(float %c)
  store float %d, ptr %p
  ret void
}
