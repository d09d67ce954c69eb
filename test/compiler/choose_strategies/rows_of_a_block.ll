; RUN: %opt --passes=up-to-choose-strategies --strategy=loop %s | %check
; Who does not ask for thread.y and z has one loop over rows; loops of unknown length stay whole.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()

; CHECK-LABEL: define internal void @along_x.run(
; CHECK: %rows = mul nuw nsw i32 %extent.y, %extent.z
; CHECK-NOT: thread.y:
; CHECK-NOT: thread.z:
; CHECK: thread.row:
; CHECK: icmp eq i32 %thread.row.next, %rows
; CHECK-NEXT: br i1 {{.*}}, label %thread.row.end, label %thread.row, !llvm.loop [[WHOLE:![0-9]+]]
define ptx_kernel void @along_x(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %t
  store i32 1, ptr %a
  ret void
}

; CHECK-LABEL: define internal void @along_both.run(
; CHECK-NOT: thread.row:
; CHECK: thread.z:
; CHECK: thread.y:
; CHECK: thread.x:
define ptx_kernel void @along_both(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %u = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %i = add i32 %t, %u
  %a = getelementptr i32, ptr %p, i32 %i
  store i32 1, ptr %a
  ret void
}

; CHECK: [[WHOLE]] = distinct !{[[WHOLE]], [[LEAVE:![0-9]+]]}
; CHECK-NEXT: [[LEAVE]] = !{!"llvm.loop.unroll.disable"}
