; RUN: %opt --passes=note-accesses %s | %check
; One number, aligned: a look at the page, one operation on its bits.
; CHECK: @[[SITE:riffle.site.*]] = private constant { ptr, ptr, i32, i32 }
; CHECK-LABEL: define void @k.run(
; CHECK: %accesses = call ptr
; CHECK: %noted = ptrtoint ptr %p to i64
; CHECK: %[[PAGE:.*]] = lshr i64 %noted, 14
; CHECK: %page = load i64,
; CHECK: icmp ne i64 %page, %[[PAGE]]
; CHECK: call preserve_mostcc void @riffle.note.page(ptr %accesses, i64 %noted, i32 0)
; CHECK: %bits = load ptr,
; CHECK: shl i64 15,
; CHECK: store ptr @[[SITE]],
; CHECK: %v = load i32, ptr %p
; The same address again needs no note, but a write does.
; CHECK-NOT: i32 0)
; CHECK: %again = load i32, ptr %p
; CHECK: call preserve_mostcc void @riffle.note.page(ptr %accesses, i64 %{{.*}}, i32 1)
; CHECK: store i32 %again, ptr %p
; Atomic.
; CHECK: call preserve_mostcc void @riffle.note.page(ptr %accesses, i64 %{{.*}}, i32 2)
; CHECK: atomicrmw add
define void @k.run(ptr %launch, ptr %frame, i64 %first, i64 %end) {
  %arguments = load ptr, ptr %launch
  %p = load ptr, ptr %arguments
  %v = load i32, ptr %p, align 4
  br label %next
next:
  %again = load i32, ptr %p, align 4
  store i32 %again, ptr %p, align 4
  %old = atomicrmw add ptr %p, i32 1 monotonic
  ret void
}
