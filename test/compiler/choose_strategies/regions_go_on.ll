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
