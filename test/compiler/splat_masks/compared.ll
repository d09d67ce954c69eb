; RUN: %opt --cpu=haswell --passes=splat-masks %s | %check
; A truth that all lanes share is as wide as the comparisons that it meets.

; CHECK-LABEL: define <8 x i1> @meets(
; CHECK: [[NUMBER:%.*]] = sext i1 %c to i32
; CHECK: [[ALL:%.*]] = shufflevector <8 x i32> {{.*}} zeroinitializer
; CHECK: [[MASK:%.*]] = icmp ne <8 x i32> [[ALL]], zeroinitializer
; CHECK: xor <8 x i1> [[MASK]], %m
define <8 x i1> @meets(<8 x i32> %a, <8 x i32> %b, i1 %c) {
  %m = icmp slt <8 x i32> %a, %b
  %e = insertelement <8 x i1> poison, i1 %c, i64 0
  %s = shufflevector <8 x i1> %e, <8 x i1> poison, <8 x i32> zeroinitializer
  %x = xor <8 x i1> %s, %m
  ret <8 x i1> %x
}

; Masks that nothing tells the width of stay.
; CHECK-LABEL: define <8 x i1> @alone(
; CHECK-NOT: icmp
; CHECK: ret
define <8 x i1> @alone(<8 x i1> %m, i1 %c) {
  %e = insertelement <8 x i1> poison, i1 %c, i64 0
  %s = shufflevector <8 x i1> %e, <8 x i1> poison, <8 x i32> zeroinitializer
  %x = xor <8 x i1> %s, %m
  ret <8 x i1> %x
}

; From block to block a mask is of bytes anyhow.
; CHECK-LABEL: define <8 x i1> @crosses(
; CHECK-NOT: icmp ne
; CHECK: ret
define <8 x i1> @crosses(<8 x i32> %a, <8 x i32> %b, i1 %c) {
  %e = insertelement <8 x i1> poison, i1 %c, i64 0
  %s = shufflevector <8 x i1> %e, <8 x i1> poison, <8 x i32> zeroinitializer
  br label %next
next:
  %m = icmp slt <8 x i32> %a, %b
  %x = xor <8 x i1> %s, %m
  ret <8 x i1> %x
}
