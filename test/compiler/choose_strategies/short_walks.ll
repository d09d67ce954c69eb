; RUN: %opt --cpu=icelake-server --passes=up-to-choose-strategies %s | %check --check-prefixes=CHECK,FAST
; RUN: %opt --cpu=znver4 --passes=up-to-choose-strategies %s | %check --check-prefixes=CHECK,SLOW
; Threads that each walk along a row of their own run as packets where the processor gathers fast, if all of the packet's
; walks are short, else one by one. Not where something was written before the walk: threads could not start over.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @row.run(
; SLOW-NOT: <16 x
; FAST: %[[COUNT:.*]] = sub <16 x i32>
; FAST: icmp ule <16 x i32> %[[COUNT]], splat (i32 16)
; FAST: br i1 %all{{.*}}, label %[[ASK:.*]], label %[[APART:.*]]
; FAST: call <16 x float> @llvm.masked.gather
; FAST: store i8 0, ptr %serves
; FAST: %lane{{.*}} = phi i32
; CHECK-LABEL: define internal void @counts_before.run(
; CHECK-NOT: <16 x
; CHECK: {{^}}}
define ptx_kernel void @row(ptr noalias %rows, ptr noalias %x, ptr noalias %y) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %rows, i32 %t
  %first = load i32, ptr %a
  %b = getelementptr i32, ptr %a, i32 1
  %end = load i32, ptr %b
  %some = icmp slt i32 %first, %end
  br i1 %some, label %loop, label %exit
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
  %result = phi float [ 0.0, %entry ], [ %more, %loop ]
  %o = getelementptr float, ptr %y, i32 %t
  store float %result, ptr %o
  ret void
}
define ptx_kernel void @counts_before(ptr noalias %rows, ptr noalias %x, ptr noalias %y) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %rows, i32 %t
  %first = load i32, ptr %a
  %b = getelementptr i32, ptr %a, i32 1
  %end = load i32, ptr %b
  %o = getelementptr float, ptr %y, i32 %t
  %old = load float, ptr %o
  %new = fadd float %old, 1.0
  store float %new, ptr %o
  %some = icmp slt i32 %first, %end
  br i1 %some, label %loop, label %exit
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
  %result = phi float [ 0.0, %entry ], [ %more, %loop ]
  store float %result, ptr %o
  ret void
}
