; RUN: %opt --passes=hide-narrow-indices %s | %check
; In loops the vectoriser must not take what has fewer than 32 bits for an index that counts up.

; CHECK-LABEL: define void @narrow(
; CHECK: %least = and i32 %i, 3
; CHECK-NEXT: %least.frozen = freeze i32 %least
; CHECK: %byte = trunc i32 %i to i8
; CHECK-NEXT: [[BYTE:%.*]] = freeze i8 %byte
; CHECK-NEXT: zext i8 [[BYTE]] to i32
; CHECK: getelementptr i32, ptr %p, i32 %least.frozen
define void @narrow(ptr %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %least = and i32 %i, 3
  %byte = trunc i32 %i to i8
  %wide = zext i8 %byte to i32
  %a = getelementptr i32, ptr %p, i32 %least
  store i32 %wide, ptr %a
  %i1 = add i32 %i, 1
  %goes.on = icmp ult i32 %i1, %n
  br i1 %goes.on, label %loop, label %end
end:
  ret void
}

; Indices of 32 bits, what memory says, what stands outside of loops, and other bits than the least.
; CHECK-LABEL: define void @others(
; CHECK-NOT: freeze
; CHECK: ret void
define void @others(ptr %p, i32 %n) {
entry:
  %m = and i32 %n, 7
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %l = zext i32 %i to i64
  %b = getelementptr i8, ptr %p, i64 %l
  %loaded = load i8, ptr %b
  %wide = zext i8 %loaded to i32
  %even = and i32 %i, -2
  %a = getelementptr i32, ptr %p, i32 %even
  store i32 %wide, ptr %a
  %i1 = add i32 %i, 1
  %goes.on = icmp ult i32 %i1, %m
  br i1 %goes.on, label %loop, label %end
end:
  ret void
}
