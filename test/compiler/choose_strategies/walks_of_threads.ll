; RUN: %opt --passes=up-to-choose-strategies %s | %check
; Threads that each walk along a row of their own run one by one. Where arithmetic rules, where a loaded flag
; says which threads walk, and where all threads walk as far, packets are better.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @row.run(
; CHECK-NOT: {{<(16|32) x}}
; CHECK: {{^}}}
; CHECK-LABEL: define internal void @much_arithmetic.run(
; CHECK: <32 x float>
; CHECK-LABEL: define internal void @flagged.run(
; CHECK: <32 x float>
; CHECK-LABEL: define internal void @as_far.run(
; CHECK: <32 x float>
define ptx_kernel void @row(ptr noalias %rows, ptr noalias %x, ptr noalias %y) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %rows, i32 %t
  %first = load i32, ptr %a
  %b = getelementptr i32, ptr %a, i32 1
  %end = load i32, ptr %b
  br label %loop
loop:
  %k = phi i32 [ %first, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %i = sext i32 %k to i64
  %e = getelementptr float, ptr %x, i64 %i
  %v = load float, ptr %e
  %more = fadd float %sum, %v
  %next = add i32 %k, 1
  %again = icmp slt i32 %next, %end
  br i1 %again, label %loop, label %exit
exit:
  %o = getelementptr float, ptr %y, i32 %t
  store float %more, ptr %o
  ret void
}
define ptx_kernel void @much_arithmetic(ptr noalias %rows, ptr noalias %x, ptr noalias %y) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %rows, i32 %t
  %first = load i32, ptr %a
  %b = getelementptr i32, ptr %a, i32 1
  %end = load i32, ptr %b
  br label %loop
loop:
  %k = phi i32 [ %first, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %i = sext i32 %k to i64
  %e = getelementptr float, ptr %x, i64 %i
  %v = load float, ptr %e
  %square = fmul float %v, %v
  %more = fadd float %sum, %square
  %next = add i32 %k, 1
  %again = icmp slt i32 %next, %end
  br i1 %again, label %loop, label %exit
exit:
  %o = getelementptr float, ptr %y, i32 %t
  store float %more, ptr %o
  ret void
}
define ptx_kernel void @flagged(ptr noalias %flags, ptr noalias %rows, ptr noalias %x, ptr noalias %y) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %f = getelementptr i32, ptr %flags, i32 %t
  %flag = load i32, ptr %f
  %on = icmp ne i32 %flag, 0
  br i1 %on, label %walk, label %return
walk:
  %a = getelementptr i32, ptr %rows, i32 %t
  %first = load i32, ptr %a
  %b = getelementptr i32, ptr %a, i32 1
  %end = load i32, ptr %b
  br label %loop
loop:
  %k = phi i32 [ %first, %walk ], [ %next, %loop ]
  %sum = phi float [ 0.0, %walk ], [ %more, %loop ]
  %i = sext i32 %k to i64
  %e = getelementptr float, ptr %x, i64 %i
  %v = load float, ptr %e
  %more = fadd float %sum, %v
  %next = add i32 %k, 1
  %again = icmp slt i32 %next, %end
  br i1 %again, label %loop, label %exit
exit:
  %o = getelementptr float, ptr %y, i32 %t
  store float %more, ptr %o
  br label %return
return:
  ret void
}
define ptx_kernel void @as_far(i32 %end, ptr noalias %x, ptr noalias %y) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %j = add i32 %k, %t
  %i = sext i32 %j to i64
  %e = getelementptr float, ptr %x, i64 %i
  %v = load float, ptr %e
  %more = fadd float %sum, %v
  %next = add i32 %k, 1
  %again = icmp slt i32 %next, %end
  br i1 %again, label %loop, label %exit
exit:
  %o = getelementptr float, ptr %y, i32 %t
  store float %more, ptr %o
  ret void
}
