; RUN: %opt --passes=note-accesses %s | %check
; A vector anywhere: the 64 bytes in which it begins, and those in which it ends.
; CHECK-LABEL: define void @plain.run(
; CHECK: %[[LOW:.*]] = shl i64 -1, %[[OFFSET:.*]]
; CHECK: %[[REST:.*]] = sub i64 63, %[[OFFSET]]
; CHECK: %[[HIGH:.*]] = lshr i64 9223372036854775807, %[[REST]]
; CHECK: load <16 x float>
define void @plain.run(ptr %launch, ptr %frame, i64 %first, i64 %end) {
  %arguments = load ptr, ptr %launch
  %p = load ptr, ptr %arguments
  %v = load <16 x float>, ptr %p, align 4
  ret void
}

; Under a mask: its lanes' bits, and nothing at all when none is on.
; CHECK-LABEL: define void @masked.run(
; CHECK: %[[WIDE:.*]] = sext <16 x i1> %m to <16 x i32>
; CHECK: %[[BYTES:.*]] = bitcast <16 x i32> %[[WIDE]] to <64 x i8>
; CHECK: %[[ON:.*]] = icmp slt <64 x i8> %[[BYTES]], zeroinitializer
; CHECK: %[[WORD:.*]] = bitcast <64 x i1> %[[ON]] to i64
; CHECK: %[[ANY:.*]] = icmp ne i64 %[[WORD]], 0
; CHECK: br i1 %[[ANY]]
; CHECK: riffle.note.page(ptr %accesses, i64 %{{.*}}, i32 1)
; CHECK: call void @llvm.masked.store
define void @masked.run(ptr %launch, ptr %frame, <16 x i1> %m, <16 x i32> %v) {
  %arguments = load ptr, ptr %launch
  %p = load ptr, ptr %arguments
  call void @llvm.masked.store.v16i32.p0(<16 x i32> %v, ptr align 4 %p, <16 x i1> %m)
  ret void
}

; Each lane for itself, by a call.
; CHECK-LABEL: define void @lanes.run(
; CHECK: call preserve_mostcc void @riffle.note.lanes(ptr %accesses, ptr %{{.*}}, i64 %{{.*}}, i64 4, i32 0,
; CHECK: call <16 x i32> @llvm.masked.gather
define void @lanes.run(ptr %launch, ptr %frame, <16 x i1> %m, <16 x ptr> %at) {
  %v = call <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr> align 4 %at, <16 x i1> %m, <16 x i32> poison)
  ret void
}

; CHECK-LABEL: define void @copy.run(
; CHECK: call preserve_mostcc void @riffle.note.range(ptr %accesses, i64 %{{.*}}, i64 %n, i32 0,
; CHECK: call preserve_mostcc void @riffle.note.range(ptr %accesses, i64 %{{.*}}, i64 %n, i32 1,
; CHECK: call void @llvm.memcpy
define void @copy.run(ptr %launch, ptr %frame, i64 %n, i64 %end) {
  %arguments = load ptr, ptr %launch
  %p = load ptr, ptr %arguments
  %after = getelementptr i8, ptr %arguments, i64 8
  %q = load ptr, ptr %after
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 false)
  ret void
}
