; RUN: %opt --passes=up-to-flush-denormals %s | %check
; Double arithmetic keeps its denormals, so that the mode cannot be used: each operation is written out.
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define dso_local ptx_kernel void @k(
; CHECK: %[[A:.*]] = fpext float %{{.*}}.flushed{{[0-9]*}} to double
; CHECK: %[[B:.*]] = fpext float %{{.*}}.flushed{{[0-9]*}} to double
; CHECK: %[[P:.*]] = fmul double %[[A]], %[[B]]
; CHECK: %[[S:.*]] = call double @llvm.fabs.f64(double %[[P]])
; CHECK: %[[T:.*]] = fcmp olt double %[[S]], 0x380FFFFFF0000000
; CHECK: %[[Z:.*]] = call float @llvm.copysign.f32(float 0.000000e+00
; CHECK: %m = select i1 %[[T]], float %[[Z]], float %{{.*}}
; CHECK: %d = fadd double
; CHECK-NOT: denormal-fp-math
define ptx_kernel void @k(ptr %p, ptr %q) "denormal-fp-math-f32"="preserve-sign,preserve-sign" {
  %v = load float, ptr %p
  %m = fmul float %v, %v
  store float %m, ptr %p
  %w = load double, ptr %q
  %d = fadd double %w, %w
  store double %d, ptr %q
  ret void
}
