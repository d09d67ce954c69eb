; RUN: %opt --cpu=haswell --passes=narrow-elements %s | %check
; Bytes and words of 16 bits under a mask: the page that some lane reads is read, lanes that are on store one after the other.
declare <32 x i8> @llvm.masked.load.v32i8.p0(ptr, <32 x i1>, <32 x i8>)
declare <16 x half> @llvm.masked.load.v16f16.p0(ptr, <16 x i1>, <16 x half>)
declare <8 x i32> @llvm.masked.load.v8i32.p0(ptr, <8 x i1>, <8 x i32>)
declare void @llvm.masked.store.v32i8.p0(<32 x i8>, ptr, <32 x i1>)

; CHECK-LABEL: define <32 x i8> @loaded(
; CHECK: [[BITS:%.*]] = bitcast <32 x i1> %m to i32
; CHECK: and i64 {{%.*}}, 4095
; CHECK: [[FITS:%.*]] = icmp ule i64 {{%.*}}, 4064
; CHECK: [[SOME:%.*]] = icmp ne i32 [[BITS]], 0
; CHECK: and i1 [[FITS]], [[SOME]]
; CHECK: load <32 x i8>, ptr %p, align 1
; CHECK: lane:
; CHECK: call i32 @llvm.cttz.i32(i32 %left, i1 true)
; CHECK: load i8
; CHECK: phi <32 x i8>
; CHECK-NOT: masked.load
; CHECK: }
define <32 x i8> @loaded(ptr %p, <32 x i1> %m) {
  %v = call <32 x i8> @llvm.masked.load.v32i8.p0(ptr align 1 %p, <32 x i1> %m, <32 x i8> poison)
  ret <32 x i8> %v
}

; What lanes that are off have instead is kept.
; CHECK-LABEL: define <16 x half> @or_zero(
; CHECK: icmp ule i64 {{%.*}}, 4064
; CHECK: load <16 x i16>, ptr %p, align 2
; CHECK: select <16 x i1> %m, <16 x half> {{%.*}}, <16 x half> zeroinitializer
define <16 x half> @or_zero(ptr %p, <16 x i1> %m) {
  %v = call <16 x half> @llvm.masked.load.v16f16.p0(ptr align 2 %p, <16 x i1> %m, <16 x half> zeroinitializer)
  ret <16 x half> %v
}

; CHECK-LABEL: define void @stored(
; CHECK: %elements = alloca <32 x i8>
; CHECK: store <32 x i8> %v, ptr %elements
; CHECK: lane:
; CHECK: store i8
; CHECK-NOT: masked.store
; CHECK: }
define void @stored(ptr %p, <32 x i1> %m, <32 x i8> %v) {
  call void @llvm.masked.store.v32i8.p0(<32 x i8> %v, ptr align 1 %p, <32 x i1> %m)
  ret void
}

; There are instructions for wider elements, and masks that are known need no questions.
; CHECK-LABEL: define <8 x i32> @words(
; CHECK: masked.load
define <8 x i32> @words(ptr %p, <8 x i1> %m) {
  %v = call <8 x i32> @llvm.masked.load.v8i32.p0(ptr align 4 %p, <8 x i1> %m, <8 x i32> poison)
  ret <8 x i32> %v
}

; CHECK-LABEL: define <32 x i8> @known(
; CHECK: masked.load
define <32 x i8> @known(ptr %p) {
  %v = call <32 x i8> @llvm.masked.load.v32i8.p0(ptr align 1 %p, <32 x i1> <i1 true, i1 true, i1 true, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false>, <32 x i8> poison)
  ret <32 x i8> %v
}
