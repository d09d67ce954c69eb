; RUN: %opt --passes=part-cases %s | %check
; Two cases that are one comparison, while one of them is decided by another: the question is for the other one.
declare <16 x i32> @llvm.masked.load.v16i32.p0(ptr, <16 x i1>, <16 x i32>)

; CHECK-LABEL: define <16 x i32> @by_mask(
; CHECK-NOT: and
; CHECK: icmp eq <16 x i32> %x, splat (i32 2)
; CHECK: icmp eq <16 x i32> %x, splat (i32 3)
define <16 x i32> @by_mask(<16 x i32> %x, <16 x i32> %a) {
  %one = icmp eq <16 x i32> %x, splat (i32 2)
  %even = and <16 x i32> %x, splat (i32 -2)
  %both = icmp eq <16 x i32> %even, splat (i32 2)
  %number = zext <16 x i1> %both to <16 x i32>
  %r = select <16 x i1> %one, <16 x i32> %a, <16 x i32> %number
  ret <16 x i32> %r
}

; CHECK-LABEL: define <16 x i32> @by_range(
; CHECK-NOT: add
; CHECK: icmp eq <16 x i32> %x, splat (i32 3)
; CHECK: select <16 x i1> %one, <16 x i32> %number, <16 x i32> %a
define <16 x i32> @by_range(<16 x i32> %x, <16 x i32> %a) {
  %one = icmp ne <16 x i32> %x, splat (i32 4)
  %from = add <16 x i32> %x, splat (i32 -3)
  %both = icmp ult <16 x i32> %from, splat (i32 2)
  %number = select <16 x i1> %both, <16 x i32> splat (i32 7), <16 x i32> splat (i32 9)
  %r = select <16 x i1> %one, <16 x i32> %number, <16 x i32> %a
  ret <16 x i32> %r
}

; CHECK-LABEL: define <16 x i32> @loaded(
; CHECK: icmp ne <16 x i32> %x, splat (i32 3)
define <16 x i32> @loaded(<16 x i32> %x, ptr %p) {
  %one = icmp eq <16 x i32> %x, splat (i32 2)
  %even = and <16 x i32> %x, splat (i32 -2)
  %neither = icmp ne <16 x i32> %even, splat (i32 2)
  %number = sext <16 x i1> %neither to <16 x i32>
  %r = call <16 x i32> @llvm.masked.load.v16i32.p0(ptr align 4 %p, <16 x i1> %one, <16 x i32> %number)
  ret <16 x i32> %r
}

; Not where the number apart is none of the two, where the comparison is for the number apart too, or for others than two.
; CHECK-LABEL: define <16 x i32> @another(
; CHECK: and <16 x i32> %x, splat (i32 -2)
define <16 x i32> @another(<16 x i32> %x, <16 x i32> %a) {
  %one = icmp eq <16 x i32> %x, splat (i32 4)
  %even = and <16 x i32> %x, splat (i32 -2)
  %both = icmp eq <16 x i32> %even, splat (i32 2)
  %number = zext <16 x i1> %both to <16 x i32>
  %r = select <16 x i1> %one, <16 x i32> %a, <16 x i32> %number
  ret <16 x i32> %r
}

; CHECK-LABEL: define <16 x i32> @wanted(
; CHECK: and <16 x i32> %x, splat (i32 -2)
define <16 x i32> @wanted(<16 x i32> %x, <16 x i32> %a) {
  %one = icmp eq <16 x i32> %x, splat (i32 2)
  %even = and <16 x i32> %x, splat (i32 -2)
  %both = icmp eq <16 x i32> %even, splat (i32 2)
  %number = zext <16 x i1> %both to <16 x i32>
  %chosen = select <16 x i1> %one, <16 x i32> %a, <16 x i32> %number
  %r = add <16 x i32> %chosen, %number
  ret <16 x i32> %r
}

; CHECK-LABEL: define <16 x i32> @true_way(
; CHECK: and <16 x i32> %x, splat (i32 -2)
define <16 x i32> @true_way(<16 x i32> %x, <16 x i32> %a) {
  %one = icmp eq <16 x i32> %x, splat (i32 2)
  %even = and <16 x i32> %x, splat (i32 -2)
  %both = icmp eq <16 x i32> %even, splat (i32 2)
  %number = zext <16 x i1> %both to <16 x i32>
  %r = select <16 x i1> %one, <16 x i32> %number, <16 x i32> %a
  ret <16 x i32> %r
}

; CHECK-LABEL: define <16 x i32> @four(
; CHECK: and <16 x i32> %x, splat (i32 -4)
define <16 x i32> @four(<16 x i32> %x, <16 x i32> %a) {
  %one = icmp eq <16 x i32> %x, splat (i32 4)
  %high = and <16 x i32> %x, splat (i32 -4)
  %all = icmp eq <16 x i32> %high, splat (i32 4)
  %number = zext <16 x i1> %all to <16 x i32>
  %r = select <16 x i1> %one, <16 x i32> %a, <16 x i32> %number
  ret <16 x i32> %r
}
