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
