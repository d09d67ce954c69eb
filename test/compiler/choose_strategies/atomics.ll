; Atomics that nobody else can see yet.

;--- block_atomics
; RUN: %opt --passes=up-to-choose-strategies %s | %check
; RUN: %opt --passes=up-to-choose-strategies --cpu=haswell %s | %check --check-prefix=AVX2
; A relaxed sum of floats in shared memory needs no compare-and-exchange: the block's threads run on one worker. One in
; global memory does, and one that orders what other blocks see, and one whose address may be either.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
@sums = internal addrspace(3) global [64 x float] undef

; CHECK-LABEL: define internal void @k.run(
; CHECK-NOT: singlethread
; CHECK: %[[OLD:.*]] = load float, ptr %[[SUM:.*]], align 4
; CHECK-NEXT: %[[NEW:.*]] = fadd float %[[OLD]], 1.0
; CHECK-NEXT: store float %[[NEW]], ptr %[[SUM]], align 4
; CHECK: atomicrmw fadd ptr {{.*}}, float 2.0{{.*}} monotonic
; CHECK: atomicrmw fadd ptr {{.*}}, float 3.0{{.*}} acq_rel
; CHECK: atomicrmw fadd ptr {{.*}}, float 4.0{{.*}} monotonic
; CHECK-NOT: singlethread
define ptx_kernel void @k(ptr %p, i1 %either) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %bin = and i32 %t, 63
  %s = getelementptr float, ptr addrspacecast (ptr addrspace(3) @sums to ptr), i32 %bin
  %g = getelementptr float, ptr %p, i32 %bin
  %x = select i1 %either, ptr %s, ptr %g
  %1 = atomicrmw fadd ptr %s, float 1.0 monotonic
  %2 = atomicrmw fadd ptr %g, float 2.0 monotonic
  %3 = atomicrmw fadd ptr %s, float 3.0 acq_rel
  %4 = atomicrmw fadd ptr %x, float 4.0 monotonic
  ret void
}

; Whole numbers too, if nobody uses the result: by way of memory in a packet, numbers of few bits where all lanes are on; lanes that
; are off have idle places.
; CHECK-LABEL: define internal void @count.run(
; CHECK: icmp eq i16 %{{.*}}, -1
; CHECK: store volatile <16 x i32>
; CHECK: load volatile i64
; CHECK: select <16 x i1> %{{.*}}, <16 x ptr> %{{.*}}, <16 x ptr>
; CHECK: store volatile <16 x ptr>
; CHECK: %[[A:.*]] = load volatile ptr
; CHECK-NEXT: %[[OLD:.*]] = load i32, ptr %[[A]]
; CHECK-NEXT: %[[NEW:.*]] = add i32 %[[OLD]], 1
; CHECK-NEXT: store i32 %[[NEW]], ptr %[[A]]
; CHECK: atomicrmw add ptr {{.*}}, i32 2 monotonic
define ptx_kernel void @count(ptr %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %square = mul i32 %t, %t
  %bin = and i32 %square, 63
  %s = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @sums to ptr), i32 %bin
  %g = getelementptr i32, ptr %p, i32 %t
  %c = icmp ult i32 %square, %n
  br i1 %c, label %then, label %end
then:
  %1 = atomicrmw add ptr %s, i32 1 monotonic
  %2 = atomicrmw add ptr %s, i32 2 monotonic
  store i32 %2, ptr %g
  br label %end
end:
  ret void
}

; Of a packet whose lanes are all on, only what addresses differ in goes by way of memory: eight lanes' bytes with a load.
; CHECK-LABEL: define internal void @count_bytes.run(
; CHECK: store volatile <32 x i8> %{{.*}}, ptr %[[WORDS:.*]], align 64
; CHECK: %[[WORD:.*]] = load volatile i64, ptr %[[WORDS]]
; CHECK: lshr i64 %[[WORD]], 8
; CHECK-NOT: store i32
; CHECK: lshr i64 %[[WORD]], 56
; CHECK: load volatile i64
; CHECK-NOT: store volatile <32 x ptr>
; Without AVX-512 a number is used as it comes, which takes fewer registers.
; AVX2-LABEL: define internal void @count_bytes.run(
; AVX2: %[[WORD:.*]] = load volatile i64,
; AVX2: store i32
; AVX2: lshr i64 %[[WORD]], 8
; AVX2: store i32
; AVX2: lshr i64 %[[WORD]], 56
; AVX2: store i32
; AVX2: load volatile i64
; CHECK-LABEL: define internal void @count_in_turns.run(
define ptx_kernel void @count_bytes(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %wide = sext i32 %t to i64
  %a = getelementptr i8, ptr %p, i64 %wide
  %byte = load i8, ptr %a
  %bin = zext i8 %byte to i64
  %s = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @sums to ptr), i64 %bin
  %1 = atomicrmw add ptr %s, i32 1 monotonic
  ret void
}

; That memory is no thread's own, which barriers would keep: between them it is written and read at once.
; CHECK: alloca <32 x i8>
; CHECK: call void @llvm.memcpy
; CHECK-NOT: %slot
; CHECK: }
define ptx_kernel void @count_in_turns(ptr %p) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %wide = sext i32 %t to i64
  %a = getelementptr i8, ptr %p, i64 %wide
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %byte = load i8, ptr %a
  %bin = zext i8 %byte to i64
  %s = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @sums to ptr), i64 %bin
  %1 = atomicrmw add ptr %s, i32 1 monotonic
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, 9
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Lanes with tables of their own, as a warp's: places go as distances from the block's memory.
; CHECK-LABEL: define internal void @tables.run(
; CHECK: sub <32 x i64>
; CHECK: trunc <32 x i64> %{{.*}} to <32 x i32>
; CHECK: store volatile <32 x i32>
; CHECK: load volatile i64
; CHECK-NOT: store volatile <32 x ptr>
define ptx_kernel void @tables(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %table = and i32 %t, 3
  %x = shl nuw nsw i32 %table, 4
  %a = zext nneg i32 %x to i64
  %own = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @sums to ptr), i64 %a
  %g = getelementptr i8, ptr %p, i32 %t
  %byte = load i8, ptr %g
  %low = and i8 %byte, 15
  %bin = zext i8 %low to i64
  %s = getelementptr i32, ptr %own, i64 %bin
  %1 = atomicrmw add ptr %s, i32 1 monotonic
  ret void
}

