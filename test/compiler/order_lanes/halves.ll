; RUN: %opt --cpu=haswell --passes=order-lanes %s | %check
; Between shuffles, lanes are in an order that keeps elements in their half of a register.

; CHECK-LABEL: define void @pairs(
; CHECK: shufflevector <16 x i32> %span, <16 x i32> poison, <8 x i32> <i32 0, i32 2, i32 8, i32 10, i32 4, i32 6, i32 12, i32 14>
; CHECK: shufflevector <16 x i32> %span, <16 x i32> poison, <8 x i32> <i32 1, i32 3, i32 9, i32 11, i32 5, i32 7, i32 13, i32 15>
; CHECK: add <8 x i32> %a, <i32 0, i32 1, i32 4, i32 5, i32 2, i32 3, i32 6, i32 7>
; CHECK: add <8 x i32> %b, %s
; CHECK: shufflevector <8 x i32> %l, <8 x i32> %h, <16 x i32> <i32 0, i32 8, i32 1, i32 9, i32 4, i32 12, i32 5, i32 13, i32 2, i32 10, i32 3, i32 11, i32 6, i32 14, i32 7, i32 15>
define void @pairs(ptr %p, i32 %n) {
  %span = load <16 x i32>, ptr %p
  %e = insertelement <8 x i32> poison, i32 %n, i64 0
  %s = shufflevector <8 x i32> %e, <8 x i32> poison, <8 x i32> zeroinitializer
  %a = shufflevector <16 x i32> %span, <16 x i32> poison, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %b = shufflevector <16 x i32> %span, <16 x i32> poison, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %c = add <8 x i32> %a, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %d = add <8 x i32> %b, %s
  %m = icmp slt <8 x i32> %c, %d
  %l = select <8 x i1> %m, <8 x i32> %c, <8 x i32> %d
  %h = select <8 x i1> %m, <8 x i32> %d, <8 x i32> %c
  %both = shufflevector <8 x i32> %l, <8 x i32> %h, <16 x i32> <i32 0, i32 8, i32 1, i32 9, i32 2, i32 10, i32 3, i32 11, i32 4, i32 12, i32 5, i32 13, i32 6, i32 14, i32 7, i32 15>
  store <16 x i32> %both, ptr %p
  ret void
}

; The order is seen by what stores lanes, and by what comes from memory in their order.
; CHECK-LABEL: define void @seen(
; CHECK: <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
; CHECK: <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
define void @seen(ptr %p, ptr %q) {
  %span = load <16 x i32>, ptr %p
  %a = shufflevector <16 x i32> %span, <16 x i32> poison, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %b = shufflevector <16 x i32> %span, <16 x i32> poison, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  store <8 x i32> %a, ptr %q
  %v = load <8 x i32>, ptr %p
  %c = add <8 x i32> %b, %v
  %d = shufflevector <8 x i32> %c, <8 x i32> poison, <16 x i32> <i32 0, i32 0, i32 1, i32 1, i32 2, i32 2, i32 3, i32 3, i32 4, i32 4, i32 5, i32 5, i32 6, i32 6, i32 7, i32 7>
  store <16 x i32> %d, ptr %p
  ret void
}

; Nothing is gained where whole halves move.
; CHECK-LABEL: define void @halves(
; CHECK: <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
define void @halves(ptr %p) {
  %span = load <16 x i32>, ptr %p
  %a = shufflevector <16 x i32> %span, <16 x i32> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %b = shufflevector <16 x i32> %span, <16 x i32> poison, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %both = shufflevector <8 x i32> %b, <8 x i32> %a, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  store <16 x i32> %both, ptr %p
  ret void
}
