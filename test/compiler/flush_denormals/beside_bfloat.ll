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
