; RUN: %opt --cpu=sapphirerapids --passes=narrow-integers %s | %check
; What is read as bytes is added, compared and chosen in as few bits as its values need.

; CHECK-LABEL: define <32 x i8> @life(
; CHECK-DAG: [[A:%.*]] = zext <32 x i8> %a to <32 x i16>
; CHECK-DAG: [[B:%.*]] = zext <32 x i8> %b to <32 x i16>
; CHECK: [[S:%.*]] = add <32 x i16>
; CHECK: icmp eq <32 x i16> {{%.*}}, splat (i16 3)
; CHECK-NOT: i32
; CHECK: ret
define <32 x i8> @life(<32 x i8> %a, <32 x i8> %b, <32 x i8> %c) {
  %x = zext <32 x i8> %a to <32 x i32>
  %y = zext <32 x i8> %b to <32 x i32>
  %z = zext <32 x i8> %c to <32 x i32>
  %s = add <32 x i32> %x, %y
  %t = add <32 x i32> %s, %z
  %three = icmp eq <32 x i32> %t, splat (i32 3)
  %o = zext <32 x i1> %three to <32 x i8>
  ret <32 x i8> %o
}

; Differences are signed; what leaves is widened where it does.
; CHECK-LABEL: define <32 x i32> @distance(
; CHECK: [[D:%.*]] = sub <32 x i16>
; CHECK: [[E:%.*]] = call <32 x i16> @llvm.abs.v32i16(<32 x i16> [[D]]
; CHECK: [[M:%.*]] = call <32 x i16> @llvm.smin.v32i16(<32 x i16> [[E]], <32 x i16> splat (i16 100))
; CHECK: [[N:%.*]] = add <32 x i16> [[M]]
; CHECK: [[W:%.*]] = zext <32 x i16> [[N]] to <32 x i32>
; CHECK: ret <32 x i32> [[W]]
define <32 x i32> @distance(<32 x i8> %a, <32 x i8> %b) {
  %x = zext <32 x i8> %a to <32 x i32>
  %y = zext <32 x i8> %b to <32 x i32>
  %d = sub nsw <32 x i32> %x, %y
  %e = call <32 x i32> @llvm.abs.v32i32(<32 x i32> %d, i1 true)
  %m = call <32 x i32> @llvm.smin.v32i32(<32 x i32> %e, <32 x i32> splat (i32 100))
  %n = add nsw <32 x i32> %m, splat (i32 7)
  ret <32 x i32> %n
}

; Sums that may not fit stay, as do those of few lanes, which fill one register either way.
; CHECK-LABEL: define <32 x i32> @wide(
; CHECK: mul <32 x i32>
; CHECK: add <32 x i32>
define <32 x i32> @wide(<32 x i8> %a, <32 x i32> %b) {
  %x = zext <32 x i8> %a to <32 x i32>
  %m = mul <32 x i32> %x, splat (i32 1000)
  %s = add <32 x i32> %m, %b
  ret <32 x i32> %s
}

; CHECK-LABEL: define <16 x i1> @few(
; CHECK: add <16 x i32>
define <16 x i1> @few(<16 x i8> %a, <16 x i8> %b) {
  %x = zext <16 x i8> %a to <16 x i32>
  %y = zext <16 x i8> %b to <16 x i32>
  %s = add <16 x i32> %x, %y
  %c = icmp ugt <16 x i32> %s, splat (i32 300)
  ret <16 x i1> %c
}

; A byte of the result is all that is asked for: no conversion back.
; CHECK-LABEL: define <32 x i8> @grey(
; CHECK: mul <32 x i16>
; CHECK: [[H:%.*]] = lshr <32 x i16>
; CHECK: [[O:%.*]] = trunc <32 x i16> [[H]] to <32 x i8>
; CHECK: ret <32 x i8> [[O]]
define <32 x i8> @grey(<32 x i8> %r, <32 x i8> %g) {
  %x = zext <32 x i8> %r to <32 x i32>
  %y = zext <32 x i8> %g to <32 x i32>
  %m = mul <32 x i32> %x, splat (i32 77)
  %n = mul <32 x i32> %y, splat (i32 150)
  %s = add <32 x i32> %m, %n
  %h = lshr <32 x i32> %s, splat (i32 8)
  %o = trunc <32 x i32> %h to <32 x i8>
  ret <32 x i8> %o
}
