; RUN: %opt --cpu=haswell --passes=load-beside %s | %check
; Registers of turned vectors that do not go around are loaded from beside, where a block turns more than the processor may have under
; way to memory: 72 registers.

; CHECK-LABEL: define void @rows(
; CHECK: [[ROW:%.*]] = load <32 x i32>, ptr %a0, align 128
; CHECK-NEXT: [[P0:%.*]] = getelementptr i8, ptr %a0, i64 4
; CHECK-NEXT: [[R0:%.*]] = load <8 x i32>, ptr [[P0]], align 4
; CHECK-NEXT: [[P1:%.*]] = getelementptr i8, ptr %a0, i64 36
; CHECK-NEXT: [[R1:%.*]] = load <8 x i32>, ptr [[P1]], align 4
; CHECK-NEXT: [[P2:%.*]] = getelementptr i8, ptr %a0, i64 68
; CHECK-NEXT: [[R2:%.*]] = load <8 x i32>, ptr [[P2]], align 4
; CHECK-NEXT: [[R3:%.*]] = shufflevector <32 x i32> [[ROW]], <32 x i32> poison, <8 x i32> <i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 0>
; CHECK-NEXT: shufflevector <8 x i32> [[R0]], <8 x i32> [[R1]]
; CHECK-NEXT: shufflevector <8 x i32> [[R2]], <8 x i32> [[R3]]
; CHECK: ret void
define void @rows(ptr %p, ptr %q) {
  %a0 = getelementptr i8, ptr %p, i64 0
  %l0 = load <32 x i32>, ptr %a0, align 128
  %t0 = shufflevector <32 x i32> %l0, <32 x i32> poison, <32 x i32> <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 0>
  %s0 = add <32 x i32> %t0, %l0
  %b0 = getelementptr i8, ptr %q, i64 0
  store <32 x i32> %s0, ptr %b0, align 4
  %a1 = getelementptr i8, ptr %p, i64 128
  %l1 = load <32 x i32>, ptr %a1, align 128
  %t1 = shufflevector <32 x i32> %l1, <32 x i32> poison, <32 x i32> <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 0>
  %s1 = add <32 x i32> %t1, %l1
  %b1 = getelementptr i8, ptr %q, i64 128
  store <32 x i32> %s1, ptr %b1, align 4
  %a2 = getelementptr i8, ptr %p, i64 256
  %l2 = load <32 x i32>, ptr %a2, align 128
  %t2 = shufflevector <32 x i32> %l2, <32 x i32> poison, <32 x i32> <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 0>
  %s2 = add <32 x i32> %t2, %l2
  %b2 = getelementptr i8, ptr %q, i64 256
  store <32 x i32> %s2, ptr %b2, align 4
  %a3 = getelementptr i8, ptr %p, i64 384
  %l3 = load <32 x i32>, ptr %a3, align 128
  %t3 = shufflevector <32 x i32> %l3, <32 x i32> poison, <32 x i32> <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 0>
  %s3 = add <32 x i32> %t3, %l3
  %b3 = getelementptr i8, ptr %q, i64 384
  store <32 x i32> %s3, ptr %b3, align 4
  %a4 = getelementptr i8, ptr %p, i64 512
  %l4 = load <32 x i32>, ptr %a4, align 128
  %t4 = shufflevector <32 x i32> %l4, <32 x i32> poison, <32 x i32> <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 0>
  %s4 = add <32 x i32> %t4, %l4
  %b4 = getelementptr i8, ptr %q, i64 512
  store <32 x i32> %s4, ptr %b4, align 4
  %a5 = getelementptr i8, ptr %p, i64 640
  %l5 = load <32 x i32>, ptr %a5, align 128
  %t5 = shufflevector <32 x i32> %l5, <32 x i32> poison, <32 x i32> <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 0>
  %s5 = add <32 x i32> %t5, %l5
  %b5 = getelementptr i8, ptr %q, i64 640
  store <32 x i32> %s5, ptr %b5, align 4
  %a6 = getelementptr i8, ptr %p, i64 768
  %l6 = load <32 x i32>, ptr %a6, align 128
  %t6 = shufflevector <32 x i32> %l6, <32 x i32> poison, <32 x i32> <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 0>
  %s6 = add <32 x i32> %t6, %l6
  %b6 = getelementptr i8, ptr %q, i64 768
  store <32 x i32> %s6, ptr %b6, align 4
  %a7 = getelementptr i8, ptr %p, i64 896
  %l7 = load <32 x i32>, ptr %a7, align 128
  %t7 = shufflevector <32 x i32> %l7, <32 x i32> poison, <32 x i32> <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 0>
  %s7 = add <32 x i32> %t7, %l7
  %b7 = getelementptr i8, ptr %q, i64 896
  store <32 x i32> %s7, ptr %b7, align 4
  %a8 = getelementptr i8, ptr %p, i64 1024
  %l8 = load <32 x i32>, ptr %a8, align 128
  %t8 = shufflevector <32 x i32> %l8, <32 x i32> poison, <32 x i32> <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 0>
  %s8 = add <32 x i32> %t8, %l8
  %b8 = getelementptr i8, ptr %q, i64 1024
  store <32 x i32> %s8, ptr %b8, align 4
  %a9 = getelementptr i8, ptr %p, i64 1152
  %l9 = load <32 x i32>, ptr %a9, align 128
  %t9 = shufflevector <32 x i32> %l9, <32 x i32> poison, <32 x i32> <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 0>
  %s9 = add <32 x i32> %t9, %l9
  %b9 = getelementptr i8, ptr %q, i64 1152
  store <32 x i32> %s9, ptr %b9, align 4
  %a10 = getelementptr i8, ptr %p, i64 1280
  %l10 = load <32 x i32>, ptr %a10, align 128
  %t10 = shufflevector <32 x i32> %l10, <32 x i32> poison, <32 x i32> <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 0>
  %s10 = add <32 x i32> %t10, %l10
  %b10 = getelementptr i8, ptr %q, i64 1280
  store <32 x i32> %s10, ptr %b10, align 4
  %a11 = getelementptr i8, ptr %p, i64 1408
  %l11 = load <32 x i32>, ptr %a11, align 128
  %t11 = shufflevector <32 x i32> %l11, <32 x i32> poison, <32 x i32> <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 0>
  %s11 = add <32 x i32> %t11, %l11
  %b11 = getelementptr i8, ptr %q, i64 1408
  store <32 x i32> %s11, ptr %b11, align 4
  %a12 = getelementptr i8, ptr %p, i64 1536
  %l12 = load <32 x i32>, ptr %a12, align 128
  %t12 = shufflevector <32 x i32> %l12, <32 x i32> poison, <32 x i32> <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 0>
  %s12 = add <32 x i32> %t12, %l12
  %b12 = getelementptr i8, ptr %q, i64 1536
  store <32 x i32> %s12, ptr %b12, align 4
  %a13 = getelementptr i8, ptr %p, i64 1664
  %l13 = load <32 x i32>, ptr %a13, align 128
  %t13 = shufflevector <32 x i32> %l13, <32 x i32> poison, <32 x i32> <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 0>
  %s13 = add <32 x i32> %t13, %l13
  %b13 = getelementptr i8, ptr %q, i64 1664
  store <32 x i32> %s13, ptr %b13, align 4
  %a14 = getelementptr i8, ptr %p, i64 1792
  %l14 = load <32 x i32>, ptr %a14, align 128
  %t14 = shufflevector <32 x i32> %l14, <32 x i32> poison, <32 x i32> <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 0>
  %s14 = add <32 x i32> %t14, %l14
  %b14 = getelementptr i8, ptr %q, i64 1792
  store <32 x i32> %s14, ptr %b14, align 4
  %a15 = getelementptr i8, ptr %p, i64 1920
  %l15 = load <32 x i32>, ptr %a15, align 128
  %t15 = shufflevector <32 x i32> %l15, <32 x i32> poison, <32 x i32> <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 0>
  %s15 = add <32 x i32> %t15, %l15
  %b15 = getelementptr i8, ptr %q, i64 1920
  store <32 x i32> %s15, ptr %b15, align 4
  %a16 = getelementptr i8, ptr %p, i64 2048
  %l16 = load <32 x i32>, ptr %a16, align 128
  %t16 = shufflevector <32 x i32> %l16, <32 x i32> poison, <32 x i32> <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 0>
  %s16 = add <32 x i32> %t16, %l16
  %b16 = getelementptr i8, ptr %q, i64 2048
  store <32 x i32> %s16, ptr %b16, align 4
  %a17 = getelementptr i8, ptr %p, i64 2176
  %l17 = load <32 x i32>, ptr %a17, align 128
  %t17 = shufflevector <32 x i32> %l17, <32 x i32> poison, <32 x i32> <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 0>
  %s17 = add <32 x i32> %t17, %l17
  %b17 = getelementptr i8, ptr %q, i64 2176
  store <32 x i32> %s17, ptr %b17, align 4
  ret void
}

; Fewer might be stored just before.
; CHECK-LABEL: define void @few(
; CHECK-NOT: <8 x i32>
; CHECK: ret void
define void @few(ptr %p, ptr %q) {
  %a0 = getelementptr i8, ptr %p, i64 0
  %l0 = load <32 x i32>, ptr %a0, align 128
  %t0 = shufflevector <32 x i32> %l0, <32 x i32> poison, <32 x i32> <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 0>
  %s0 = add <32 x i32> %t0, %l0
  %b0 = getelementptr i8, ptr %q, i64 0
  store <32 x i32> %s0, ptr %b0, align 4
  %a1 = getelementptr i8, ptr %p, i64 128
  %l1 = load <32 x i32>, ptr %a1, align 128
  %t1 = shufflevector <32 x i32> %l1, <32 x i32> poison, <32 x i32> <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 0>
  %s1 = add <32 x i32> %t1, %l1
  %b1 = getelementptr i8, ptr %q, i64 128
  store <32 x i32> %s1, ptr %b1, align 4
  ret void
}

; Whole registers need nothing.
; CHECK-LABEL: define void @whole(
; CHECK-NOT: <8 x i32>
; CHECK: ret void
define void @whole(ptr %p, ptr %q) {
  %a0 = getelementptr i8, ptr %p, i64 0
  %l0 = load <32 x i32>, ptr %a0, align 128
  %t0 = shufflevector <32 x i32> %l0, <32 x i32> poison, <32 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %s0 = add <32 x i32> %t0, %l0
  %b0 = getelementptr i8, ptr %q, i64 0
  store <32 x i32> %s0, ptr %b0, align 4
  %a1 = getelementptr i8, ptr %p, i64 128
  %l1 = load <32 x i32>, ptr %a1, align 128
  %t1 = shufflevector <32 x i32> %l1, <32 x i32> poison, <32 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %s1 = add <32 x i32> %t1, %l1
  %b1 = getelementptr i8, ptr %q, i64 128
  store <32 x i32> %s1, ptr %b1, align 4
  %a2 = getelementptr i8, ptr %p, i64 256
  %l2 = load <32 x i32>, ptr %a2, align 128
  %t2 = shufflevector <32 x i32> %l2, <32 x i32> poison, <32 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %s2 = add <32 x i32> %t2, %l2
  %b2 = getelementptr i8, ptr %q, i64 256
  store <32 x i32> %s2, ptr %b2, align 4
  %a3 = getelementptr i8, ptr %p, i64 384
  %l3 = load <32 x i32>, ptr %a3, align 128
  %t3 = shufflevector <32 x i32> %l3, <32 x i32> poison, <32 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %s3 = add <32 x i32> %t3, %l3
  %b3 = getelementptr i8, ptr %q, i64 384
  store <32 x i32> %s3, ptr %b3, align 4
  %a4 = getelementptr i8, ptr %p, i64 512
  %l4 = load <32 x i32>, ptr %a4, align 128
  %t4 = shufflevector <32 x i32> %l4, <32 x i32> poison, <32 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %s4 = add <32 x i32> %t4, %l4
  %b4 = getelementptr i8, ptr %q, i64 512
  store <32 x i32> %s4, ptr %b4, align 4
  %a5 = getelementptr i8, ptr %p, i64 640
  %l5 = load <32 x i32>, ptr %a5, align 128
  %t5 = shufflevector <32 x i32> %l5, <32 x i32> poison, <32 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %s5 = add <32 x i32> %t5, %l5
  %b5 = getelementptr i8, ptr %q, i64 640
  store <32 x i32> %s5, ptr %b5, align 4
  %a6 = getelementptr i8, ptr %p, i64 768
  %l6 = load <32 x i32>, ptr %a6, align 128
  %t6 = shufflevector <32 x i32> %l6, <32 x i32> poison, <32 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %s6 = add <32 x i32> %t6, %l6
  %b6 = getelementptr i8, ptr %q, i64 768
  store <32 x i32> %s6, ptr %b6, align 4
  %a7 = getelementptr i8, ptr %p, i64 896
  %l7 = load <32 x i32>, ptr %a7, align 128
  %t7 = shufflevector <32 x i32> %l7, <32 x i32> poison, <32 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %s7 = add <32 x i32> %t7, %l7
  %b7 = getelementptr i8, ptr %q, i64 896
  store <32 x i32> %s7, ptr %b7, align 4
  %a8 = getelementptr i8, ptr %p, i64 1024
  %l8 = load <32 x i32>, ptr %a8, align 128
  %t8 = shufflevector <32 x i32> %l8, <32 x i32> poison, <32 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %s8 = add <32 x i32> %t8, %l8
  %b8 = getelementptr i8, ptr %q, i64 1024
  store <32 x i32> %s8, ptr %b8, align 4
  %a9 = getelementptr i8, ptr %p, i64 1152
  %l9 = load <32 x i32>, ptr %a9, align 128
  %t9 = shufflevector <32 x i32> %l9, <32 x i32> poison, <32 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %s9 = add <32 x i32> %t9, %l9
  %b9 = getelementptr i8, ptr %q, i64 1152
  store <32 x i32> %s9, ptr %b9, align 4
  %a10 = getelementptr i8, ptr %p, i64 1280
  %l10 = load <32 x i32>, ptr %a10, align 128
  %t10 = shufflevector <32 x i32> %l10, <32 x i32> poison, <32 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %s10 = add <32 x i32> %t10, %l10
  %b10 = getelementptr i8, ptr %q, i64 1280
  store <32 x i32> %s10, ptr %b10, align 4
  %a11 = getelementptr i8, ptr %p, i64 1408
  %l11 = load <32 x i32>, ptr %a11, align 128
  %t11 = shufflevector <32 x i32> %l11, <32 x i32> poison, <32 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %s11 = add <32 x i32> %t11, %l11
  %b11 = getelementptr i8, ptr %q, i64 1408
  store <32 x i32> %s11, ptr %b11, align 4
  %a12 = getelementptr i8, ptr %p, i64 1536
  %l12 = load <32 x i32>, ptr %a12, align 128
  %t12 = shufflevector <32 x i32> %l12, <32 x i32> poison, <32 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %s12 = add <32 x i32> %t12, %l12
  %b12 = getelementptr i8, ptr %q, i64 1536
  store <32 x i32> %s12, ptr %b12, align 4
  %a13 = getelementptr i8, ptr %p, i64 1664
  %l13 = load <32 x i32>, ptr %a13, align 128
  %t13 = shufflevector <32 x i32> %l13, <32 x i32> poison, <32 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %s13 = add <32 x i32> %t13, %l13
  %b13 = getelementptr i8, ptr %q, i64 1664
  store <32 x i32> %s13, ptr %b13, align 4
  %a14 = getelementptr i8, ptr %p, i64 1792
  %l14 = load <32 x i32>, ptr %a14, align 128
  %t14 = shufflevector <32 x i32> %l14, <32 x i32> poison, <32 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %s14 = add <32 x i32> %t14, %l14
  %b14 = getelementptr i8, ptr %q, i64 1792
  store <32 x i32> %s14, ptr %b14, align 4
  %a15 = getelementptr i8, ptr %p, i64 1920
  %l15 = load <32 x i32>, ptr %a15, align 128
  %t15 = shufflevector <32 x i32> %l15, <32 x i32> poison, <32 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %s15 = add <32 x i32> %t15, %l15
  %b15 = getelementptr i8, ptr %q, i64 1920
  store <32 x i32> %s15, ptr %b15, align 4
  %a16 = getelementptr i8, ptr %p, i64 2048
  %l16 = load <32 x i32>, ptr %a16, align 128
  %t16 = shufflevector <32 x i32> %l16, <32 x i32> poison, <32 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %s16 = add <32 x i32> %t16, %l16
  %b16 = getelementptr i8, ptr %q, i64 2048
  store <32 x i32> %s16, ptr %b16, align 4
  %a17 = getelementptr i8, ptr %p, i64 2176
  %l17 = load <32 x i32>, ptr %a17, align 128
  %t17 = shufflevector <32 x i32> %l17, <32 x i32> poison, <32 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %s17 = add <32 x i32> %t17, %l17
  %b17 = getelementptr i8, ptr %q, i64 2176
  store <32 x i32> %s17, ptr %b17, align 4
  ret void
}
