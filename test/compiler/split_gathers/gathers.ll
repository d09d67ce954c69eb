; Gathers taken apart.

;--- indices
; RUN: %opt --cpu=znver3 --passes=split-gathers %s | %check
; Gathers of all lanes become the loads that they stand for; indices leave their vectors by 64 bits.
declare <16 x float> @llvm.masked.gather.v16f32.v16p0(<16 x ptr>, <16 x i1>, <16 x float>)
declare <8 x double> @llvm.masked.gather.v8f64.v8p0(<8 x ptr>, <8 x i1>, <8 x double>)

; CHECK-LABEL: define <16 x float> @signed(
; CHECK: [[W:%.*]] = extractelement <8 x i64> {{%.*}}, i64 0
; CHECK-NEXT: [[Q:%.*]] = call i64 asm "", "=r,0"(i64 [[W]])
; CHECK-NEXT: [[L:%.*]] = lshr i64 [[Q]], 0
; CHECK-NEXT: [[T:%.*]] = trunc i64 [[L]] to i32
; CHECK-NEXT: [[I:%.*]] = sext i32 [[T]] to i64
; CHECK-NEXT: [[D:%.*]] = mul i64 [[I]], 4
; CHECK-NEXT: [[P:%.*]] = getelementptr i8, ptr [[B:%.*]], i64 [[D]]
; CHECK-NEXT: load float, ptr [[P]], align 4
; CHECK: [[H:%.*]] = lshr i64 [[Q]], 32
; CHECK-NEXT: trunc i64 [[H]] to i32
; CHECK-COUNT-15: load float
; CHECK: %v = shufflevector <8 x float> {{%.*}}, <8 x float>
; CHECK-NOT: gather
; CHECK: ret
define <16 x float> @signed(ptr %p, <16 x i32> %i) {
  %w = sext <16 x i32> %i to <16 x i64>
  %first = getelementptr float, ptr %p, <16 x i64> %w
  %a = getelementptr i8, <16 x ptr> %first, i64 1024
  %v = call <16 x float> @llvm.masked.gather.v16f32.v16p0(<16 x ptr> align 4 %a, <16 x i1> splat (i1 true), <16 x float> poison)
  ret <16 x float> %v
}

; Bytes that come from memory come from there as words,
; CHECK-LABEL: define <16 x float> @loaded_bytes(
; CHECK: [[Q:%.*]] = load i64, ptr {{%.*}}, align 1
; CHECK: [[L:%.*]] = lshr i64 [[Q]], 8
; CHECK-NEXT: and i64 [[L]], 255
; CHECK: load i64, ptr {{%.*}}, align 1
; CHECK-NOT: gather
; CHECK: ret
define <16 x float> @loaded_bytes(ptr %p, ptr %from) {
  %i = load <16 x i8>, ptr %from, align 1
  %w = zext <16 x i8> %i to <16 x i64>
  %a = getelementptr float, ptr %p, <16 x i64> %w
  %v = call <16 x float> @llvm.masked.gather.v16f32.v16p0(<16 x ptr> align 4 %a, <16 x i1> splat (i1 true), <16 x float> poison)
  ret <16 x float> %v
}

; if memory is still what it was.
; CHECK-LABEL: define <16 x float> @written_between(
; CHECK-NOT: load i64
; CHECK: extractelement <2 x i64>
; CHECK: ret
define <16 x float> @written_between(ptr %p, ptr %from) {
  %i = load <16 x i8>, ptr %from, align 1
  store i32 0, ptr %p
  %w = zext <16 x i8> %i to <16 x i64>
  %a = getelementptr float, ptr %p, <16 x i64> %w
  %v = call <16 x float> @llvm.masked.gather.v16f32.v16p0(<16 x ptr> align 4 %a, <16 x i1> splat (i1 true), <16 x float> poison)
  ret <16 x float> %v
}

; What is used elsewhere, too, is loaded once: another thread may have changed it.
; CHECK-LABEL: define <16 x float> @used_twice(
; CHECK-NOT: load i64
; CHECK: extractelement <2 x i64>
; CHECK: ret
define <16 x float> @used_twice(ptr %p, ptr %from, ptr %to) {
  %i = load <16 x i8>, ptr %from, align 1
  %w = zext <16 x i8> %i to <16 x i64>
  %a = getelementptr float, ptr %p, <16 x i64> %w
  %v = call <16 x float> @llvm.masked.gather.v16f32.v16p0(<16 x ptr> align 4 %a, <16 x i1> splat (i1 true), <16 x float> poison)
  store <16 x i8> %i, ptr %to, align 1
  ret <16 x float> %v
}

; Indices of 64 bits leave one by one.
; CHECK-LABEL: define <8 x double> @long_indices(
; CHECK: [[I:%.*]] = extractelement <8 x i64> %i, i64 0
; CHECK-NEXT: mul i64 [[I]], 8
; CHECK-COUNT-8: load double
; CHECK: ret
define <8 x double> @long_indices(ptr %p, <8 x i64> %i) {
  %a = getelementptr double, ptr %p, <8 x i64> %i
  %v = call <8 x double> @llvm.masked.gather.v8f64.v8p0(<8 x ptr> align 8 %a, <8 x i1> splat (i1 true), <8 x double> poison)
  ret <8 x double> %v
}

; Under a mask they are left, and where addresses have nothing in common.
; CHECK-LABEL: define <16 x float> @masked(
; CHECK: gather
; CHECK: ret
define <16 x float> @masked(ptr %p, <16 x i32> %i, <16 x i1> %m) {
  %w = sext <16 x i32> %i to <16 x i64>
  %a = getelementptr float, ptr %p, <16 x i64> %w
  %v = call <16 x float> @llvm.masked.gather.v16f32.v16p0(<16 x ptr> align 4 %a, <16 x i1> %m, <16 x float> poison)
  ret <16 x float> %v
}
; CHECK-LABEL: define <16 x float> @pointers(
; CHECK: gather
; CHECK: ret
define <16 x float> @pointers(<16 x ptr> %p) {
  %v = call <16 x float> @llvm.masked.gather.v16f32.v16p0(<16 x ptr> align 4 %p, <16 x i1> splat (i1 true), <16 x float> poison)
  ret <16 x float> %v
}

;--- rare
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
