; Barriers between regions, and what crosses them.

;--- barrier_becomes_regions
; RUN: %opt --passes=up-to-choose-strategies --strategy=region %s | %check
; A loaded value crosses the barrier in a slot per thread; its address is computed again instead.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; CHECK-LABEL: define internal void @k.run(
; CHECK: %v{{.*}} = load i32, ptr %a
; CHECK-NEXT: store i32 %v{{.*}}, ptr %slot
; CHECK: %reload{{.*}} = load i32, ptr %slot
; CHECK-NOT: llvm.nvvm.barrier
define ptx_kernel void @k(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %t
  %v = load i32, ptr %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %w = add i32 %v, 1
  store i32 %w, ptr %a
  ret void
}

;--- regions_go_on
; RUN: %opt --passes=up-to-choose-strategies --strategy=region %s | %check
; A region goes straight on to the one that follows it; only where several may does it ask.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; CHECK-LABEL: define internal void @straight.run(
; CHECK-NOT: switch
; CHECK: thread.row.end:
; CHECK-NEXT: br label %[[SECOND:region[0-9]*]]
; CHECK-NOT: switch
; CHECK: br label %block.done
define ptx_kernel void @straight(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %t
  store i32 1, ptr %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 2, ptr %a
  ret void
}

; CHECK-LABEL: define internal void @loop.run(
; CHECK: [[NEXT:%.*]] = load i32, ptr %next
; CHECK: switch i32 [[NEXT]], label %region{{[0-9]*}} [
; CHECK-NEXT: i32 -1, label %block.done
define ptx_kernel void @loop(ptr %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %t
  br label %again
again:
  %i = phi i32 [ 0, %0 ], [ %next, %again ]
  store i32 %i, ptr %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %again, label %end
end:
  ret void
}

;--- early_exit_keeps_states
; RUN: %opt --passes=up-to-choose-strategies %s | %check
; Some threads return before the barrier: each has a state, and sweeps go on until all are done.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; CHECK-LABEL: define internal void @k.run(
; CHECK: %states = getelementptr
; CHECK: sweep:
; CHECK: icmp ne i32 %{{.*}}, -1
define ptx_kernel void @k(ptr %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %t, %n
  br i1 %c, label %go, label %end
go:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 %t, ptr %p
  br label %end
end:
  ret void
}

;--- early_exit_of_whole_blocks
; RUN: %opt --passes=up-to-choose-strategies %s | %check
; An early return before barriers: blocks of which no thread returns have regions like any other.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; CHECK-LABEL: define internal void @k.run(
; CHECK: br i1 {{.*}}, label %test, label %otherwise
; CHECK: store i8 1, ptr %passes
; CHECK: [[BYTE:%.*]] = load i8, ptr %passes
; CHECK-NEXT: [[ALL:%.*]] = icmp ne i8 [[BYTE]], 0
; CHECK-NEXT: br i1 [[ALL]], label %passed, label %otherwise
; CHECK: region:
; CHECK-SAME: %passed
; CHECK: %states = getelementptr
; CHECK: sweep:
define ptx_kernel void @k(ptr %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %t, %n
  br i1 %c, label %go, label %end
go:
  %a = getelementptr i32, ptr %p, i32 %t
  store i32 1, ptr %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 2, ptr %a
  br label %end
end:
  ret void
}

; The guard asks memory, which threads of other blocks may have changed when it is asked again: as ever.
; CHECK-LABEL: define internal void @asks_memory.run(
; CHECK-NOT: %passes
; CHECK: sweep:
; CHECK-LABEL: define internal void @parts_later.run(
define ptx_kernel void @asks_memory(ptr %p, ptr %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %m = load i32, ptr %n
  %c = icmp slt i32 %t, %m
  br i1 %c, label %go, label %end
go:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %a = getelementptr i32, ptr %p, i32 %t
  store i32 2, ptr %a
  br label %end
end:
  ret void
}

; Threads part behind the guard, too.
; CHECK-NOT: %passes
; CHECK: ret void
define ptx_kernel void @parts_later(ptr %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %t, %n
  br i1 %c, label %go, label %end
go:
  %a = getelementptr i32, ptr %p, i32 %t
  %v = load i32, ptr %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %d = icmp slt i32 %v, %n
  br i1 %d, label %more, label %end
more:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 2, ptr %a
  br label %end
end:
  ret void
}

;--- first_thread_keeps
; RUN: %opt --passes=up-to-choose-strategies %s | %check
; What the first thread alone has is a value of its own across a barrier: other packets have nothing to put in its place.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; CHECK-LABEL: define internal void @first.run(
; CHECK-NOT: store <32 x i32> {{.*}}, ptr %common.out
; CHECK: %[[SLOT:.*]] = getelementptr inbounds i8, ptr %scratch,
; CHECK: %[[KEPT:.*]] = insertelement <32 x i32> poison, i32 %kept
; CHECK: store <32 x i32> %{{.*}}, ptr %[[SLOT]]
; CHECK-NOT: store i32 %kept{{.*}}, ptr %common.out
; CHECK: ret void
@last = internal addrspace(3) global [1024 x i32] undef

define ptx_kernel void @first(ptr %in, ptr %out) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %is.first = icmp eq i32 %t, 0
  br i1 %is.first, label %load, label %go
load:
  %from = getelementptr i32, ptr %in, i32 %b
  %loaded = load i32, ptr %from
  br label %go
go:
  %kept = phi i32 [ %loaded, %load ], [ undef, %entry ]
  %own = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @last to ptr), i32 %t
  store i32 %t, ptr %own
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %is.first, label %end, label %other
other:
  %at = getelementptr i32, ptr %own, i32 -1
  %beside = load i32, ptr %at
  br label %end
end:
  %before = phi i32 [ %kept, %go ], [ %beside, %other ]
  %to = getelementptr i32, ptr %out, i32 %t
  store i32 %before, ptr %to
  ret void
}

;--- indices_are_recomputed
; RUN: %opt --passes=up-to-choose-strategies --strategy=simd %s | %check
; What follows from a packet's thread indices crosses the barrier without a slot, masks included; what was
; loaded, or follows from it, does not.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.umin.i32(i32, i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; CHECK-LABEL: define internal void @indices.run(
; CHECK: masked.scatter
; CHECK-NOT: %slot
; CHECK-NOT: %reload
; CHECK: masked.store
define ptx_kernel void @indices(ptr %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %square = mul i32 %t, %t
  %least = call i32 @llvm.umin.i32(i32 %square, i32 %n)
  %inside = icmp ult i32 %square, %n
  %a = getelementptr i32, ptr %p, i32 %least
  store i32 1, ptr %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %inside, label %then, label %end
then:
  %b = getelementptr i32, ptr %p, i32 %t
  store i32 %least, ptr %b
  br label %end
end:
  ret void
}

; CHECK-LABEL: define internal void @loaded.run(
; CHECK: store <{{.*}}, ptr %slot
; CHECK: load <{{.*}}, ptr %slot
define ptx_kernel void @loaded(ptr %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %t
  %v = load i32, ptr %a
  %least = call i32 @llvm.umin.i32(i32 %v, i32 %n)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 %least, ptr %a
  ret void
}

; Where a ring is entered follows from the thread's index too: with its conditions, and what is frozen for them.
; CHECK-LABEL: define internal void @in_a_ring.run(
; CHECK-NOT: %slot
; CHECK-NOT: %reload
; CHECK: {{^}}}
define ptx_kernel void @in_a_ring(ptr %p, ptr %q, i32 %offset) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %s = add i32 %t, %offset
  %i = and i32 %s, 31
  %x = zext nneg i32 %i to i64
  %a = getelementptr i32, ptr %p, i64 %x
  %v = load i32, ptr %a
  %b = getelementptr i32, ptr %q, i32 %t
  store i32 %v, ptr %b
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %w = load i32, ptr %a
  store i32 %w, ptr %b
  ret void
}

;--- large_packets_keep_slots_together
; RUN: %opt --passes=up-to-choose-strategies %s | %check
; What a large packet keeps over a barrier lies together, at constant distances from one address: an address of its own for each
; value, computed in front of all regions, is spilled.
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: @k.run(
; CHECK: %slots.before{{.*}} = mul i64 %{{.*}}, 120
; CHECK-NEXT: %slots{{.*}} = getelementptr inbounds i8, ptr %scratch, i64 %slots.before
; CHECK-NEXT: getelementptr inbounds i8, ptr %slots{{.*}}, i64 64
; CHECK-NEXT: getelementptr inbounds i8, ptr %slots{{.*}}, i64 128
; CHECK-NEXT: getelementptr inbounds i8, ptr %slots{{.*}}, i64 192
define ptx_kernel void @k(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = zext i32 %t to i64
  %place = getelementptr i32, ptr %p, i64 %at
  %v0 = atomicrmw add ptr %place, i32 1 monotonic
  %v1 = atomicrmw add ptr %place, i32 2 monotonic
  %v2 = atomicrmw add ptr %place, i32 3 monotonic
  %v3 = atomicrmw add ptr %place, i32 4 monotonic
  %v4 = atomicrmw add ptr %place, i32 5 monotonic
  %v5 = atomicrmw add ptr %place, i32 6 monotonic
  %v6 = atomicrmw add ptr %place, i32 7 monotonic
  %v7 = atomicrmw add ptr %place, i32 8 monotonic
  %v8 = atomicrmw add ptr %place, i32 9 monotonic
  %v9 = atomicrmw add ptr %place, i32 10 monotonic
  %v10 = atomicrmw add ptr %place, i32 11 monotonic
  %v11 = atomicrmw add ptr %place, i32 12 monotonic
  %v12 = atomicrmw add ptr %place, i32 13 monotonic
  %v13 = atomicrmw add ptr %place, i32 14 monotonic
  %v14 = atomicrmw add ptr %place, i32 15 monotonic
  %v15 = atomicrmw add ptr %place, i32 16 monotonic
  %v16 = atomicrmw add ptr %place, i32 17 monotonic
  %v17 = atomicrmw add ptr %place, i32 18 monotonic
  %v18 = atomicrmw add ptr %place, i32 19 monotonic
  %v19 = atomicrmw add ptr %place, i32 20 monotonic
  %v20 = atomicrmw add ptr %place, i32 21 monotonic
  %v21 = atomicrmw add ptr %place, i32 22 monotonic
  %v22 = atomicrmw add ptr %place, i32 23 monotonic
  %v23 = atomicrmw add ptr %place, i32 24 monotonic
  %v24 = atomicrmw add ptr %place, i32 25 monotonic
  %v25 = atomicrmw add ptr %place, i32 26 monotonic
  %v26 = atomicrmw add ptr %place, i32 27 monotonic
  %v27 = atomicrmw add ptr %place, i32 28 monotonic
  %v28 = atomicrmw add ptr %place, i32 29 monotonic
  %v29 = atomicrmw add ptr %place, i32 30 monotonic
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %s1 = add i32 %v0, %v1
  %s2 = add i32 %s1, %v2
  %s3 = add i32 %s2, %v3
  %s4 = add i32 %s3, %v4
  %s5 = add i32 %s4, %v5
  %s6 = add i32 %s5, %v6
  %s7 = add i32 %s6, %v7
  %s8 = add i32 %s7, %v8
  %s9 = add i32 %s8, %v9
  %s10 = add i32 %s9, %v10
  %s11 = add i32 %s10, %v11
  %s12 = add i32 %s11, %v12
  %s13 = add i32 %s12, %v13
  %s14 = add i32 %s13, %v14
  %s15 = add i32 %s14, %v15
  %s16 = add i32 %s15, %v16
  %s17 = add i32 %s16, %v17
  %s18 = add i32 %s17, %v18
  %s19 = add i32 %s18, %v19
  %s20 = add i32 %s19, %v20
  %s21 = add i32 %s20, %v21
  %s22 = add i32 %s21, %v22
  %s23 = add i32 %s22, %v23
  %s24 = add i32 %s23, %v24
  %s25 = add i32 %s24, %v25
  %s26 = add i32 %s25, %v26
  %s27 = add i32 %s26, %v27
  %s28 = add i32 %s27, %v28
  %s29 = add i32 %s28, %v29
  store i32 %s29, ptr %place
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
