; RUN: %opt --cpu=haswell --passes=count-rounds %s | %check
; The last number of a round that each lane saw is counted with the mask's words.

; CHECK-LABEL: define <16 x i32> @numbered(
; CHECK: entry:
; CHECK: [[BEFORE:%.*]] = sub i32 %start, 1
; CHECK: [[FIRST:%.*]] = insertelement <16 x i32> poison, i32 [[BEFORE]]
; CHECK: [[SPLAT:%.*]] = shufflevector <16 x i32> [[FIRST]]
; CHECK: loop:
; CHECK: %seen = phi <16 x i32> [ [[SPLAT]], %entry ], [ %now, %loop ]
; CHECK: [[WORDS:%.*]] = sext <16 x i1> %mask to <16 x i32>
; CHECK: %now = sub <16 x i32> %seen, [[WORDS]]
define <16 x i32> @numbered(<16 x i1> %on, <16 x float> %x, i32 %start) {
entry:
  br label %loop
loop:
  %mask = phi <16 x i1> [ %on, %entry ], [ %next, %loop ]
  %seen = phi <16 x i32> [ poison, %entry ], [ %now, %loop ]
  %y = phi <16 x float> [ %x, %entry ], [ %z, %loop ]
  %k = phi i32 [ %start, %entry ], [ %k1, %loop ]
  %first = insertelement <16 x i32> poison, i32 %k, i64 0
  %steps = shufflevector <16 x i32> %first, <16 x i32> poison, <16 x i32> zeroinitializer
  %now = select <16 x i1> %mask, <16 x i32> %steps, <16 x i32> %seen
  %z = fmul <16 x float> %y, %y
  %inside = fcmp ole <16 x float> %z, splat (float 4.0)
  %next = select <16 x i1> %mask, <16 x i1> %inside, <16 x i1> zeroinitializer
  %k1 = add i32 %k, 1
  %bits = bitcast <16 x i1> %next to i16
  %any = icmp ne i16 %bits, 0
  br i1 %any, label %loop, label %end
end:
  ret <16 x i32> %now
}

; Lanes that are off for a while miss numbers; steps by two are not counted; and what lanes without a round keep stays.
; CHECK-LABEL: define <16 x i32> @comes_on_again(
; CHECK: %now = select
; CHECK-LABEL: define <16 x i32> @by_twos(
; CHECK: %now = select
; CHECK-LABEL: define <16 x i32> @keeps(
; CHECK: %now = select
define <16 x i32> @comes_on_again(<16 x i1> %on, <16 x float> %x) {
entry:
  br label %loop
loop:
  %mask = phi <16 x i1> [ %on, %entry ], [ %inside, %loop ]
  %seen = phi <16 x i32> [ poison, %entry ], [ %now, %loop ]
  %y = phi <16 x float> [ %x, %entry ], [ %z, %loop ]
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %first = insertelement <16 x i32> poison, i32 %k, i64 0
  %steps = shufflevector <16 x i32> %first, <16 x i32> poison, <16 x i32> zeroinitializer
  %now = select <16 x i1> %mask, <16 x i32> %steps, <16 x i32> %seen
  %z = fmul <16 x float> %y, %y
  %inside = fcmp ole <16 x float> %z, splat (float 4.0)
  %k1 = add i32 %k, 1
  %bits = bitcast <16 x i1> %inside to i16
  %any = icmp ne i16 %bits, 0
  br i1 %any, label %loop, label %end
end:
  ret <16 x i32> %now
}

define <16 x i32> @by_twos(<16 x i1> %on, <16 x float> %x) {
entry:
  br label %loop
loop:
  %mask = phi <16 x i1> [ %on, %entry ], [ %next, %loop ]
  %seen = phi <16 x i32> [ poison, %entry ], [ %now, %loop ]
  %y = phi <16 x float> [ %x, %entry ], [ %z, %loop ]
  %k = phi i32 [ 0, %entry ], [ %k2, %loop ]
  %first = insertelement <16 x i32> poison, i32 %k, i64 0
  %steps = shufflevector <16 x i32> %first, <16 x i32> poison, <16 x i32> zeroinitializer
  %now = select <16 x i1> %mask, <16 x i32> %steps, <16 x i32> %seen
  %z = fmul <16 x float> %y, %y
  %inside = fcmp ole <16 x float> %z, splat (float 4.0)
  %next = select <16 x i1> %mask, <16 x i1> %inside, <16 x i1> zeroinitializer
  %k2 = add i32 %k, 2
  %bits = bitcast <16 x i1> %next to i16
  %any = icmp ne i16 %bits, 0
  br i1 %any, label %loop, label %end
end:
  ret <16 x i32> %now
}

define <16 x i32> @keeps(<16 x i1> %on, <16 x float> %x, <16 x i32> %old) {
entry:
  br label %loop
loop:
  %mask = phi <16 x i1> [ %on, %entry ], [ %next, %loop ]
  %seen = phi <16 x i32> [ %old, %entry ], [ %now, %loop ]
  %y = phi <16 x float> [ %x, %entry ], [ %z, %loop ]
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %first = insertelement <16 x i32> poison, i32 %k, i64 0
  %steps = shufflevector <16 x i32> %first, <16 x i32> poison, <16 x i32> zeroinitializer
  %now = select <16 x i1> %mask, <16 x i32> %steps, <16 x i32> %seen
  %z = fmul <16 x float> %y, %y
  %inside = fcmp ole <16 x float> %z, splat (float 4.0)
  %next = select <16 x i1> %mask, <16 x i1> %inside, <16 x i1> zeroinitializer
  %k1 = add i32 %k, 1
  %bits = bitcast <16 x i1> %next to i16
  %any = icmp ne i16 %bits, 0
  br i1 %any, label %loop, label %end
end:
  ret <16 x i32> %now
}
