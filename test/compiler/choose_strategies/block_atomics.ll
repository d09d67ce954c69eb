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
