; What PTX defines and LLVM leaves open.

;--- contraction
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

;--- division
; RUN: %opt --passes=retarget,exact-arithmetic %s | %check
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: @signed(
; CHECK: %[[Z:.*]] = icmp eq i32 %d, 0
; CHECK: %[[S:.*]] = select i1 %[[Z]], i32 1, i32 %d
; CHECK: %[[M:.*]] = icmp eq i32 %d, -1
; CHECK: %[[SAFE:.*]] = select i1 %[[M]], i32 1, i32 %[[S]]
; CHECK: sdiv i32 %n, %[[SAFE]]
; CHECK: select i1 %[[M]]
; CHECK: select i1 %[[Z]], i32 -1
define i32 @signed(i32 %n, i32 %d) {
  %q = sdiv i32 %n, %d
  ret i32 %q
}

; CHECK-LABEL: @remainder(
; CHECK: select i1 %{{.*}}, i32 %n,
define i32 @remainder(i32 %n, i32 %d) {
  %q = urem i32 %n, %d
  ret i32 %q
}

; A divisor known to be neither needs no guard.
; CHECK-LABEL: @known(
; CHECK-NOT: select
; CHECK: ret i32
define i32 @known(i32 %n, i32 %x) {
  %d = or i32 %x, 1
  %q = udiv i32 %n, %d
  %r = sdiv i32 %q, 7
  ret i32 %r
}

;--- min_max
; RUN: %opt --passes=exact-arithmetic %s | %check
; LLVM's minnum and maxnum may take either of two zeros; a GPU's take -0 for the smaller.
target triple = "nvptx64-nvidia-cuda"
; CHECK-LABEL: define float @smaller(
; CHECK: call float @llvm.minimumnum.f32(float %a, float %b)
; CHECK-NEXT: ret
define float @smaller(float %a, float %b) {
  %m = call float @llvm.minnum.f32(float %a, float %b)
  ret float %m
}
; CHECK-LABEL: define <2 x half> @larger(
; CHECK: call <2 x half> @llvm.maximumnum.v2f16(<2 x half> %a, <2 x half> %b)
; CHECK-NEXT: ret
define <2 x half> @larger(<2 x half> %a, <2 x half> %b) {
  %m = call <2 x half> @llvm.maxnum.v2f16(<2 x half> %a, <2 x half> %b)
  ret <2 x half> %m
}

;--- shifts
; RUN: %opt --passes=retarget,exact-arithmetic %s | %check
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: @left(
; CHECK: %[[I:.*]] = icmp ult i32 %s, 32
; CHECK: %[[X:.*]] = shl i32 %x, %s
; CHECK: select i1 %[[I]], i32 %[[X]], i32 0
define i32 @left(i32 %x, i32 %s) {
  %r = shl i32 %x, %s
  ret i32 %r
}

; CHECK-LABEL: @arithmetic(
; CHECK: %[[C:.*]] = call i32 @llvm.umin.i32(i32 %s, i32 31)
; CHECK: ashr i32 %x, %[[C]]
define i32 @arithmetic(i32 %x, i32 %s) {
  %r = ashr i32 %x, %s
  ret i32 %r
}

; CHECK-LABEL: @masked_by_hand(
; CHECK-NOT: select
; CHECK: ret i32
define i32 @masked_by_hand(i32 %x, i32 %s) {
  %m = and i32 %s, 31
  %r = lshr i32 %x, %m
  ret i32 %r
}

; CHECK-LABEL: @conversion(
; CHECK: call i64 @llvm.fptosi.sat.i64.f32(float %v)
; CHECK: fcmp uno float %v, %v
; CHECK: select i1 %{{.*}}, i64 -9223372036854775808
define i64 @conversion(float %v) {
  %r = fptosi float %v to i64
  ret i64 %r
}
