; Denormals that are flushed, and such as are not.

;--- by_mode
; RUN: %opt --passes=up-to-flush-denormals %s | %check
; Without double arithmetic the processor flushes: only what it does not compute is written out. Moving
; values about flushes nothing; a sign change does, unless arithmetic follows.
target triple = "nvptx64-nvidia-cuda"
declare float @llvm.fabs.f32(float)
declare float @lgammaf(float)

; CHECK-LABEL: define dso_local ptx_kernel void @k(
; CHECK: %v = load float
; CHECK-NOT: select
; CHECK: %n = fneg float %v
; CHECK: %s = fadd float %n, 1.0
; CHECK: store float %v
; CHECK: %[[B:.*]] = bitcast float %s to i32
; CHECK: %[[E:.*]] = and i32 %[[B]], 2139095040
; CHECK: %[[Z:.*]] = icmp eq i32 %[[E]], 0
; CHECK: %[[S:.*]] = and i32 %[[B]], -2147483648
; CHECK: %[[F:.*]] = select i1 %[[Z]], i32 %[[S]], i32 %[[B]]
; CHECK: %s.flushed = bitcast i32 %[[F]] to float
; CHECK: call float @llvm.fabs.f32(float %s.flushed)
; CHECK: call float @lgammaf(float %{{.*}}.flushed)
; CHECK: attributes #[[A:[0-9]+]] = { {{.*}}"denormal-fp-math-f32"="preserve-sign,preserve-sign"
define ptx_kernel void @k(ptr %p, ptr %q) "denormal-fp-math-f32"="preserve-sign,preserve-sign" {
  %v = load float, ptr %p
  %n = fneg float %v
  %s = fadd float %n, 1.0
  store float %v, ptr %q
  %a = call float @llvm.fabs.f32(float %s)
  %x = call float @lgammaf(float %a)
  store float %x, ptr %p
  ret void
}

;--- beside_double
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

;--- beside_bfloat
; RUN: %opt --passes=up-to-flush-denormals %s | %check
; A product of bfloats keeps denormals, also where floats do not.
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define {{.*}}@product(
; CHECK: %[[PRODUCT:.*]] = fmul double
; CHECK: %[[NEAREST:.*]] = fptrunc double %[[PRODUCT]] to float
; CHECK-NOT: 2139095040
; CHECK: %[[BITS:.*]] = bitcast float %[[NEAREST]] to i32
; CHECK: ret void
define ptx_kernel void @product(ptr %p) #0 {
  %a = load bfloat, ptr %p
  %r = fmul bfloat %a, %a
  store bfloat %r, ptr %p
  ret void
}

; CHECK-LABEL: define {{.*}}@float(
; CHECK: fptrunc double
; CHECK: 2139095040
define ptx_kernel void @float(ptr %p) #0 {
  %a = load double, ptr %p
  %b = fptrunc double %a to float
  %c = fadd double %a, 1.0
  store double %c, ptr %p
  %r = fadd float %b, 1.0
  store float %r, ptr %p
  ret void
}
attributes #0 = { "denormal-fp-math-f32"="preserve-sign,preserve-sign" }

;--- not_asked
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
