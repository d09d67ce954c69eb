; RUN: %opt --passes=note-accesses %s | %check
; What a loop touches each time, at one address or at the next one, is noted in front of it.
; CHECK-LABEL: define void @k.run(
; CHECK: entry:
; CHECK: call preserve_mostcc void @riffle.note.range(ptr %accesses, i64 %{{.*}}, i64 %{{.*}}, i32 0, ptr
; CHECK: call preserve_mostcc void @riffle.note.page(ptr %accesses, i64 %{{.*}}, i32 1)
; CHECK: loop:
; CHECK-NOT: i32 1)
; CHECK: load float, ptr %element
; Not where only some iterations do.
; CHECK: some:
; CHECK: call preserve_mostcc void @riffle.note.page(ptr %accesses, i64 %{{.*}}, i32 0)
; CHECK: load float, ptr %other
define void @k.run(ptr %launch, ptr %frame, i64 %first, i64 %end) {
entry:
  %arguments = load ptr, ptr %launch
  %a = load ptr, ptr %arguments
  %place = getelementptr i8, ptr %arguments, i64 8
  %sum = load ptr, ptr %place
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %behind ]
  %element = getelementptr float, ptr %a, i64 %k
  %value = load float, ptr %element
  store float %value, ptr %sum
  %odd = fcmp ogt float %value, 0.0
  br i1 %odd, label %some, label %behind
some:
  %other = getelementptr float, ptr %element, i64 100
  %more = load float, ptr %other
  store float %more, ptr %a
  br label %behind
behind:
  %next = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %next, %end
  br i1 %done, label %out, label %loop
out:
  ret void
}
