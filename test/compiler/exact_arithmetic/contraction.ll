; RUN: %opt --passes=retarget,exact-arithmetic %s | %check
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: @sum(
; CHECK: call float @llvm.fma.f32(float %a, float %b, float %c)
define float @sum(float %a, float %b, float %c) {
  %p = fmul contract float %a, %b
  %s = fadd contract float %p, %c
  ret float %s
}

; CHECK-LABEL: @difference(
; CHECK: %[[N:.*]] = fneg float %a
; CHECK: call float @llvm.fma.f32(float %[[N]], float %b, float %c)
define float @difference(float %a, float %b, float %c) {
  %p = fmul contract float %a, %b
  %s = fsub contract float %c, %p
  ret float %s
}

; The left product is taken in, the right one stays.
; CHECK-LABEL: @two_products(
; CHECK: %[[Q:.*]] = fmul float %c, %d
; CHECK: call float @llvm.fma.f32(float %a, float %b, float %[[Q]])
define float @two_products(float %a, float %b, float %c, float %d) {
  %p = fmul contract float %a, %b
  %q = fmul contract float %c, %d
  %s = fadd contract float %p, %q
  ret float %s
}

; A product that is needed for itself is not computed twice.
; CHECK-LABEL: @also_stored(
; CHECK: %p = fmul float
; CHECK: fadd float %p, %c
define float @also_stored(float %a, float %b, float %c, ptr %m) {
  %p = fmul contract float %a, %b
  store float %p, ptr %m
  %s = fadd contract float %p, %c
  ret float %s
}

; Nor is one that stays in another block.
; CHECK-LABEL: @in_branches(
; CHECK: %p = fmul float
; CHECK: fadd float %p, %c
; CHECK: fsub float %p, %c
define float @in_branches(float %a, float %b, float %c, i1 %which) {
entry:
  %p = fmul contract float %a, %b
  br i1 %which, label %sum, label %difference
sum:
  %s = fadd contract float %p, %c
  ret float %s
difference:
  %d = fsub contract float %p, %c
  ret float %d
}

; Halves: also where another sum keeps its product apart.
; CHECK-LABEL: @halves(
; CHECK: call half @llvm.fma.f16(half %a, half %b, half %c)
; CHECK: fadd half %p, %c
define half @halves(half %a, half %b, half %c) {
  %p = fmul contract half %a, %b
  %s = fadd contract half %p, %c
  %apart = fadd half %p, %c
  %r = fsub half %s, %apart
  ret half %r
}

; Without the flag nothing fuses, and no flag is left anywhere.
; CHECK-LABEL: @no_flag(
; CHECK: %p = fmul float
; CHECK: fadd float %p
define float @no_flag(float %a, float %b, float %c) {
  %p = fmul float %a, %b
  %s = fadd contract float %p, %c
  ret float %s
}
; CHECK-NOT: contract
