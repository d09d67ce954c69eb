; RUN: %opt --passes=up-to-choose-strategies --remarks %s | %check
; Why threads run one by one, at the line that is to blame; without debug information the kernel alone is named.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.count(i32, i32)

; CHECK-DAG: ; riffle: remark: kernel 'half': a stack for each thread of the block: named barriers, or barriers for some threads only [strategy]
; CHECK-DAG: ; riffle: remark: kernel 'half': this barrier prevents packets: it is named, or only some threads take part [barrier]
; CHECK-DAG: ; riffle: remark: kernel 'all': barrier: a region ends here; the block's packets run each region one after the other [barrier]
define ptx_kernel void @half(ptr %p) {
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 64)
  store i32 1, ptr %p
  ret void
}

define ptx_kernel void @all(ptr %p) {
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 1, ptr %p
  ret void
}
