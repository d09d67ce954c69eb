; Threads that look values up.

;--- by_thread
; RUN: %opt --passes=up-to-choose-strategies %s | %check
; RUN: %opt --passes=up-to-choose-strategies --cpu=haswell %s | %check --check-prefix=AVX2
; RUN: %opt --passes=up-to-choose-strategies --off=by-thread %s | %check --check-prefix=OFF
; There is no gather of bytes: threads that do little but look them up run one by one. Those of which each looks one up and
; computes with it for long are packets still, and so are lookups of words where gathers are fast.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @bytes.run(
; CHECK-NOT: {{<(16|32|64) x}}
; CHECK: {{^}}}
; CHECK-LABEL: define internal void @words.run(
; CHECK: masked.gather
; CHECK-LABEL: define internal void @computing.run(
; CHECK: <32 x float>

; OFF-LABEL: define internal void @bytes.run(
; OFF: <32 x i8> @llvm.masked.gather
; OFF-LABEL: define internal void @words.run(

; AVX2-LABEL: define internal void @bytes.run(
; AVX2-NOT: {{<(16|32|64) x}}
; AVX2: {{^}}}
define ptx_kernel void @bytes(ptr noalias %in, ptr noalias %table, ptr noalias %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext nneg i32 %t to i64
  %a = getelementptr i32, ptr %in, i64 %i
  %word = load i32, ptr %a
  %first = and i32 %word, 255
  %i0 = zext nneg i32 %first to i64
  %a0 = getelementptr i8, ptr %table, i64 %i0
  %v0 = load i8, ptr %a0
  %shifted = lshr i32 %word, 8
  %second = and i32 %shifted, 255
  %i1 = zext nneg i32 %second to i64
  %a1 = getelementptr i8, ptr %table, i64 %i1
  %v1 = load i8, ptr %a1
  %sum = add i8 %v0, %v1
  %o = getelementptr i8, ptr %out, i64 %i
  store i8 %sum, ptr %o
  ret void
}

define ptx_kernel void @words(ptr noalias %in, ptr noalias %table, ptr noalias %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext nneg i32 %t to i64
  %a = getelementptr i32, ptr %in, i64 %i
  %word = load i32, ptr %a
  %first = and i32 %word, 255
  %i0 = zext nneg i32 %first to i64
  %a0 = getelementptr i32, ptr %table, i64 %i0
  %v0 = load i32, ptr %a0
  %shifted = lshr i32 %word, 8
  %second = and i32 %shifted, 255
  %i1 = zext nneg i32 %second to i64
  %a1 = getelementptr i32, ptr %table, i64 %i1
  %v1 = load i32, ptr %a1
  %sum = add i32 %v0, %v1
  %o = getelementptr i32, ptr %out, i64 %i
  store i32 %sum, ptr %o
  ret void
}

define ptx_kernel void @computing(ptr noalias %in, ptr noalias %table, ptr noalias %out) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext nneg i32 %t to i64
  %a = getelementptr i32, ptr %in, i64 %i
  %word = load i32, ptr %a
  %first = and i32 %word, 255
  %i0 = zext nneg i32 %first to i64
  %a0 = getelementptr i8, ptr %table, i64 %i0
  %v0 = load i8, ptr %a0
  %start = uitofp i8 %v0 to float
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi float [ %start, %entry ], [ %z, %loop ]
  %y = fmul float %x, %x
  %z = fsub float %y, 1.0
  %next = add nuw nsw i32 %k, 1
  %end = icmp eq i32 %next, 100
  br i1 %end, label %exit, label %loop
exit:
  %o = getelementptr float, ptr %out, i64 %i
  store float %z, ptr %o
  ret void
}

;--- lookups
; RUN: %opt --passes=up-to-choose-strategies --cpu=haswell %s | %check
; RUN: %opt --passes=up-to-choose-strategies %s | %check --check-prefix=AVX512
; Without a fast gather, threads that look up many values at once run one by one.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @many.run(
; CHECK-NOT: masked.gather
; CHECK: load i32, ptr
; CHECK-LABEL: define internal void @waiting.run(
; AVX512-LABEL: define internal void @many.run(
; AVX512: masked.gather
; AVX512-LABEL: define internal void @waiting.run(
define ptx_kernel void @many(ptr %p, ptr %table) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %t
  %w = load i32, ptr %a
  %i0 = and i32 %w, 255
  %z0 = zext i32 %i0 to i64
  %a0 = getelementptr i32, ptr %table, i64 %z0
  %v0 = load i32, ptr %a0
  %s1 = lshr i32 %w, 1
  %i1 = and i32 %s1, 255
  %z1 = zext i32 %i1 to i64
  %a1 = getelementptr i32, ptr %table, i64 %z1
  %v1 = load i32, ptr %a1
  %x1 = xor i32 %v0, %v1
  %s2 = lshr i32 %w, 2
  %i2 = and i32 %s2, 255
  %z2 = zext i32 %i2 to i64
  %a2 = getelementptr i32, ptr %table, i64 %z2
  %v2 = load i32, ptr %a2
  %x2 = xor i32 %x1, %v2
  %s3 = lshr i32 %w, 3
  %i3 = and i32 %s3, 255
  %z3 = zext i32 %i3 to i64
  %a3 = getelementptr i32, ptr %table, i64 %z3
  %v3 = load i32, ptr %a3
  %x3 = xor i32 %x2, %v3
  %s4 = lshr i32 %w, 4
  %i4 = and i32 %s4, 255
  %z4 = zext i32 %i4 to i64
  %a4 = getelementptr i32, ptr %table, i64 %z4
  %v4 = load i32, ptr %a4
  %x4 = xor i32 %x3, %v4
  %s5 = lshr i32 %w, 5
  %i5 = and i32 %s5, 255
  %z5 = zext i32 %i5 to i64
  %a5 = getelementptr i32, ptr %table, i64 %z5
  %v5 = load i32, ptr %a5
  %x5 = xor i32 %x4, %v5
  %s6 = lshr i32 %w, 6
  %i6 = and i32 %s6, 255
  %z6 = zext i32 %i6 to i64
  %a6 = getelementptr i32, ptr %table, i64 %z6
  %v6 = load i32, ptr %a6
  %x6 = xor i32 %x5, %v6
  %s7 = lshr i32 %w, 7
  %i7 = and i32 %s7, 255
  %z7 = zext i32 %i7 to i64
  %a7 = getelementptr i32, ptr %table, i64 %z7
  %v7 = load i32, ptr %a7
  %x7 = xor i32 %x6, %v7
  store i32 %x7, ptr %a
  ret void
}

; Where each waits for the one before, many threads wait together;
; CHECK: masked.gather
; CHECK-LABEL: define internal void @few.run(
define ptx_kernel void @waiting(ptr %p, ptr %table) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %t
  %w = load i32, ptr %a
  %i0 = and i32 %w, 255
  %z0 = zext i32 %i0 to i64
  %a0 = getelementptr i32, ptr %table, i64 %z0
  %v0 = load i32, ptr %a0
  %i1 = and i32 %v0, 255
  %z1 = zext i32 %i1 to i64
  %a1 = getelementptr i32, ptr %table, i64 %z1
  %v1 = load i32, ptr %a1
  %i2 = and i32 %v1, 255
  %z2 = zext i32 %i2 to i64
  %a2 = getelementptr i32, ptr %table, i64 %z2
  %v2 = load i32, ptr %a2
  %i3 = and i32 %v2, 255
  %z3 = zext i32 %i3 to i64
  %a3 = getelementptr i32, ptr %table, i64 %z3
  %v3 = load i32, ptr %a3
  %i4 = and i32 %v3, 255
  %z4 = zext i32 %i4 to i64
  %a4 = getelementptr i32, ptr %table, i64 %z4
  %v4 = load i32, ptr %a4
  %i5 = and i32 %v4, 255
  %z5 = zext i32 %i5 to i64
  %a5 = getelementptr i32, ptr %table, i64 %z5
  %v5 = load i32, ptr %a5
  %i6 = and i32 %v5, 255
  %z6 = zext i32 %i6 to i64
  %a6 = getelementptr i32, ptr %table, i64 %z6
  %v6 = load i32, ptr %a6
  %i7 = and i32 %v6, 255
  %z7 = zext i32 %i7 to i64
  %a7 = getelementptr i32, ptr %table, i64 %z7
  %v7 = load i32, ptr %a7
  store i32 %v7, ptr %a
  ret void
}

; so they do where few are looked up,
; CHECK: masked.gather
; CHECK-LABEL: define internal void @computing.run(
define ptx_kernel void @few(ptr %p, ptr %table) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %t
  %w = load i32, ptr %a
  %i0 = and i32 %w, 255
  %z0 = zext i32 %i0 to i64
  %a0 = getelementptr i32, ptr %table, i64 %z0
  %v0 = load i32, ptr %a0
  %s1 = lshr i32 %w, 1
  %i1 = and i32 %s1, 255
  %z1 = zext i32 %i1 to i64
  %a1 = getelementptr i32, ptr %table, i64 %z1
  %v1 = load i32, ptr %a1
  %x1 = xor i32 %v0, %v1
  %s2 = lshr i32 %w, 2
  %i2 = and i32 %s2, 255
  %z2 = zext i32 %i2 to i64
  %a2 = getelementptr i32, ptr %table, i64 %z2
  %v2 = load i32, ptr %a2
  %x2 = xor i32 %x1, %v2
  %s3 = lshr i32 %w, 3
  %i3 = and i32 %s3, 255
  %z3 = zext i32 %i3 to i64
  %a3 = getelementptr i32, ptr %table, i64 %z3
  %v3 = load i32, ptr %a3
  %x3 = xor i32 %x2, %v3
  store i32 %x3, ptr %a
  ret void
}

; or much is computed.
; CHECK: masked.gather
define ptx_kernel void @computing(ptr %p, ptr %table) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %t
  %w = load i32, ptr %a
  %i0 = and i32 %w, 255
  %z0 = zext i32 %i0 to i64
  %a0 = getelementptr i32, ptr %table, i64 %z0
  %v0 = load i32, ptr %a0
  %s1 = lshr i32 %w, 1
  %i1 = and i32 %s1, 255
  %z1 = zext i32 %i1 to i64
  %a1 = getelementptr i32, ptr %table, i64 %z1
  %v1 = load i32, ptr %a1
  %x1 = xor i32 %v0, %v1
  %s2 = lshr i32 %w, 2
  %i2 = and i32 %s2, 255
  %z2 = zext i32 %i2 to i64
  %a2 = getelementptr i32, ptr %table, i64 %z2
  %v2 = load i32, ptr %a2
  %x2 = xor i32 %x1, %v2
  %s3 = lshr i32 %w, 3
  %i3 = and i32 %s3, 255
  %z3 = zext i32 %i3 to i64
  %a3 = getelementptr i32, ptr %table, i64 %z3
  %v3 = load i32, ptr %a3
  %x3 = xor i32 %x2, %v3
  %s4 = lshr i32 %w, 4
  %i4 = and i32 %s4, 255
  %z4 = zext i32 %i4 to i64
  %a4 = getelementptr i32, ptr %table, i64 %z4
  %v4 = load i32, ptr %a4
  %x4 = xor i32 %x3, %v4
  %s5 = lshr i32 %w, 5
  %i5 = and i32 %s5, 255
  %z5 = zext i32 %i5 to i64
  %a5 = getelementptr i32, ptr %table, i64 %z5
  %v5 = load i32, ptr %a5
  %x5 = xor i32 %x4, %v5
  %s6 = lshr i32 %w, 6
  %i6 = and i32 %s6, 255
  %z6 = zext i32 %i6 to i64
  %a6 = getelementptr i32, ptr %table, i64 %z6
  %v6 = load i32, ptr %a6
  %x6 = xor i32 %x5, %v6
  %s7 = lshr i32 %w, 7
  %i7 = and i32 %s7, 255
  %z7 = zext i32 %i7 to i64
  %a7 = getelementptr i32, ptr %table, i64 %z7
  %v7 = load i32, ptr %a7
  %x7 = xor i32 %x6, %v7
  %e0 = mul i32 %x7, %x7
  %f0 = add i32 %e0, 1
  %e1 = mul i32 %f0, %f0
  %f1 = add i32 %e1, 3
  %e2 = mul i32 %f1, %f1
  %f2 = add i32 %e2, 5
  %e3 = mul i32 %f2, %f2
  %f3 = add i32 %e3, 7
  %e4 = mul i32 %f3, %f3
  %f4 = add i32 %e4, 9
  %e5 = mul i32 %f4, %f4
  %f5 = add i32 %e5, 11
  %e6 = mul i32 %f5, %f5
  %f6 = add i32 %e6, 13
  %e7 = mul i32 %f6, %f6
  %f7 = add i32 %e7, 15
  %e8 = mul i32 %f7, %f7
  %f8 = add i32 %e8, 17
  %e9 = mul i32 %f8, %f8
  %f9 = add i32 %e9, 19
  %e10 = mul i32 %f9, %f9
  %f10 = add i32 %e10, 21
  %e11 = mul i32 %f10, %f10
  %f11 = add i32 %e11, 23
  %e12 = mul i32 %f11, %f11
  %f12 = add i32 %e12, 25
  %e13 = mul i32 %f12, %f12
  %f13 = add i32 %e13, 27
  %e14 = mul i32 %f13, %f13
  %f14 = add i32 %e14, 29
  %e15 = mul i32 %f14, %f14
  %f15 = add i32 %e15, 31
  %e16 = mul i32 %f15, %f15
  %f16 = add i32 %e16, 33
  %e17 = mul i32 %f16, %f16
  %f17 = add i32 %e17, 35
  %e18 = mul i32 %f17, %f17
  %f18 = add i32 %e18, 37
  %e19 = mul i32 %f18, %f18
  %f19 = add i32 %e19, 39
  store i32 %f19, ptr %a
  ret void
}
