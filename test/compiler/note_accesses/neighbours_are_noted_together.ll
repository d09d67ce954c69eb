; RUN: %opt --passes=note-accesses %s | %check
; Reads of one line, a word apart: one note, of the 72 bytes from the first of them on.
; CHECK-LABEL: define void @plain.run(
; CHECK: %left = getelementptr
; CHECK: %[[FRONT:.*]] = getelementptr i8, ptr %p, i64 -4
; CHECK: %noted = ptrtoint ptr %[[FRONT]] to i64
; CHECK: riffle.note.page(ptr %accesses, i64 %noted, i32 0)
; CHECK: add i64 %{{.*}}, 71
; CHECK: shl i64 -1,
; CHECK: shl i64 255,
; CHECK-NOT: riffle.note
; CHECK: load <16 x float>, ptr %p
; CHECK-NOT: riffle.note
; A gap: what lies in it is not touched.
; CHECK: riffle.note.page(ptr %accesses, i64 %{{.*}}, i32 0)
; CHECK: load float, ptr %far
; Behind a call that may not come back.
; CHECK: call void @other()
; CHECK: riffle.note.page(ptr %accesses, i64 %{{.*}}, i32 0)
; CHECK: load float, ptr %end.of.right
; CHECK: ret void
define void @plain.run(ptr %launch, ptr %frame, i64 %first, i64 %end) {
  %arguments = load ptr, ptr %launch
  %p = load ptr, ptr %arguments
  %left = getelementptr i8, ptr %p, i64 -4
  %right = getelementptr i8, ptr %p, i64 4
  %far = getelementptr i8, ptr %p, i64 100
  %end.of.right = getelementptr i8, ptr %p, i64 68
  %a = load <16 x float>, ptr %p, align 4
  %b = load <16 x float>, ptr %left, align 4
  %c = load <16 x float>, ptr %right, align 4
  %d = load float, ptr %far, align 4
  call void @other()
  %e = load float, ptr %end.of.right, align 4
  ret void
}

declare void @other()

; Under one mask: its bits are made once, and each access's own bytes are what is noted.
; CHECK-LABEL: define void @masked.run(
; CHECK: %[[WORD:.*]] = bitcast <64 x i1> %{{.*}} to i64
; CHECK: %[[MORE:.*]] = shl i64 %[[WORD]], 4
; CHECK: or i64 %{{.*}}, %[[MORE]]
; CHECK: lshr i64 %[[WORD]], 60
; CHECK-NOT: sext <16 x i1>
; CHECK: riffle.note.page(ptr %accesses, i64 %{{.*}}, i32 0)
; CHECK-NOT: i32 0)
; CHECK: riffle.note.page(ptr %accesses, i64 %{{.*}}, i32 1)
; CHECK-NOT: riffle.note
; CHECK: ret void
define void @masked.run(ptr %launch, ptr %frame, <16 x i1> %m, i64 %end) {
  %arguments = load ptr, ptr %launch
  %p = load ptr, ptr %arguments
  %right = getelementptr i8, ptr %p, i64 4
  %v = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %right, <16 x i1> %m, <16 x float> poison)
  %w = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %p, <16 x i1> %m, <16 x float> poison)
  %sum = fadd <16 x float> %v, %w
  call void @llvm.masked.store.v16f32.p0(<16 x float> %sum, ptr align 4 %p, <16 x i1> %m)
  ret void
}
