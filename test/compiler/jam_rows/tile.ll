; RUN: %opt --passes=jam-rows %s | %check
; Packets of several rows run side by side where they load the same vectors: these are loaded once.

; CHECK-LABEL: define void @tile(
; CHECK: loop:
; CHECK: %y = phi i64 [ 0, %entry ], [ [[NEXT:%.*]], %loop ]
; CHECK-DAG: [[Y1:%.*]] = add i64 %y, 1
; CHECK-DAG: [[Y2:%.*]] = add i64 %y, 2
; CHECK-DAG: [[Y3:%.*]] = add i64 %y, 3
; CHECK: %sums = getelementptr [32 x float], ptr %c, i64 %y
; CHECK: getelementptr [32 x float], ptr %c, i64 [[Y1]]
; CHECK: %b0 = load <32 x float>, ptr %b
; CHECK-NEXT: %s0 = call <32 x float> @llvm.fma.v32f32
; CHECK-NEXT: call <32 x float> @llvm.fma.v32f32
; CHECK-NEXT: call <32 x float> @llvm.fma.v32f32
; CHECK-NEXT: call <32 x float> @llvm.fma.v32f32
; CHECK-NOT: load <32 x float>, ptr %b,
; CHECK: store <32 x float> %s3, ptr %sums
; CHECK-NEXT: store <32 x float>
; CHECK: [[NEXT]] = add i64 [[Y3]], 1
; CHECK: [[LAST:%.*]] = icmp eq i64 [[NEXT]], 32
; CHECK: br i1 [[LAST]], label %end, label %loop
define void @tile(ptr %a, ptr %b, ptr %c) #0 {
entry:
  br label %loop
loop:
  %y = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sums = getelementptr [32 x float], ptr %c, i64 %y
  %factors = getelementptr [4 x <32 x float>], ptr %a, i64 %y
  %s = load <32 x float>, ptr %sums
  %a0 = load <32 x float>, ptr %factors
  %b0 = load <32 x float>, ptr %b
  %s0 = call <32 x float> @llvm.fma.v32f32(<32 x float> %a0, <32 x float> %b0, <32 x float> %s)
  %b1.at = getelementptr i8, ptr %b, i64 128
  %b1 = load <32 x float>, ptr %b1.at
  %s1 = call <32 x float> @llvm.fma.v32f32(<32 x float> %a0, <32 x float> %b1, <32 x float> %s0)
  %b2.at = getelementptr i8, ptr %b, i64 256
  %b2 = load <32 x float>, ptr %b2.at
  %s2 = call <32 x float> @llvm.fma.v32f32(<32 x float> %a0, <32 x float> %b2, <32 x float> %s1)
  %b3.at = getelementptr i8, ptr %b, i64 384
  %b3 = load <32 x float>, ptr %b3.at
  %s3 = call <32 x float> @llvm.fma.v32f32(<32 x float> %a0, <32 x float> %b3, <32 x float> %s2)
  store <32 x float> %s3, ptr %sums
  %next = add i64 %y, 1
  %last = icmp eq i64 %next, 32
  br i1 %last, label %end, label %loop, !llvm.loop !0
end:
  ret void
}

; A store that all packets make at one place, a number of rounds that is no multiple, and loops that are not over packets.
; CHECK-LABEL: define void @one_place(
; CHECK-NOT: add i64 %y, 2
; CHECK: {{^}}}
define void @one_place(ptr %a, ptr %b, ptr %c) #0 {
entry:
  br label %loop
loop:
  %y = phi i64 [ 0, %entry ], [ %next, %loop ]
  %factors = getelementptr [4 x <32 x float>], ptr %a, i64 %y
  %b0 = load <32 x float>, ptr %b
  %b1.at = getelementptr i8, ptr %b, i64 128
  %b1 = load <32 x float>, ptr %b1.at
  %b2.at = getelementptr i8, ptr %b, i64 256
  %b2 = load <32 x float>, ptr %b2.at
  %b3.at = getelementptr i8, ptr %b, i64 384
  %b3 = load <32 x float>, ptr %b3.at
  %s0 = fadd <32 x float> %b0, %b1
  %s1 = fadd <32 x float> %b2, %b3
  %s = fadd <32 x float> %s0, %s1
  store <32 x float> %s, ptr %factors
  store i64 %y, ptr %c
  %next = add i64 %y, 1
  %last = icmp eq i64 %next, 32
  br i1 %last, label %end, label %loop, !llvm.loop !0
end:
  ret void
}

; CHECK-LABEL: define void @odd(
; CHECK-NOT: add i64 %y, 2
; CHECK: {{^}}}
define void @odd(ptr %a, ptr %b) #0 {
entry:
  br label %loop
loop:
  %y = phi i64 [ 0, %entry ], [ %next, %loop ]
  %factors = getelementptr [4 x <32 x float>], ptr %a, i64 %y
  %b0 = load <32 x float>, ptr %b
  %b1.at = getelementptr i8, ptr %b, i64 128
  %b1 = load <32 x float>, ptr %b1.at
  %b2.at = getelementptr i8, ptr %b, i64 256
  %b2 = load <32 x float>, ptr %b2.at
  %b3.at = getelementptr i8, ptr %b, i64 384
  %b3 = load <32 x float>, ptr %b3.at
  %s0 = fadd <32 x float> %b0, %b1
  %s1 = fadd <32 x float> %b2, %b3
  %s = fadd <32 x float> %s0, %s1
  store <32 x float> %s, ptr %factors
  %next = add i64 %y, 1
  %last = icmp eq i64 %next, 31
  br i1 %last, label %end, label %loop, !llvm.loop !0
end:
  ret void
}

; CHECK-LABEL: define void @any_loop(
; CHECK-NOT: add i64 %y, 2
; CHECK: {{^}}}
define void @any_loop(ptr %a, ptr %b) #0 {
entry:
  br label %loop
loop:
  %y = phi i64 [ 0, %entry ], [ %next, %loop ]
  %factors = getelementptr [4 x <32 x float>], ptr %a, i64 %y
  %b0 = load <32 x float>, ptr %b
  %b1.at = getelementptr i8, ptr %b, i64 128
  %b1 = load <32 x float>, ptr %b1.at
  %b2.at = getelementptr i8, ptr %b, i64 256
  %b2 = load <32 x float>, ptr %b2.at
  %b3.at = getelementptr i8, ptr %b, i64 384
  %b3 = load <32 x float>, ptr %b3.at
  %s0 = fadd <32 x float> %b0, %b1
  %s1 = fadd <32 x float> %b2, %b3
  %s = fadd <32 x float> %s0, %s1
  store <32 x float> %s, ptr %factors
  %next = add i64 %y, 1
  %last = icmp eq i64 %next, 32
  br i1 %last, label %end, label %loop
end:
  ret void
}
declare <32 x float> @llvm.fma.v32f32(<32 x float>, <32 x float>, <32 x float>)

attributes #0 = { "riffle-independent-packets" }
!0 = distinct !{!0, !1}
!1 = !{!"riffle.packets"}
