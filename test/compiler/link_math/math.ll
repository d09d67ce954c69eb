; Bodies of math functions.

;--- calls_get_bodies
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

;--- reciprocal_root
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
