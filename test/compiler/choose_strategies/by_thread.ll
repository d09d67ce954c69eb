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
