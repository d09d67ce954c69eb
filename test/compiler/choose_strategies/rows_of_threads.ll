; RUN: %opt --passes=up-to-choose-strategies %s | %check
; Threads that each write a row of their own, from rows of their own and from what all share, run one by one: along the row memory is in
; order. Sums of floats along the row wait for each other, and what is written in columns is in order from thread to thread: packets.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @row.run(
; CHECK-NOT: {{<(16|32) x}}
; CHECK: {{^}}}
; CHECK-LABEL: define internal void @sum_of_row.run(
; CHECK: <32 x float>
; CHECK-LABEL: define internal void @column.run(
; CHECK: <32 x float>
define ptx_kernel void @row(ptr noalias %in, ptr noalias %factor, ptr noalias %out, i32 %width) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %begin = mul i32 %t, %width
  %f = load float, ptr %factor
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %place = add i32 %begin, %k
  %i = sext i32 %place to i64
  %a = getelementptr float, ptr %in, i64 %i
  %v = load float, ptr %a
  %scaled = fmul float %v, %f
  %o = getelementptr float, ptr %out, i64 %i
  store float %scaled, ptr %o
  %next = add nuw nsw i32 %k, 1
  %again = icmp slt i32 %next, %width
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

define ptx_kernel void @sum_of_row(ptr noalias %in, ptr noalias %out, i32 %width) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %begin = mul i32 %t, %width
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %place = add i32 %begin, %k
  %i = sext i32 %place to i64
  %a = getelementptr float, ptr %in, i64 %i
  %v = load float, ptr %a
  %more = fadd float %sum, %v
  %o = getelementptr float, ptr %out, i64 %i
  store float %more, ptr %o
  %next = add nuw nsw i32 %k, 1
  %again = icmp slt i32 %next, %width
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

define ptx_kernel void @column(ptr noalias %in, ptr noalias %out, i32 %height, i32 %pitch) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %row = mul i32 %k, %pitch
  %place = add i32 %row, %t
  %i = sext i32 %place to i64
  %a = getelementptr float, ptr %in, i64 %i
  %v = load float, ptr %a
  %scaled = fmul float %v, 2.0
  %o = getelementptr float, ptr %out, i64 %i
  store float %scaled, ptr %o
  %next = add nuw nsw i32 %k, 1
  %again = icmp slt i32 %next, %height
  br i1 %again, label %loop, label %exit
exit:
  ret void
}
