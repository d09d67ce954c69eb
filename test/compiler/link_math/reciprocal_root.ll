; RUN: %opt --passes=up-to-link-math %s | %check
; PTX's approximation of 1/sqrt(x) gets the math library's body, where root and division are beside a branch for rare
; arguments. In double, and where the program divides by a root itself, they stay: those are exact.
target triple = "nvptx64-nvidia-cuda"
declare float @llvm.nvvm.rsqrt.approx.f(float)
declare double @llvm.nvvm.rsqrt.approx.d(double)
declare float @llvm.sqrt.f32(float)

; CHECK-LABEL: define dso_local ptx_kernel void @k(
; CHECK: call float @riffle.math.fast.rsqrtf(float %v)
; CHECK-NOT: call float @riffle.math
; CHECK: call float @llvm.sqrt.f32(
; CHECK: fdiv float 1.0
; CHECK: call double @llvm.sqrt.f64(
; CHECK: fdiv double 1.0
; CHECK-LABEL: define internal {{.*}}float @riffle.math.fast.rsqrtf(
; CHECK: br i1
; CHECK: call float @llvm.sqrt.f32(
; CHECK: fdiv float 1.0
define ptx_kernel void @k(ptr %p) {
  %v = load float, ptr %p
  %a = call float @llvm.nvvm.rsqrt.approx.f(float %v)
  %b = call float @llvm.sqrt.f32(float %a)
  %c = fdiv float 1.0, %b
  %d = fpext float %c to double
  %e = call double @llvm.nvvm.rsqrt.approx.d(double %d)
  store double %e, ptr %p
  ret void
}
