; RUN: %opt --passes=share-sums %s | %check
; Terms that sums have in common are added once, those first that most sums have.

; CHECK-LABEL: define void @rows(
; CHECK: [[RS:%shared.sum.*]] = add <16 x i32> %r, %s
; CHECK-NEXT: [[A:%.*]] = add <16 x i32> [[RS]], %q
; CHECK-NEXT: add <16 x i32> [[A]], %p
; CHECK-NEXT: store
; CHECK-NEXT: add <16 x i32> %t, [[RS]]
; CHECK-NEXT: store
; CHECK-NEXT: ret void
define void @rows(ptr %m, <16 x i32> %p, <16 x i32> %q, <16 x i32> %r, <16 x i32> %s, <16 x i32> %t) {
  %a1 = add nsw <16 x i32> %r, %q
  %a2 = add nsw <16 x i32> %a1, %s
  %a3 = add nsw <16 x i32> %a2, %p
  store <16 x i32> %a3, ptr %m
  %b1 = add nsw <16 x i32> %s, %t
  %b2 = add nsw <16 x i32> %b1, %r
  store <16 x i32> %b2, ptr %m
  ret void
}

; A sum that others use as a whole is a term of theirs; a term may stand in a sum twice.
; CHECK-LABEL: define void @used(
; CHECK: [[QR:%shared.sum.*]] = add <16 x i32> %q, %r
; CHECK-NEXT: [[A:%.*]] = add <16 x i32> %p, [[QR]]
; CHECK-NEXT: store <16 x i32> [[A]]
; CHECK-NEXT: [[B1:%.*]] = add <16 x i32> [[A]], [[QR]]
; CHECK-NEXT: [[B2:%.*]] = add <16 x i32> [[B1]], %r
; CHECK-NEXT: store <16 x i32> [[B2]]
define void @used(ptr %m, <16 x i32> %p, <16 x i32> %q, <16 x i32> %r) {
  %a1 = add <16 x i32> %p, %q
  %a = add <16 x i32> %a1, %r
  store <16 x i32> %a, ptr %m
  %b1 = add <16 x i32> %a, %q
  %b2 = add <16 x i32> %b1, %r
  %b = add <16 x i32> %b2, %r
  store <16 x i32> %b, ptr %m
  ret void
}

; Sums that are not exact, and sums without a pair in common, stay.
; CHECK-LABEL: define void @others(
; CHECK-NOT: shared.sum
; CHECK: ret void
define void @others(ptr %m, <16 x float> %p, <16 x float> %q, <16 x float> %r, <16 x i32> %x, <16 x i32> %y, <16 x i32> %z) {
  %a1 = fadd <16 x float> %p, %q
  %a = fadd <16 x float> %a1, %r
  store <16 x float> %a, ptr %m
  %b1 = fadd <16 x float> %q, %r
  %b = fadd <16 x float> %b1, %q
  store <16 x float> %b, ptr %m
  %c = add <16 x i32> %x, %y
  store <16 x i32> %c, ptr %m
  %d = add <16 x i32> %x, %z
  store <16 x i32> %d, ptr %m
  ret void
}
