; Threads that each walk along a row of their own.

;--- walks_of_threads
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

;--- short_walks
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

;--- prefetched_walks
; RUN: %opt --passes=up-to-choose-strategies %s | %check
; RUN: %opt --cpu=icelake-server --passes=up-to-choose-strategies %s | %check --check-prefixes=CHECK,FAST
; RUN: %opt --cpu=znver4 --passes=up-to-choose-strategies %s | %check --check-prefixes=CHECK,SLOW
; Walks that begin where memory says, in order of the rows: what lies behind is asked for.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()

; CHECK-LABEL: define internal void @rows.run(
; CHECK: [[LATER:%.*]] = getelementptr i8, ptr [[A:%.*]], i64 1024
; CHECK: call void @llvm.prefetch.p0(ptr [[LATER]], i32 0, i32 3, i32 1)
; CHECK: [[NEXT:%.*]] = getelementptr i8, ptr [[LATER]], i64 64
; CHECK: call void @llvm.prefetch.p0(ptr [[NEXT]], i32 0, i32 3, i32 1)
; CHECK: call <32 x float> @llvm.masked.load.v32f32.p0(ptr {{.*}}[[A]],
define ptx_kernel void @rows(ptr %begins, ptr %p, ptr %q) {
entry:
  %t = call range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %y = sext i32 %row to i64
  %at = getelementptr i32, ptr %begins, i64 %y
  %begin = load i32, ptr %at
  %behind = getelementptr i32, ptr %at, i64 1
  %end = load i32, ptr %behind
  %first = add nsw i32 %begin, %t
  %some = icmp slt i32 %first, %end
  br i1 %some, label %loop, label %done
loop:
  %k = phi i32 [ %first, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %x = sext i32 %k to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load float, ptr %a
  %more = fadd float %sum, %v
  %next = add nsw i32 %k, 32
  %goes.on = icmp slt i32 %next, %end
  br i1 %goes.on, label %loop, label %done
done:
  %all = phi float [ 0.0, %entry ], [ %more, %loop ]
  %z = sext i32 %t to i64
  %o = getelementptr float, ptr %q, i64 %z
  store float %all, ptr %o
  ret void
}

; Rows in an order that comes from memory too: the next one may be anywhere.
; CHECK-LABEL: define internal void @chosen_rows.run(
; CHECK-NOT: call void @llvm.prefetch
; CHECK: {{^}}}
define ptx_kernel void @chosen_rows(ptr %chosen, ptr %begins, ptr %p, ptr %q) {
entry:
  %t = call range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %c = sext i32 %b to i64
  %choice = getelementptr i32, ptr %chosen, i64 %c
  %row = load i32, ptr %choice
  %y = sext i32 %row to i64
  %at = getelementptr i32, ptr %begins, i64 %y
  %begin = load i32, ptr %at
  %behind = getelementptr i32, ptr %at, i64 1
  %end = load i32, ptr %behind
  %first = add nsw i32 %begin, %t
  %some = icmp slt i32 %first, %end
  br i1 %some, label %loop, label %done
loop:
  %k = phi i32 [ %first, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %x = sext i32 %k to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load float, ptr %a
  %more = fadd float %sum, %v
  %next = add nsw i32 %k, 32
  %goes.on = icmp slt i32 %next, %end
  br i1 %goes.on, label %loop, label %done
done:
  %all = phi float [ 0.0, %entry ], [ %more, %loop ]
  %z = sext i32 %t to i64
  %o = getelementptr float, ptr %q, i64 %z
  store float %all, ptr %o
  ret void
}

; Walks from a place that is known: the processor sees them by itself.
; CHECK-LABEL: define internal void @known.run(
; CHECK-NOT: call void @llvm.prefetch
; CHECK: {{^}}}
define ptx_kernel void @known(ptr %p, ptr %q, i32 %end) {
entry:
  %t = call range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %some = icmp slt i32 %t, %end
  br i1 %some, label %loop, label %done
loop:
  %k = phi i32 [ %t, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %x = sext i32 %k to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load float, ptr %a
  %more = fadd float %sum, %v
  %next = add nsw i32 %k, 32
  %goes.on = icmp slt i32 %next, %end
  br i1 %goes.on, label %loop, label %done
done:
  %all = phi float [ 0.0, %entry ], [ %more, %loop ]
  %z = sext i32 %t to i64
  %o = getelementptr float, ptr %q, i64 %z
  store float %all, ptr %o
  ret void
}

; Short walks of neighbouring rows side by side: from the first one's place on, what all lanes take in a round. Threads one by
; one: a line for each.
; CHECK-LABEL: define internal void @side_by_side.run(
; FAST: [[PLACES:%.*]] = getelementptr float, ptr %p, <16 x i64>
; FAST: [[FIRST:%.*]] = extractelement <16 x ptr> [[PLACES]], i64 0
; FAST: [[PLACE:%.*]] = freeze ptr [[FIRST]]
; FAST: [[LATER:%.*]] = getelementptr i8, ptr [[PLACE]], i64 1024
; FAST: [[ASKED:%.*]] = phi ptr [ [[LATER]], {{.*}} ], [ [[NEXT:%.*]], {{.*}} ]
; FAST: call void @llvm.prefetch.p0(ptr [[ASKED]], i32 0, i32 3, i32 1)
; FAST: [[NEXT]] = getelementptr i8, ptr [[ASKED]], i64 64
; FAST: call <16 x float> @llvm.masked.gather
; SLOW-NOT: <16 x
; CHECK: [[BEGIN:%begin.*]] = load i32, ptr
; CHECK: [[X:%.*]] = sext i32 [[BEGIN]] to i64
; CHECK: [[A:%.*]] = getelementptr float, ptr %p, i64 [[X]]
; CHECK: [[LINE:%.*]] = getelementptr i8, ptr [[A]], i64 1024
; CHECK: call void @llvm.prefetch.p0(ptr [[LINE]], i32 0, i32 3, i32 1)
; CHECK-NEXT: br i1
; CHECK: {{^}}}
define ptx_kernel void @side_by_side(ptr noalias %begins, ptr noalias %p, ptr noalias %q) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %begins, i32 %t
  %begin = load i32, ptr %at
  %behind = getelementptr i32, ptr %at, i32 1
  %end = load i32, ptr %behind
  %some = icmp slt i32 %begin, %end
  br i1 %some, label %loop, label %done
loop:
  %k = phi i32 [ %begin, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %x = sext i32 %k to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load float, ptr %a
  %more = fadd float %sum, %v
  %next = add i32 %k, 1
  %goes.on = icmp slt i32 %next, %end
  br i1 %goes.on, label %loop, label %done
done:
  %all = phi float [ 0.0, %entry ], [ %more, %loop ]
  %o = getelementptr float, ptr %q, i32 %t
  store float %all, ptr %o
  ret void
}