;--- update_windows
; RUN: %opt --cpu=haswell --passes=up-to-choose-strategies %s | %check
; RUN: %opt --cpu=haswell --passes=up-to-choose-strategies %s | %check --check-prefix=NONE
; Atomics on global memory that nobody can see before the kernel has ended are kept in pages of the worker's own, without a lock, and
; go to memory behind its blocks: those of a packet whose lanes are all within these pages. Not where something could tell.
; NONE-NOT: @{{used|seen_by_host|looks_anywhere|fenced_behind|floats|two_kinds|shared|waits}}.flush.window
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare void @llvm.nvvm.membar.gl()
@s = internal addrspace(3) global [256 x i32] undef

; CHECK-LABEL: define internal void @bytes.run(
; CHECK: %[[WINDOW:window.*]] = alloca
; CHECK: %room = load i64, ptr
; CHECK-NEXT: icmp ne i64 %room, 0
; CHECK: call void @bytes.flush.window(ptr %[[WINDOW]])
; CHECK: %[[SOME:.*]] = icmp sle i64 %[[LEAST:.*]], %[[LAST:.*]]
; CHECK-NEXT: trunc i64 %[[LEAST]] to i8
; CHECK-NEXT: %[[MORE:.*]] = sub i64 %[[LAST]], %[[LEAST]]
; CHECK: sub <16 x i8> %value
; CHECK: %[[EACH:.*]] = icmp ule <16 x i8>
; CHECK-NEXT: %[[BITS:.*]] = bitcast <16 x i1> %[[EACH]] to i16
; CHECK-NEXT: %[[ALL:.*]] = icmp eq i16 %[[BITS]], -1
; CHECK-NEXT: %within{{.*}} = and i1 %[[ALL]], %[[SOME]]
; CHECK: load volatile i64, ptr %words
; CHECK-COUNT-16: store i32 %new{{.*}}, ptr
; CHECK-COUNT-16: atomicrmw add ptr %{{.*}}, i32 1 monotonic
; CHECK: call void @bytes.grow.window(ptr %[[WINDOW]], ptr %{{.*}})
; Threads one by one, where a packet has no use, each for itself.
; CHECK: %[[AWAY:.*]] = sub i64 %{{.*}}, %{{.*}}
; CHECK-NEXT: %[[HAS:.*]] = icmp ult i64 %[[AWAY]], %
; CHECK-NEXT: br i1 %[[HAS]], label %within{{.*}}, label %outside
; CHECK: within{{.*}}:
; CHECK: store i32 %new{{.*}}, ptr
; CHECK: outside{{.*}}:
; CHECK-NEXT: atomicrmw add ptr %{{.*}}, i32 1 monotonic
; CHECK: call void @bytes.grow.window(ptr %[[WINDOW]], ptr %{{.*}})
; A page is filled with what changes nothing; one on either side of those that are there joins them.
; CHECK-LABEL: define internal void @bytes.grow.window(ptr %0, ptr %1)
; CHECK: %page = and i64 %{{.*}}, -4096
; CHECK-NOT: call
; CHECK: store <8 x i32> zeroinitializer, ptr
; CHECK-LABEL: define internal void @bytes.flush.window(ptr %0)
; CHECK-COUNT-8: atomicrmw add ptr
define ptx_kernel void @bytes(ptr %data, ptr %counts) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i8, ptr %data, i32 %t
  %value = load i8, ptr %at
  %index = zext i8 %value to i64
  %count = getelementptr i32, ptr %counts, i64 %index
  %old = atomicrmw add ptr %count, i32 1 monotonic
  ret void
}
; Addresses made of wide numbers are compared themselves; minima are kept as what is no smaller than anything.
; CHECK-LABEL: define internal void @minima.run(
; CHECK: %[[NUMBERS:.*]] = ptrtoint <16 x ptr> %{{.*}} to <16 x i64>
; CHECK-NEXT: %[[FROM_LOW:.*]] = sub <16 x i64> %[[NUMBERS]], %
; CHECK-NEXT: icmp ult <16 x i64> %[[FROM_LOW]], %
; CHECK-LABEL: define internal void @minima.grow.window(
; CHECK: store <4 x i64> splat (i64 9223372036854775807), ptr
define ptx_kernel void @minima(ptr %data, ptr %least) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i64, ptr %data, i32 %t
  %value = load i64, ptr %at
  %to = getelementptr i64, ptr %least, i64 %value
  %wide = sext i32 %t to i64
  %old = atomicrmw min ptr %to, i64 %wide monotonic
  ret void
}
; What a later round loads must not be in a page: the whole launch's loads are known.
; CHECK-LABEL: define internal i32 @in_strides.behind.updates(
; CHECK-LABEL: define internal void @in_strides.grow.window(
; CHECK: %[[COUNT:.*]] = call i32 @in_strides.behind.updates(ptr %{{.*}}, i64 0, i64 %{{.*}}, ptr %spans)
; CHECK: icmp ne i32 %[[COUNT]], 0
; CHECK: span:
; CHECK: icmp ule i64 %bound{{.*}}, %page
; CHECK: icmp uge i64 %bound{{.*}}, %page.end
; CHECK: store <8 x i32> zeroinitializer, ptr
define ptx_kernel void @in_strides(ptr %data, ptr %counts, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %e = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %g = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %start = mul i32 %b, %e
  %first = add i32 %start, %t
  %some = icmp slt i32 %first, %n
  br i1 %some, label %ready, label %exit
ready:
  %step = mul i32 %e, %g
  br label %loop
loop:
  %i = phi i32 [%first, %ready], [%next, %loop]
  %wide = sext i32 %i to i64
  %at = getelementptr i32, ptr %data, i64 %wide
  %value = load i32, ptr %at
  %count = getelementptr i32, ptr %counts, i32 %value
  %old = atomicrmw add ptr %count, i32 1 monotonic
  %next = add i32 %i, %step
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
; The opposites: the result is used,
define ptx_kernel void @used(ptr %data, ptr %counts) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %data, i32 %t
  %value = load i32, ptr %at
  %count = getelementptr i32, ptr %counts, i32 %value
  %old = atomicrmw add ptr %count, i32 1 monotonic
  store i32 %old, ptr %at
  ret void
}
; it is of system scope,
define ptx_kernel void @seen_by_host(ptr %data, ptr %counts) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %data, i32 %t
  %value = load i32, ptr %at
  %count = getelementptr i32, ptr %counts, i32 %value
  %old = atomicrmw volatile add ptr %count, i32 1 monotonic
  ret void
}
; the thread looks anywhere behind it,
define ptx_kernel void @looks_anywhere(ptr %data, ptr %counts) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %data, i32 %t
  %value = load i32, ptr %at
  %count = getelementptr i32, ptr %counts, i32 %value
  %old = atomicrmw add ptr %count, i32 1 monotonic
  %now = load i32, ptr %count
  store i32 %now, ptr %at
  ret void
}
; it is told to others,
define ptx_kernel void @fenced_behind(ptr %data, ptr %counts) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %data, i32 %t
  %value = load i32, ptr %at
  %count = getelementptr i32, ptr %counts, i32 %value
  %old = atomicrmw add ptr %count, i32 1 monotonic
  call void @llvm.nvvm.membar.gl()
  ret void
}
; sums of floats are rounded in some order,
define ptx_kernel void @floats(ptr %data, ptr %counts) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %data, i32 %t
  %value = load i32, ptr %at
  %count = getelementptr float, ptr %counts, i32 %value
  %old = atomicrmw fadd ptr %count, float 1.0 monotonic
  ret void
}
; the order of updates of two kinds counts,
define ptx_kernel void @two_kinds(ptr %data, ptr %counts) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %data, i32 %t
  %value = load i32, ptr %at
  %count = getelementptr i32, ptr %counts, i32 %value
  %old = atomicrmw add ptr %count, i32 1 monotonic
  %older = atomicrmw umax ptr %count, i32 7 monotonic
  ret void
}
; the next block has other counters there,
define ptx_kernel void @shared(ptr %data) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %data, i32 %t
  %value = load i32, ptr %at
  %count = getelementptr i32, ptr addrspace(3) @s, i32 %value
  %old = atomicrmw add ptr addrspace(3) %count, i32 1 monotonic
  ret void
}
; and somebody waits for it.
define ptx_kernel void @waits(ptr %data, ptr %counts) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %data, i32 %t
  %value = load i32, ptr %at
  %count = getelementptr i32, ptr %counts, i32 %value
  br label %loop
loop:
  %seen = load volatile i32, ptr %data
  %again = icmp eq i32 %seen, 0
  br i1 %again, label %loop, label %exit
exit:
  %old = atomicrmw add ptr %count, i32 1 monotonic
  ret void
}
