; RUN: %opt --cpu=haswell --passes=unpack-bytes %s | %check
; Bytes times constants are multiplied and added two at a time; no pair's weights are more than 128 together.

; CHECK-LABEL: define <32 x i8> @three(
; CHECK-NEXT: [[BG:%.*]] = shufflevector <32 x i8> %b, <32 x i8> %g, <32 x i32> <i32 0, i32 32, i32 1, i32 33, {{.*}}, i32 7, i32 39, i32 16, i32 48, {{.*}}, i32 23, i32 55>
; CHECK-NEXT: [[P:%.*]] = call <16 x i16> @llvm.x86.avx2.pmadd.ub.sw(<32 x i8> [[BG]], <32 x i8> <i8 29, i8 99, i8 29, i8 99, {{.*}}>)
; CHECK-NEXT: [[GR:%.*]] = shufflevector <32 x i8> %g, <32 x i8> %r, <32 x i32> <i32 0, i32 32, i32 1, i32 33,
; CHECK-NEXT: [[Q:%.*]] = call <16 x i16> @llvm.x86.avx2.pmadd.ub.sw(<32 x i8> [[GR]], <32 x i8> <i8 51, i8 77, i8 51, i8 77, {{.*}}>)
; CHECK-NEXT: add <16 x i16> [[P]], [[Q]]
; CHECK-NEXT: shufflevector <32 x i8> %b, <32 x i8> %g, <32 x i32> <i32 8, i32 40, i32 9, i32 41, {{.*}}, i32 15, i32 47, i32 24, i32 56,
; CHECK-NOT: mul
; CHECK-NOT: zext
; CHECK: %o = call <32 x i8> @llvm.x86.avx2.packuswb(
define <32 x i8> @three(<32 x i8> %r, <32 x i8> %g, <32 x i8> %b) {
  %wr = zext <32 x i8> %r to <32 x i16>
  %mr = mul nuw nsw <32 x i16> %wr, splat (i16 77)
  %wg = zext <32 x i8> %g to <32 x i16>
  %mg = mul nuw <32 x i16> %wg, splat (i16 150)
  %wb = zext <32 x i8> %b to <32 x i16>
  %mb = mul nuw nsw <32 x i16> %wb, splat (i16 29)
  %s = add nuw <32 x i16> %mr, %mg
  %t = add nuw <32 x i16> %s, %mb
  %h = lshr <32 x i16> %t, splat (i16 8)
  %o = trunc nuw <32 x i16> %h to <32 x i8>
  ret <32 x i8> %o
}

; A byte by itself, one that is shifted, and numbers that are no products.
; CHECK-LABEL: define <32 x i8> @with_rest(
; CHECK: [[C:%.*]] = mul <16 x i16>
; CHECK: [[M:%.*]] = call <16 x i16> @llvm.x86.avx2.pmadd.ub.sw(<32 x i8> {{%.*}}, <32 x i8> <i8 1, i8 4, i8 1, i8 4,
; CHECK-NEXT: [[N:%.*]] = add <16 x i16> [[M]], splat (i16 5)
; CHECK-NEXT: add <16 x i16> [[N]], [[C]]
; CHECK-NOT: shl
; CHECK: ret
define <32 x i8> @with_rest(<32 x i8> %a, <32 x i8> %b, <32 x i8> %c) {
  %wa = zext <32 x i8> %a to <32 x i16>
  %wb = zext <32 x i8> %b to <32 x i16>
  %mb = shl <32 x i16> %wb, splat (i16 2)
  %wc = zext <32 x i8> %c to <32 x i16>
  %mc = mul <32 x i16> %wc, %wc
  %s = add <32 x i16> %wa, %mb
  %t = add <32 x i16> %s, splat (i16 5)
  %u = add <32 x i16> %t, %mc
  %h = lshr <32 x i16> %u, splat (i16 8)
  %o = trunc <32 x i16> %h to <32 x i8>
  ret <32 x i8> %o
}

; Weights that need as many pairs as there are products, or are larger than bytes; a product that somebody else uses too.
; CHECK-LABEL: define <32 x i8> @heavy(
; CHECK-NOT: pmadd
; CHECK: ret
define <32 x i8> @heavy(<32 x i8> %a, <32 x i8> %b) {
  %wa = zext <32 x i8> %a to <32 x i16>
  %ma = mul <32 x i16> %wa, splat (i16 100)
  %wb = zext <32 x i8> %b to <32 x i16>
  %mb = mul <32 x i16> %wb, splat (i16 156)
  %s = add <32 x i16> %ma, %mb
  %h = lshr <32 x i16> %s, splat (i16 8)
  %o = trunc <32 x i16> %h to <32 x i8>
  ret <32 x i8> %o
}

; CHECK-LABEL: define <32 x i8> @large(
; CHECK-NOT: pmadd
; CHECK: ret
define <32 x i8> @large(<32 x i8> %a, <32 x i8> %b) {
  %wa = zext <32 x i8> %a to <32 x i16>
  %ma = mul <32 x i16> %wa, splat (i16 -3)
  %wb = zext <32 x i8> %b to <32 x i16>
  %mb = mul <32 x i16> %wb, splat (i16 300)
  %s = add <32 x i16> %ma, %mb
  %h = lshr <32 x i16> %s, splat (i16 8)
  %o = trunc <32 x i16> %h to <32 x i8>
  ret <32 x i8> %o
}

; CHECK-LABEL: define <32 x i8> @shared(
; CHECK-NOT: pmadd
; CHECK: ret
define <32 x i8> @shared(<32 x i8> %a, <32 x i8> %b) {
  %wa = zext <32 x i8> %a to <32 x i16>
  %ma = mul <32 x i16> %wa, splat (i16 3)
  %wb = zext <32 x i8> %b to <32 x i16>
  %mb = mul <32 x i16> %wb, splat (i16 5)
  %s = add <32 x i16> %ma, %mb
  %x = xor <32 x i16> %s, %ma
  %y = xor <32 x i16> %x, %mb
  %o = trunc <32 x i16> %y to <32 x i8>
  ret <32 x i8> %o
}
