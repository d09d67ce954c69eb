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
