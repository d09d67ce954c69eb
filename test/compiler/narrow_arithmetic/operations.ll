; RUN: %opt --passes=retarget,exact-arithmetic,narrow-arithmetic %s | %check
target triple = "nvptx64-nvidia-cuda"

; Half is computed in float; no number is 7fff.
; CHECK-LABEL: @sum_of_halves(
; CHECK: %[[A:.*]] = fpext half %a to float
; CHECK: %[[B:.*]] = fpext half %b to float
; CHECK: %[[S:.*]] = fadd float %[[A]], %[[B]]
; CHECK: fptrunc float %[[S]] to half
; CHECK: fcmp uno float %[[S]], %[[S]]
; CHECK: select i1 %{{.*}}, i16 32767,
define half @sum_of_halves(half %a, half %b) {
  %s = fadd half %a, %b
  ret half %s
}

; A product of bfloats may be less than float's least normal number.
; CHECK-LABEL: @product_of_bfloats(
; CHECK: fmul double
; CHECK-NOT: fptrunc {{.*}} to bfloat
define bfloat @product_of_bfloats(bfloat %a, bfloat %b) {
  %p = fmul bfloat %a, %b
  ret bfloat %p
}

; Fused once, in float: no call that would round twice.
; CHECK-LABEL: @fused_halves(
; CHECK-NOT: llvm.fma
; CHECK: %[[P:.*]] = fmul float
; CHECK: fadd float %[[P]],
; CHECK: fptrunc float
define half @fused_halves(half %a, half %b, half %c) {
  %p = fmul contract half %a, %b
  %s = fadd contract half %p, %c
  ret half %s
}

; The negated operand is not rounded by itself.
; CHECK-LABEL: @fused_difference(
; CHECK: %[[C:.*]] = fpext half %c to float
; CHECK: fneg float %[[C]]
; CHECK: ret half
define half @fused_difference(half %a, half %b, half %c) {
  %p = fmul contract half %a, %b
  %s = fsub contract half %p, %c
  ret half %s
}
