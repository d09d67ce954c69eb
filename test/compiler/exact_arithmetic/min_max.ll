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
