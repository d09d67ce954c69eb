; RUN: %opt --passes=narrow-masks %s | %check
; Masks that are constants and have lanes one behind the other become accesses of so many elements.
declare <8 x float> @llvm.masked.load.v8f32.p0(ptr, <8 x i1>, <8 x float>)
declare void @llvm.masked.store.v8f32.p0(<8 x float>, ptr, <8 x i1>)

; CHECK-LABEL: define void @first_two(
; CHECK: [[V:%.*]] = load <2 x float>, ptr %p, align 16
; CHECK: %v = shufflevector <2 x float> [[V]], <2 x float> poison, <8 x i32> <i32 0, i32 1, i32 poison,
; CHECK: [[S:%.*]] = shufflevector <8 x float> %v, <8 x float> poison, <2 x i32> <i32 0, i32 1>
; CHECK: store <2 x float> [[S]], ptr %q, align 16
define void @first_two(ptr %p, ptr %q) {
  %v = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 16 %p, <8 x i1> <i1 1, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0>, <8 x float> poison)
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v, ptr align 16 %q, <8 x i1> <i1 1, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0>)
  ret void
}

; The others keep what they had; the address is the first lane's that is on.
; CHECK-LABEL: define void @upper_half(
; CHECK: [[A:%.*]] = getelementptr float, ptr %p, i32 4
; CHECK: [[V:%.*]] = load <4 x float>, ptr [[A]], align 16
; CHECK: [[W:%.*]] = shufflevector <4 x float> [[V]], <4 x float> poison, <8 x i32> <i32 poison, i32 poison, i32 poison, i32 poison, i32 0, i32 1, i32 2, i32 3>
; CHECK: %v = shufflevector <8 x float> [[W]], <8 x float> zeroinitializer, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 4, i32 5, i32 6, i32 7>
define void @upper_half(ptr %p, ptr %q) {
  %v = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 32 %p, <8 x i1> <i1 0, i1 0, i1 0, i1 0, i1 1, i1 1, i1 1, i1 1>, <8 x float> zeroinitializer)
  store <8 x float> %v, ptr %q
  ret void
}

; With gaps, of a number that no register has, or not known: as it is.
; CHECK-LABEL: define void @others(
; CHECK-COUNT-3: call void @llvm.masked.store
define void @others(<8 x float> %v, ptr %p, <8 x i1> %m) {
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v, ptr align 4 %p, <8 x i1> <i1 1, i1 0, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0>)
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v, ptr align 4 %p, <8 x i1> <i1 1, i1 1, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0>)
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v, ptr align 4 %p, <8 x i1> %m)
  ret void
}
