; Arithmetic of bytes in wider registers.

;--- arithmetic
; RUN: %opt --cpu=haswell --passes=unpack-bytes %s | %check
; Arithmetic in 16 bits between bytes and bytes has its lanes in the order in which AVX2 unpacks and packs them.
declare <32 x i16> @llvm.umin.v32i16(<32 x i16>, <32 x i16>)
declare <32 x i16> @llvm.abs.v32i16(<32 x i16>, i1)

; CHECK-LABEL: define <32 x i8> @weighted(
; CHECK-NEXT: [[A:%.*]] = shufflevector <32 x i8> %a, <32 x i8> zeroinitializer, <32 x i32> <i32 0, i32 32, i32 1, i32 32, {{.*}}, i32 7, i32 32, i32 16, i32 32, {{.*}}, i32 23, i32 32>
; CHECK-NEXT: [[A0:%.*]] = bitcast <32 x i8> [[A]] to <16 x i16>
; CHECK-NEXT: [[A:%.*]] = shufflevector <32 x i8> %a, <32 x i8> zeroinitializer, <32 x i32> <i32 8, i32 32, {{.*}}, i32 15, i32 32, i32 24, i32 32, {{.*}}, i32 31, i32 32>
; CHECK-NEXT: [[A1:%.*]] = bitcast <32 x i8> [[A]] to <16 x i16>
; CHECK-NEXT: mul nuw nsw <16 x i16> [[A0]], splat (i16 77)
; CHECK-NEXT: mul nuw nsw <16 x i16> [[A1]], splat (i16 77)
; CHECK: [[R0:%.*]] = lshr <16 x i16>
; CHECK-NEXT: [[R1:%.*]] = lshr <16 x i16>
; CHECK-NEXT: %r = call <32 x i8> @llvm.x86.avx2.packuswb(<16 x i16> [[R0]], <16 x i16> [[R1]])
; CHECK-NEXT: ret <32 x i8> %r
define <32 x i8> @weighted(<32 x i8> %a, <32 x i8> %b) {
  %wa = zext <32 x i8> %a to <32 x i16>
  %ma = mul nuw nsw <32 x i16> %wa, splat (i16 77)
  %wb = zext <32 x i8> %b to <32 x i16>
  %mb = mul nuw <32 x i16> %wb, splat (i16 179)
  %s = add nuw <32 x i16> %ma, %mb
  %h = lshr <32 x i16> %s, splat (i16 8)
  %r = trunc nuw <32 x i16> %h to <32 x i8>
  ret <32 x i8> %r
}

; Two results of the same numbers, one with bits to cut off; each lane's own constant; a number that all lanes share; calls.
; CHECK-LABEL: define void @two_results(
; CHECK: add <16 x i16> {{%.*}}, <i16 0, i16 1, i16 2, i16 3, i16 4, i16 5, i16 6, i16 7, i16 16, i16 17,
; CHECK-NEXT: [[X1:%.*]] = add <16 x i16> {{%.*}}, <i16 8, {{.*}}, i16 15, i16 24, {{.*}}, i16 31>
; CHECK: mul <16 x i16> [[X1]], [[N:%.*]]
; CHECK: call <16 x i16> @llvm.umin.v16i16(
; CHECK: call <16 x i16> @llvm.abs.v16i16(<16 x i16> {{%.*}}, i1 false)
; CHECK: and <16 x i16> {{%.*}}, splat (i16 255)
; CHECK: %r = call <32 x i8> @llvm.x86.avx2.packuswb(
; CHECK: %q = call <32 x i8> @llvm.x86.avx2.packuswb(
; CHECK-NOT: trunc
define void @two_results(ptr %p, ptr %to, i16 %factor) {
  %a = load <32 x i8>, ptr %p
  %w = zext <32 x i8> %a to <32 x i16>
  %x = add <32 x i16> %w, <i16 0, i16 1, i16 2, i16 3, i16 4, i16 5, i16 6, i16 7, i16 8, i16 9, i16 10, i16 11, i16 12, i16 13, i16 14, i16 15, i16 16, i16 17, i16 18, i16 19, i16 20, i16 21, i16 22, i16 23, i16 24, i16 25, i16 26, i16 27, i16 28, i16 29, i16 30, i16 31>
  %one = insertelement <32 x i16> poison, i16 %factor, i64 0
  %n = shufflevector <32 x i16> %one, <32 x i16> poison, <32 x i32> zeroinitializer
  %y = mul <32 x i16> %x, %n
  %z = call <32 x i16> @llvm.umin.v32i16(<32 x i16> %y, <32 x i16> splat (i16 255))
  %m = call <32 x i16> @llvm.abs.v32i16(<32 x i16> %y, i1 false)
  %r = trunc <32 x i16> %m to <32 x i8>
  %q = trunc <32 x i16> %z to <32 x i8>
  store <32 x i8> %r, ptr %to
  %behind = getelementptr i8, ptr %to, i64 32
  store <32 x i8> %q, ptr %behind
  ret void
}

; Two registers of bytes are four of numbers.
; CHECK-LABEL: define <64 x i8> @two_registers(
; CHECK: call <32 x i8> @llvm.x86.avx2.packuswb(
; CHECK: call <32 x i8> @llvm.x86.avx2.packuswb(
; CHECK: %r = shufflevector <32 x i8>
define <64 x i8> @two_registers(<64 x i8> %a) {
  %w = zext <64 x i8> %a to <64 x i16>
  %s = mul <64 x i16> %w, %w
  %h = lshr <64 x i16> %s, splat (i16 8)
  %r = trunc <64 x i16> %h to <64 x i8>
  ret <64 x i8> %r
}

; Somebody sees the numbers in between,
; CHECK-LABEL: define <32 x i8> @seen(
; CHECK-NOT: call <32 x i8>
define <32 x i8> @seen(<32 x i8> %a, ptr %p) {
  %w = zext <32 x i8> %a to <32 x i16>
  %s = mul <32 x i16> %w, %w
  store <32 x i16> %s, ptr %p
  %h = lshr <32 x i16> %s, splat (i16 8)
  %r = trunc <32 x i16> %h to <32 x i8>
  ret <32 x i8> %r
}

; lanes are not by themselves, or numbers are no bytes,
; CHECK-LABEL: define <32 x i8> @crossing(
; CHECK-NOT: call <32 x i8>
define <32 x i8> @crossing(<32 x i8> %a, <32 x i16> %b) {
  %w = zext <32 x i8> %a to <32 x i16>
  %t = shufflevector <32 x i16> %w, <32 x i16> poison, <32 x i32> <i32 1, i32 0, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %s = mul <32 x i16> %w, %t
  %o = add <32 x i16> %s, %b
  %h = lshr <32 x i16> %o, splat (i16 8)
  %r = trunc <32 x i16> %h to <32 x i8>
  ret <32 x i8> %r
}

; or half a register is filled.
; CHECK-LABEL: define <16 x i8> @half_a_register(
; CHECK-NOT: call <32 x i8>
define <16 x i8> @half_a_register(<16 x i8> %a) {
  %w = zext <16 x i8> %a to <16 x i16>
  %s = mul <16 x i16> %w, %w
  %h = lshr <16 x i16> %s, splat (i16 8)
  %r = trunc <16 x i16> %h to <16 x i8>
  ret <16 x i8> %r
}

;--- sums
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
