; Loops through the grid's elements that are turned round.

;--- turned_loops
; RUN: %opt --passes=up-to-choose-strategies --strategy=simd %s | %check
; RUN: sed 's/^define ptx_kernel.*)/& #0/' %s | %opt --passes=up-to-choose-strategies --strategy=simd /dev/stdin | %check --check-prefix=SHAPE
; RUN: %opt --passes=up-to-choose-strategies --cpu=haswell %s | %check --check-prefix=DEAR
; Loops through the grid's elements that keep sums, or have barriers before or behind them, are turned round: the packets
; of several blocks take a step, then the next one.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
@part = internal addrspace(3) global [256 x float] undef


; In code for one shape, too.
; SHAPE-LABEL: define internal void @sum.run(
; SHAPE: br i1 %serves, label %turned, label %not.turned
; SHAPE-LABEL: define internal void @tree.run(
; SHAPE: br i1 %serves, label %turned, label %not.turned
; SHAPE-LABEL: define internal void @own_end.run(
; SHAPE: br i1 %serves, label %turned, label %not.turned
; Where masks are dear, too, and what the next round reads is asked for, of words as well: fewer threads walk together.
; DEAR-LABEL: define internal void @sum.run(
; DEAR: br i1 %serves, label %turned, label %not.turned
; DEAR: block.of.round:
; DEAR: [[LATER:%.*]] = add i64 %passed, [[STEP:%.*]]
; DEAR: call void @llvm.prefetch.p0(
; DEAR-LABEL: define internal void @tree.run(
; DEAR: br i1 %serves, label %turned, label %not.turned
; DEAR-LABEL: define internal void @own_end.run(
; DEAR: br i1 %serves, label %turned, label %not.turned
; But not where a round reads much: five arrays.
; DEAR-LABEL: define internal void @five.run(
; DEAR: br i1 %serves, label %turned, label %not.turned
; DEAR: round:
; DEAR-NOT: call void @llvm.prefetch
; DEAR: behind.rounds:

; A sum for each thread: an array of them, loaded and stored in each round; of launches that do not go round twice, or
; whose indices could wrap, as ever.
; CHECK-LABEL: define internal void @sum.run(
; CHECK: %serves = and i1
; CHECK: br i1 %serves, label %turned, label %not.turned
; CHECK: before.rounds:
; CHECK: round:
; CHECK: %passed = phi i64
; CHECK: block.of.round:
; CHECK: %index{{.*}} = add i64
; CHECK: %all{{.*}} = icmp slt i64
; CHECK: br i1 %all{{.*}}, label %loop.all{{.*}}, label %guard
; CHECK: %any{{.*}} = icmp slt i64 %index
; CHECK: call <64 x float> @llvm.masked.load
; CHECK: load <64 x float>, ptr %p.all
; CHECK: fadd <64 x float> %reload
; CHECK-NOT: call void @llvm.prefetch
; CHECK: behind.rounds:
; CHECK: phi <32 x float>
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
  %next = add i32 %i, %step
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %sum = phi float [ 0.0, %entry ], [ %more.s, %loop ]
  %place = zext i32 %start to i64
  %q = getelementptr float, ptr %c, i64 %place
  store float %sum, ptr %q
  ret void
}

; Shared memory and a barrier behind it: each block of a group has its own.
; CHECK-LABEL: define internal void @tree.run(
; CHECK: %kept{{.*}} = mul i32
; CHECK: before.rounds:
; CHECK: %shared{{.*}} = getelementptr i8, ptr %shared, i64
; CHECK: block.of.round:
; CHECK: fadd <64 x float> %reload
; CHECK: behind.rounds:
define ptx_kernel void @tree(ptr %a, ptr %c, i64 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %blocks = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %first = mul i32 %threads, %b
  %narrow = add i32 %first, %t
  %start = zext i32 %narrow to i64
  %some = icmp ult i64 %start, %n
  br i1 %some, label %enter, label %end
enter:
  %narrow.step = mul i32 %threads, %blocks
  %step = zext i32 %narrow.step to i64
  br label %loop
loop:
  %i = phi i64 [ %start, %enter ], [ %next, %loop ]
  %s = phi float [ 1.0, %enter ], [ %more.s, %loop ]
  %p = getelementptr float, ptr %a, i64 %i
  %v = load float, ptr %p
  %more.s = fadd float %s, %v
  %next = add i64 %i, %step
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  %sum = phi float [ 0.0, %entry ], [ %more.s, %loop ]
  %q = getelementptr float, ptr addrspace(3) @part, i32 %t
  store float %sum, ptr addrspace(3) %q
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %is.first = icmp eq i32 %t, 0
  br i1 %is.first, label %store, label %out
store:
  %last = getelementptr float, ptr addrspace(3) @part, i32 1
  %total = load float, ptr addrspace(3) %last
  %r = getelementptr float, ptr %c, i32 %b
  store float %total, ptr %r
  br label %out
out:
  ret void
}

; Threads without an element do not store.
; CHECK-LABEL: define internal void @own_end.run(
; CHECK: br i1 %serves, label %turned, label %not.turned
define ptx_kernel void @own_end(ptr %a, ptr %c, i32 %n) {
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
  %next = add i32 %i, %step
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %ran
ran:
  %place = zext i32 %start to i64
  %q = getelementptr float, ptr %c, i64 %place
  store float %more.s, ptr %q
  br label %end
end:
  ret void
}

; A barrier in each iteration: threads wait for each other there.
; CHECK-LABEL: define internal void @waits.run(
; CHECK-NOT: label %turned
; CHECK: ret void
define ptx_kernel void @waits(ptr %a, ptr %c, i32 %n) {
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
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %next = add i32 %i, %step
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %sum = phi float [ 0.0, %entry ], [ %more.s, %loop ]
  store float %sum, ptr %c
  ret void
}

; A thread leaves early by what it read.
; CHECK-LABEL: define internal void @breaks.run(
; CHECK-NOT: label %turned
; CHECK: ret void
define ptx_kernel void @breaks(ptr %a, ptr %c, i32 %n) {
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
  %i = phi i32 [ %start, %entry ], [ %next, %again ]
  %s = phi float [ 0.0, %entry ], [ %more.s, %again ]
  %wide = sext i32 %i to i64
  %p = getelementptr float, ptr %a, i64 %wide
  %v = load float, ptr %p
  %stop = fcmp oeq float %v, 0.0
  br i1 %stop, label %end, label %again
again:
  %more.s = fadd float %s, %v
  %next = add i32 %i, %step
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %sum = phi float [ 0.0, %entry ], [ %s, %loop ], [ %more.s, %again ]
  store float %sum, ptr %c
  ret void
}

; A block's threads alone, in steps of its own size, from the block's piece on: already in order.
; CHECK-LABEL: define internal void @piece.run(
; CHECK-NOT: label %turned
; CHECK: ret void
define ptx_kernel void @piece(ptr %a, ptr %c, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %some = icmp slt i32 %t, %n
  br i1 %some, label %loop, label %end
loop:
  %i = phi i32 [ %t, %entry ], [ %next, %loop ]
  %s = phi float [ 0.0, %entry ], [ %more.s, %loop ]
  %wide = sext i32 %i to i64
  %p = getelementptr float, ptr %a, i64 %wide
  %v = load float, ptr %p
  %more.s = fadd float %s, %v
  %next = add i32 %i, %threads
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %sum = phi float [ 0.0, %entry ], [ %more.s, %loop ]
  store float %sum, ptr %c
  ret void
}

attributes #0 = { "riffle-shape"="256,1,1,row" }

; A round reads little of narrow elements: what the next one reads is asked for. Of words (above) a round is long enough.
; CHECK-LABEL: define internal void @bytes.run(
; CHECK: block.of.round:
; CHECK: [[LATER:%.*]] = add i64 %passed, [[STEP:%.*]]
; CHECK: call void @llvm.prefetch.p0(
; CHECK: load <64 x i8>
define ptx_kernel void @bytes(ptr %a, ptr %c, i32 %n) {
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
  %s = phi i32 [ 0, %entry ], [ %more.s, %loop ]
  %wide = sext i32 %i to i64
  %p = getelementptr i8, ptr %a, i64 %wide
  %v = load i8, ptr %p
  %number = zext i8 %v to i32
  %more.s = add i32 %s, %number
  %next = add i32 %i, %step
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %sum = phi i32 [ 0, %entry ], [ %more.s, %loop ]
  %place = zext i32 %start to i64
  %q = getelementptr i32, ptr %c, i64 %place
  store i32 %sum, ptr %q
  ret void
}

; Five arrays.
; CHECK-LABEL: define internal void @five.run(
; CHECK: br i1 %serves, label %turned, label %not.turned
define ptx_kernel void @five(ptr %a, ptr %b, ptr %c, ptr %d, ptr %e, ptr %out, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %blocks = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %first = mul i32 %block, %threads
  %start = add i32 %first, %t
  %step = mul i32 %threads, %blocks
  %some = icmp slt i32 %start, %n
  br i1 %some, label %loop, label %end
loop:
  %i = phi i32 [ %start, %entry ], [ %next, %loop ]
  %s = phi float [ 0.0, %entry ], [ %s5, %loop ]
  %wide = sext i32 %i to i64
  %pa = getelementptr float, ptr %a, i64 %wide
  %va = load float, ptr %pa
  %s1 = fadd float %s, %va
  %pb = getelementptr float, ptr %b, i64 %wide
  %vb = load float, ptr %pb
  %s2 = fadd float %s1, %vb
  %pc = getelementptr float, ptr %c, i64 %wide
  %vc = load float, ptr %pc
  %s3 = fadd float %s2, %vc
  %pd = getelementptr float, ptr %d, i64 %wide
  %vd = load float, ptr %pd
  %s4 = fadd float %s3, %vd
  %pe = getelementptr float, ptr %e, i64 %wide
  %ve = load float, ptr %pe
  %s5 = fadd float %s4, %ve
  %next = add i32 %i, %step
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %sum = phi float [ 0.0, %entry ], [ %s5, %loop ]
  %own = sext i32 %start to i64
  %q = getelementptr float, ptr %out, i64 %own
  store float %sum, ptr %q
  ret void
}

;--- turned_counters
; RUN: %opt --passes=up-to-choose-strategies --cpu=haswell %s | %check
; A loop through the grid's elements that counts in shared memory: threads keep nothing, so that it is turned round before
; AVX-512, too. Packets of which all lanes have an element run a copy without masks.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
@bins = internal addrspace(3) global [256 x i32] undef

; CHECK-LABEL: define internal void @count.run(
; CHECK: br i1 %serves, label %turned, label %not.turned
; CHECK: round:
; CHECK: br i1 %all{{.*}}, label %loop.all{{.*}}, label %guard
; CHECK: call <[[LANES:[0-9]+]] x i32> @llvm.masked.load
; CHECK: load <[[LANES]] x i32>, ptr %p.all
define ptx_kernel void @count(ptr %a, ptr %c, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %blocks = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %mine = getelementptr i32, ptr addrspace(3) @bins, i32 %t
  store i32 0, ptr addrspace(3) %mine
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %first = mul i32 %b, %threads
  %start = add i32 %first, %t
  %step = mul i32 %threads, %blocks
  %some = icmp slt i32 %start, %n
  br i1 %some, label %loop, label %end
loop:
  %i = phi i32 [ %start, %entry ], [ %next, %loop ]
  %wide = sext i32 %i to i64
  %p = getelementptr i32, ptr %a, i64 %wide
  %v = load i32, ptr %p
  %bin = getelementptr i32, ptr addrspace(3) @bins, i32 %v
  %old = atomicrmw add ptr addrspace(3) %bin, i32 1 monotonic
  %next = add i32 %i, %step
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %sum = load i32, ptr addrspace(3) %mine
  %q = getelementptr i32, ptr %c, i32 %t
  store i32 %sum, ptr %q
  ret void
}
