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
