; RUN: %opt --passes=retarget,exact-arithmetic %s | %check
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: @signed(
; CHECK: %[[Z:.*]] = icmp eq i32 %d, 0
; CHECK: %[[S:.*]] = select i1 %[[Z]], i32 1, i32 %d
; CHECK: %[[M:.*]] = icmp eq i32 %d, -1
; CHECK: %[[SAFE:.*]] = select i1 %[[M]], i32 1, i32 %[[S]]
; CHECK: sdiv i32 %n, %[[SAFE]]
; CHECK: select i1 %[[M]]
; CHECK: select i1 %[[Z]], i32 -1
define i32 @signed(i32 %n, i32 %d) {
  %q = sdiv i32 %n, %d
  ret i32 %q
}

; CHECK-LABEL: @remainder(
; CHECK: select i1 %{{.*}}, i32 %n,
define i32 @remainder(i32 %n, i32 %d) {
  %q = urem i32 %n, %d
  ret i32 %q
}

; A divisor known to be neither needs no guard.
; CHECK-LABEL: @known(
; CHECK-NOT: select
; CHECK: ret i32
define i32 @known(i32 %n, i32 %x) {
  %d = or i32 %x, 1
  %q = udiv i32 %n, %d
  %r = sdiv i32 %q, 7
  ret i32 %r
}
