; RUN: %opt --cpu=haswell --passes=strip-loops %s | %check
; A round of arithmetic is done register by register; what all lanes share is one register for all. What a result replaces is used
; before: `square` is in front of `next`, which takes the register of %y.

; CHECK-LABEL: define <24 x float> @round(
; CHECK-SAME: [[KEEP:#[0-9]+]]
; CHECK: loop:
; CHECK: [[M0:%.*]] = phi <8 x i32>
; CHECK: [[M1:%.*]] = phi <8 x i32>
; CHECK: [[M2:%.*]] = phi <8 x i32>
; CHECK: [[X0:%.*]] = phi <8 x float>
; CHECK: [[X1:%.*]] = phi <8 x float>
; CHECK: [[X2:%.*]] = phi <8 x float>
; CHECK: [[SQUARE:%square.*]] = fmul <8 x float> [[X0]], [[X0]]
; CHECK: [[Y0:%next.*]] = fmul <8 x float> [[X0]], [[SHARED:%.*]]
; CHECK: fcmp ole <8 x float> [[SQUARE]]
; CHECK: and <8 x i32> [[M0]]
; CHECK: fmul <8 x float> [[X1]], [[X1]]
; CHECK: [[Y1:%next.*]] = fmul <8 x float> [[X1]], [[SHARED]]
; CHECK: and <8 x i32> [[M1]]
; CHECK: fmul <8 x float> [[X2]], [[X2]]
; CHECK: [[Y2:%next.*]] = fmul <8 x float> [[X2]], [[SHARED]]
; CHECK: and <8 x i32> [[M2]]
; CHECK: br i1
; CHECK: end:
; CHECK: shufflevector <8 x float> [[Y0]], <8 x float> [[Y1]]
define <24 x float> @round(<24 x float> %start, float %factor) {
entry:
  %first = insertelement <24 x float> poison, float %factor, i64 0
  %shared = shufflevector <24 x float> %first, <24 x float> poison, <24 x i32> zeroinitializer
  br label %loop
loop:
  %a = phi <8 x i32> [ splat (i32 -1), %entry ], [ %a1, %loop ]
  %b = phi <8 x i32> [ splat (i32 -1), %entry ], [ %b1, %loop ]
  %c = phi <8 x i32> [ splat (i32 -1), %entry ], [ %c1, %loop ]
  %x = phi <24 x float> [ %start, %entry ], [ %next, %loop ]
  %next = fmul <24 x float> %x, %shared
  %square = fmul <24 x float> %x, %x
  %low = shufflevector <24 x float> %square, <24 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %mid = shufflevector <24 x float> %square, <24 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %high = shufflevector <24 x float> %square, <24 x float> poison, <8 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %low.in = fcmp ole <8 x float> %low, splat (float 4.0)
  %mid.in = fcmp ole <8 x float> %mid, splat (float 4.0)
  %high.in = fcmp ole <8 x float> %high, splat (float 4.0)
  %low.word = sext <8 x i1> %low.in to <8 x i32>
  %mid.word = sext <8 x i1> %mid.in to <8 x i32>
  %high.word = sext <8 x i1> %high.in to <8 x i32>
  %a1 = and <8 x i32> %a, %low.word
  %b1 = and <8 x i32> %b, %mid.word
  %c1 = and <8 x i32> %c, %high.word
  %some = or <8 x i32> %a1, %b1
  %all = or <8 x i32> %some, %c1
  %signs = icmp slt <8 x i32> %all, zeroinitializer
  %bits = bitcast <8 x i1> %signs to i8
  %any = icmp ne i8 %bits, 0
  br i1 %any, label %loop, label %end
end:
  ret <24 x float> %next
}

; Of 13 registers that go round here one count goes into the frame: loaded, changed, stored.
; CHECK-LABEL: define <32 x i32> @many(
; CHECK: [[SLOT:%.*]] = alloca <8 x i32>
; CHECK-NOT: alloca
; CHECK: store <8 x i32> zeroinitializer, ptr [[SLOT]]
; CHECK: loop:
; CHECK-COUNT-3: phi <8 x i32> [ zeroinitializer, %entry ]
; CHECK: [[COUNT:%.*]] = load <8 x i32>, ptr [[SLOT]]
; CHECK-NEXT: [[MORE:%.*]] = add <8 x i32> [[COUNT]], splat (i32 1)
; CHECK-NEXT: store <8 x i32> [[MORE]], ptr [[SLOT]]
; CHECK: end:
; CHECK: load <8 x i32>, ptr [[SLOT]]
define <32 x i32> @many(<32 x float> %start) {
entry:
  br label %loop
loop:
  %m = phi <8 x i32> [ splat (i32 -1), %entry ], [ %m1, %loop ]
  %count = phi <32 x i32> [ zeroinitializer, %entry ], [ %more, %loop ]
  %x = phi <32 x float> [ %start, %entry ], [ %nx, %loop ]
  %y = phi <32 x float> [ %start, %entry ], [ %ny, %loop ]
  %more = add <32 x i32> %count, splat (i32 1)
  %nx = fmul <32 x float> %x, %y
  %ny = fadd <32 x float> %x, %y
  %low = shufflevector <32 x float> %nx, <32 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %low.in = fcmp ole <8 x float> %low, splat (float 4.0)
  %low.word = sext <8 x i1> %low.in to <8 x i32>
  %m1 = and <8 x i32> %m, %low.word
  %signs = icmp slt <8 x i32> %m1, zeroinitializer
  %bits = bitcast <8 x i1> %signs to i8
  %any = icmp ne i8 %bits, 0
  br i1 %any, label %loop, label %end
end:
  ret <32 x i32> %more
}

; Not where memory is touched, nor what two registers hold.
; CHECK-LABEL: define void @stores(
; CHECK-NOT: <8 x float>
; CHECK: ret void
define void @stores(<32 x float> %start, ptr %p) {
entry:
  br label %loop
loop:
  %x = phi <32 x float> [ %start, %entry ], [ %y, %loop ]
  %y = fmul <32 x float> %x, %x
  store <32 x float> %y, ptr %p
  %inside = fcmp ole <32 x float> %y, splat (float 4.0)
  %bits = bitcast <32 x i1> %inside to i32
  %any = icmp ne i32 %bits, 0
  br i1 %any, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: define <16 x float> @two(
; CHECK-NOT: <8 x float>
; CHECK: ret <16 x float>
define <16 x float> @two(<16 x float> %start) {
entry:
  br label %loop
loop:
  %x = phi <16 x float> [ %start, %entry ], [ %y, %loop ]
  %y = fmul <16 x float> %x, %x
  %inside = fcmp ole <16 x float> %y, splat (float 4.0)
  %bits = bitcast <16 x i1> %inside to i16
  %any = icmp ne i16 %bits, 0
  br i1 %any, label %loop, label %end
end:
  ret <16 x float> %y
}

; CHECK: attributes [[KEEP]] = {{.*}}"riffle-keep-order"
