; RUN: %opt --passes=up-to-choose-strategies --strategy=simd %s | %check
; RUN: sed 's/^define ptx_kernel.*@add.*)/& #0/' %s | %opt --passes=up-to-choose-strategies --strategy=simd /dev/stdin | %check --check-prefix=SHAPE
; Loops in which the grid's threads go through elements together are run in order of elements: where iterations
; surely touch different elements by any worker, else round by round.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; In code for one shape, in which the step is no multiple of the block's extent by name, nothing is different: its rounds
; go before several blocks at a time, each of which would go its own way through memory.
; SHAPE-LABEL: define internal void @add.run(
; SHAPE-NOT: label %flat
; SHAPE: br i1 %serves, label %in.rounds, label %otherwise
; SHAPE-NOT: label %flat
; SHAPE-LABEL: define internal void @copy.run(

; Two arrays that may be one: their places are compared.
; CHECK-LABEL: define internal void @add.run(
; CHECK: ptrtoint ptr %
; CHECK: icmp ule i64
; CHECK: %serves = and i1
; CHECK: br i1 %serves, label %in.rounds, label %otherwise
; CHECK: %portions = udiv i64
; All of its stores count, not one iteration's.
; CHECK: icmp ugt i64 %{{.*}}, 33554432
; CHECK: phi i64
; CHECK: %index{{.*}} = add i64 %{{.*}}, %{{.*}}
; CHECK: %any{{.*}} = icmp slt i64 %index
; CHECK: call <32 x float> @llvm.masked.load
define ptx_kernel void @add(ptr %a, ptr %c, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %blocks = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %first = mul i32 %b, %threads
  %start = add i32 %first, %t
  %step = mul i32 %threads, %blocks
  %some = icmp slt i32 %start, %n
  br i1 %some, label %loop, label %end
loop:
  %i = phi i32 [ %start, %entry ], [ %next, %loop ]
  %wide = sext i32 %i to i64
  %p = getelementptr float, ptr %a, i64 %wide
  %v = load float, ptr %p
  %q = getelementptr float, ptr %c, i64 %wide
  store float %v, ptr %q
  %next = add i32 %i, %step
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Copies of a structure are compared like loads and stores.
; CHECK-LABEL: define internal void @copy.run(
; CHECK: ptrtoint ptr %
; CHECK: icmp ule i64
; CHECK: %portions = udiv i64
; CHECK: phi i64
define ptx_kernel void @copy(ptr %a, ptr %c, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %blocks = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %first = mul i32 %b, %threads
  %start = add i32 %first, %t
  %step = mul i32 %threads, %blocks
  %some = icmp slt i32 %start, %n
  br i1 %some, label %loop, label %end
loop:
  %i = phi i32 [ %start, %entry ], [ %next, %loop ]
  %wide = sext i32 %i to i64
  %p = getelementptr [16 x i8], ptr %a, i64 %wide
  %q = getelementptr [16 x i8], ptr %c, i64 %wide
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %q, ptr align 16 %p, i64 16, i1 false)
  %next = add i32 %i, %step
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; A thread's iterations meet at one place: nothing to compare, in order.
; CHECK-LABEL: define internal void @last.run(
; CHECK-NOT: ptrtoint
; CHECK: br i1 %serves, label %in.rounds, label %otherwise
; CHECK: %portions = udiv i64
; CHECK-NOT: ptrtoint
; CHECK: phi i64
define ptx_kernel void @last(ptr %a, ptr %c, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %blocks = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %first = mul i32 %b, %threads
  %start = add i32 %first, %t
  %step = mul i32 %threads, %blocks
  %own = getelementptr float, ptr %c, i32 %start
  %some = icmp slt i32 %start, %n
  br i1 %some, label %loop, label %end
loop:
  %i = phi i32 [ %start, %entry ], [ %next, %loop ]
  %wide = sext i32 %i to i64
  %p = getelementptr float, ptr %a, i64 %wide
  %v = load float, ptr %p
  store float %v, ptr %own
  %next = add i32 %i, %step
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; A sum is carried from iteration to iteration: no rounds, but wider packets.
; CHECK-LABEL: define internal void @sum.run(
; CHECK-NOT: in.rounds
; CHECK: phi <64 x float>
; CHECK-NOT: in.rounds
; CHECK: ret void
define ptx_kernel void @sum(ptr %a, ptr %c, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %blocks = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %first = mul i32 %b, %threads
  %start = add i32 %first, %t
  %step = mul i32 %threads, %blocks
  %some = icmp slt i32 %start, %n
  br i1 %some, label %loop, label %end
loop:
  %i = phi i32 [ %start, %entry ], [ %next, %loop ]
  %s = phi float [ 0.0, %entry ], [ %more.s, %loop ]
  %wide = sext i32 %i to i64
  %p = getelementptr float, ptr %a, i64 %wide
  %v = load float, ptr %p
  %more.s = fadd float %s, %v
  %q = getelementptr float, ptr %c, i64 %wide
  store float %more.s, ptr %q
  %next = add i32 %i, %step
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Rounds counted by the thread, as many as a division of any number says. Each element is a chain of arithmetic: several
; registers of elements hide its latency, from several blocks' portions where these are small.
; CHECK-LABEL: define internal void @counted.run(
; CHECK: %serves = and i1
; CHECK: br i1 %serves, label %in.rounds, label %otherwise
; CHECK: %joined = select i1 true, i64 %{{.*}}, i64 1
; CHECK: fmul <64 x float>
define ptx_kernel void @counted(ptr %a, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %blocks = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %first = mul nuw nsw i32 %b, %threads
  %start = add nuw nsw i32 %first, %t
  %step = mul i32 %threads, %blocks
  %less = add i32 %step, -1
  %up = add i32 %less, %n
  %rounds = sdiv i32 %up, %step
  %some = icmp sgt i32 %rounds, 0
  br i1 %some, label %loop, label %end
loop:
  %round = phi i32 [ %next, %latch ], [ 0, %entry ]
  %passed = mul nuw nsw i32 %round, %step
  %i = add nuw nsw i32 %start, %passed
  %inside = icmp slt i32 %i, %n
  br i1 %inside, label %element, label %latch
element:
  %wide = zext nneg i32 %i to i64
  %p = getelementptr float, ptr %a, i64 %wide
  %v = load float, ptr %p
  br label %chain
chain:
  %k = phi i32 [ 0, %element ], [ %k.next, %chain ]
  %x = phi float [ %v, %element ], [ %y, %chain ]
  %y = fmul float %x, 3.0
  %k.next = add nuw nsw i32 %k, 1
  %more = icmp eq i32 %k.next, 50
  br i1 %more, label %store, label %chain
store:
  store float %y, ptr %p
  br label %latch
latch:
  %next = add nuw nsw i32 %round, 1
  %last = icmp eq i32 %next, %rounds
  br i1 %last, label %end, label %loop
end:
  ret void
}

; The counter means something else besides: no rounds.
; CHECK-LABEL: define internal void @counter_is_used.run(
; CHECK-NOT: in.rounds
; CHECK: ret void
define ptx_kernel void @counter_is_used(ptr %a, i32 %rounds) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %blocks = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %first = mul nuw nsw i32 %b, %threads
  %start = add nuw nsw i32 %first, %t
  %step = mul nuw nsw i32 %threads, %blocks
  %some = icmp sgt i32 %rounds, 0
  br i1 %some, label %loop, label %end
loop:
  %round = phi i32 [ %next, %loop ], [ 0, %entry ]
  %passed = mul nuw nsw i32 %round, %step
  %i = add nuw nsw i32 %start, %passed
  %wide = zext nneg i32 %i to i64
  %p = getelementptr i32, ptr %a, i64 %wide
  store i32 %round, ptr %p
  %next = add nuw nsw i32 %round, 1
  %last = icmp eq i32 %next, %rounds
  br i1 %last, label %end, label %loop
end:
  ret void
}

attributes #0 = { "riffle-shape"="256,1,1,row" }
