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
