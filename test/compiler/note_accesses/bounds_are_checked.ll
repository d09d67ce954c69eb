; RUN: %opt --passes=to-check,note-accesses %s | %check
; A piece that is not plain, or at an odd address, is asked for.
; CHECK: private constant { ptr, i32, i32, i8, i8, i8, i8, i32, i32, i32, i64 } { ptr @{{.*}}, i32 4, i32 4, i8 0, i8 1, i8 0,
; CHECK-LABEL: define void @k.run(
; CHECK: %[[P:noted.*]] = ptrtoint ptr %p to i64
; CHECK: call preserve_mostcc void @riffle.note.page(ptr %accesses, i64 %[[P]], i32 0)
; CHECK: and i64 %[[P]], 3
; CHECK: call preserve_mostcc void @riffle.check.piece(ptr %accesses, ptr @{{.*}}, i64 %[[P]], ptr null, i64 0)
; CHECK: %v = load i32, ptr %p
; An array of the thread: only where the index is not known.
; CHECK: %offset = sub i64
; CHECK: icmp ugt i64 %offset, 28
; CHECK: call preserve_mostcc void @riffle.check.piece(
; CHECK: %element = load i32
; CHECK-NOT: riffle.check
; CHECK: store i32 %v, ptr %known
; Shared memory: the launch knows how much there is.
; CHECK: %shared.bytes = load i64
; CHECK: call preserve_mostcc void @riffle.check.piece(
; CHECK: store i32 %element, ptr %at
define void @k.run(ptr %launch, ptr %frame, i64 %first, i64 %end) {
  %array = alloca [8 x i32], align 4
  %arguments = load ptr, ptr %launch
  %p = load ptr, ptr %arguments
  %v = load i32, ptr %p, align 4
  %place = getelementptr i32, ptr %array, i64 %first
  %element = load i32, ptr %place, align 4
  %known = getelementptr i32, ptr %array, i64 7
  store i32 %v, ptr %known, align 4
  %shared = load ptr, ptr %frame
  %at = getelementptr i32, ptr %shared, i64 %end
  store i32 %element, ptr %at, align 4
  ret void
}
