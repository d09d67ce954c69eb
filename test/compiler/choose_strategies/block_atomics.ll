; RUN: %opt --passes=up-to-choose-strategies %s | %check
; A relaxed sum of floats in shared memory needs no compare-and-exchange: the block's threads run on one worker. One in
; global memory does, and one that orders what other blocks see, and one whose address may be either.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
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

; Whole numbers too, if nobody uses the result: by way of memory in a packet, lanes that are off in idle places.
; CHECK-LABEL: define internal void @count.run(
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
