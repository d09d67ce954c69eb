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
