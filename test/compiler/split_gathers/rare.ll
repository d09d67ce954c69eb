; RUN: %opt --cpu=znver3 --passes=split-gathers %s | %check
; Gathers that seldom run stay one instruction,
declare <16 x float> @llvm.masked.gather.v16f32.v16p0(<16 x ptr>, <16 x i1>, <16 x float>)
declare <16 x i8> @llvm.masked.gather.v16i8.v16p0(<16 x ptr>, <16 x i1>, <16 x i8>)

; CHECK-LABEL: define <16 x float> @rare(
; CHECK: gather
; CHECK-NOT: load float
; CHECK: ret
define <16 x float> @rare(ptr %p, <16 x i32> %i) {
  %w = sext <16 x i32> %i to <16 x i64>
  %a = getelementptr float, ptr %p, <16 x i64> %w
  %v = call <16 x float> @llvm.masked.gather.v16f32.v16p0(<16 x ptr> align 4 %a, <16 x i1> splat (i1 true), <16 x float> poison), !riffle.rare !0
  ret <16 x float> %v
}

; if there is one: of bytes there is none.
; CHECK-LABEL: define <16 x i8> @bytes(
; CHECK-NOT: gather
; CHECK-COUNT-16: load i8
; CHECK: ret
define <16 x i8> @bytes(ptr %p, <16 x i32> %i) {
  %w = sext <16 x i32> %i to <16 x i64>
  %a = getelementptr i8, ptr %p, <16 x i64> %w
  %v = call <16 x i8> @llvm.masked.gather.v16i8.v16p0(<16 x ptr> align 1 %a, <16 x i1> splat (i1 true), <16 x i8> poison), !riffle.rare !0
  ret <16 x i8> %v
}

!0 = !{}
