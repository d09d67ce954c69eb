; RUN: %opt --passes=retarget,exact-arithmetic %s | %check
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: @left(
; CHECK: %[[I:.*]] = icmp ult i32 %s, 32
; CHECK: %[[X:.*]] = shl i32 %x, %s
; CHECK: select i1 %[[I]], i32 %[[X]], i32 0
define i32 @left(i32 %x, i32 %s) {
  %r = shl i32 %x, %s
  ret i32 %r
}

; CHECK-LABEL: @arithmetic(
; CHECK: %[[C:.*]] = call i32 @llvm.umin.i32(i32 %s, i32 31)
; CHECK: ashr i32 %x, %[[C]]
define i32 @arithmetic(i32 %x, i32 %s) {
  %r = ashr i32 %x, %s
  ret i32 %r
}

; CHECK-LABEL: @masked_by_hand(
; CHECK-NOT: select
; CHECK: ret i32
define i32 @masked_by_hand(i32 %x, i32 %s) {
  %m = and i32 %s, 31
  %r = lshr i32 %x, %m
  ret i32 %r
}

; CHECK-LABEL: @conversion(
; CHECK: call i64 @llvm.fptosi.sat.i64.f32(float %v)
; CHECK: fcmp uno float %v, %v
; CHECK: select i1 %{{.*}}, i64 -9223372036854775808
define i64 @conversion(float %v) {
  %r = fptosi float %v to i64
  ret i64 %r
}
