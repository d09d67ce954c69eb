; RUN: %opt --passes=sink-blends %s | %check
; Lanes that leave a loop only with its last round get their results behind it; a round stores those of lanes that leave by
; themselves. The blend of a round comes before its new mask.

; CHECK-LABEL: define <32 x i32> @counted(
; CHECK: %now = select <32 x i1> %mask, <32 x i32> %steps, <32 x i32> %seen
; CHECK: %in = select <32 x i1> %mask
; CHECK-NOT: select {{.*}} <32 x i32>
; CHECK: br i1 %more, label %loop, label %[[BEHIND:.*]]
; CHECK: [[BEHIND]]:
; CHECK: [[RESULT:%.*]] = select <32 x i1> %in, <32 x i32> %limits, <32 x i32> %now
; CHECK: br label %end
; CHECK: end:
; CHECK: phi <32 x i32> [ zeroinitializer, %entry ], [ [[RESULT]], %[[BEHIND]] ]
define <32 x i32> @counted(<32 x i1> %on, <32 x float> %start, <32 x i32> %limits, i32 %limit, i1 %any.round) {
entry:
  br i1 %any.round, label %loop, label %end
loop:
  %mask = phi <32 x i1> [ %on, %entry ], [ %next, %loop ]
  %x = phi <32 x float> [ %start, %entry ], [ %y, %loop ]
  %seen = phi <32 x i32> [ poison, %entry ], [ %now, %loop ]
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %first = insertelement <32 x i32> poison, i32 %k, i64 0
  %steps = shufflevector <32 x i32> %first, <32 x i32> poison, <32 x i32> zeroinitializer
  %y = fmul <32 x float> %x, %x
  %inside = fcmp ole <32 x float> %y, splat (float 4.0)
  %in = select <32 x i1> %mask, <32 x i1> %inside, <32 x i1> zeroinitializer
  %out = select <32 x i1> %in, <32 x i32> %limits, <32 x i32> %steps
  %now = select <32 x i1> %mask, <32 x i32> %out, <32 x i32> %seen
  %k1 = add i32 %k, 1
  %in.limit = icmp ne i32 %k1, %limit
  %wide = sext i1 %in.limit to i32
  %shared = bitcast i32 %wide to <32 x i1>
  %next = select <32 x i1> %in, <32 x i1> %shared, <32 x i1> zeroinitializer
  %bits = bitcast <32 x i1> %next to i32
  %more = icmp ne i32 %bits, 0
  br i1 %more, label %loop, label %end
end:
  %result = phi <32 x i32> [ zeroinitializer, %entry ], [ %now, %loop ]
  ret <32 x i32> %result
}

; A lane of %in may leave before the others here: what it got there is all that it gets.
; CHECK-LABEL: define <32 x i32> @leaves_otherwise(
; CHECK: %out = select <32 x i1> %in
; CHECK: %now = select <32 x i1> %mask, <32 x i32> %out, <32 x i32> %seen
; CHECK-NEXT: %next
define <32 x i32> @leaves_otherwise(<32 x i1> %on, <32 x float> %start, <32 x i32> %stayed, <32 x i32> %left) {
entry:
  br label %loop
loop:
  %mask = phi <32 x i1> [ %on, %entry ], [ %next, %loop ]
  %x = phi <32 x float> [ %start, %entry ], [ %y, %loop ]
  %seen = phi <32 x i32> [ poison, %entry ], [ %now, %loop ]
  %y = fmul <32 x float> %x, %x
  %inside = fcmp ole <32 x float> %y, splat (float 4.0)
  %above = fcmp oge <32 x float> %y, splat (float 1.0)
  %in = select <32 x i1> %mask, <32 x i1> %inside, <32 x i1> zeroinitializer
  %out = select <32 x i1> %in, <32 x i32> %stayed, <32 x i32> %left
  %now = select <32 x i1> %mask, <32 x i32> %out, <32 x i32> %seen
  %next = select <32 x i1> %in, <32 x i1> %above, <32 x i1> zeroinitializer
  %bits = bitcast <32 x i1> %next to i32
  %more = icmp ne i32 %bits, 0
  br i1 %more, label %loop, label %end
end:
  ret <32 x i32> %now
}

; The loop goes on without a lane: who was in it keeps what it got.
; CHECK-LABEL: define <32 x i32> @goes_on_alone(
; CHECK: %now = select <32 x i1> %mask, <32 x i32> %out, <32 x i32> %seen
define <32 x i32> @goes_on_alone(<32 x i1> %on, <32 x float> %start, <32 x i32> %stayed, <32 x i32> %left, i32 %limit) {
entry:
  br label %loop
loop:
  %mask = phi <32 x i1> [ %on, %entry ], [ %next, %loop ]
  %x = phi <32 x float> [ %start, %entry ], [ %y, %loop ]
  %seen = phi <32 x i32> [ poison, %entry ], [ %now, %loop ]
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %y = fmul <32 x float> %x, %x
  %inside = fcmp ole <32 x float> %y, splat (float 4.0)
  %in = select <32 x i1> %mask, <32 x i1> %inside, <32 x i1> zeroinitializer
  %out = select <32 x i1> %in, <32 x i32> %stayed, <32 x i32> %left
  %now = select <32 x i1> %mask, <32 x i32> %out, <32 x i32> %seen
  %k1 = add i32 %k, 1
  %odd = trunc i32 %k to i1
  %wide = sext i1 %odd to i32
  %shared = bitcast i32 %wide to <32 x i1>
  %next = select <32 x i1> %in, <32 x i1> %shared, <32 x i1> zeroinitializer
  %more = icmp ne i32 %k1, %limit
  br i1 %more, label %loop, label %end
end:
  ret <32 x i32> %now
}
