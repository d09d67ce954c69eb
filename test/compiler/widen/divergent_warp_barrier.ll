; RUN: %opt --width=32 --passes=up-to-lower-runtime-calls,widen %s | %check
; Lanes that wait for each other on one path are in step there: all loads before all stores.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.bar.warp.sync(i32)

; CHECK: ; apart is not widened: lanes that wait for each other on two paths
; CHECK-LABEL: define internal void @k.body{{.*}}.packet(
; CHECK: call <32 x i32> @llvm.masked.load
; CHECK: call void @llvm.masked.store
; CHECK-NOT: bar.warp.sync
define ptx_kernel void @k(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 16
  br i1 %c, label %then, label %end
then:
  %a = getelementptr i32, ptr %p, i32 %t
  call void @llvm.nvvm.bar.warp.sync(i32 65535)
  %v = load i32, ptr %a
  %w = add i32 %v, 1
  store i32 %w, ptr %a
  call void @llvm.nvvm.bar.warp.sync(i32 65535)
  br label %end
end:
  ret void
}

define ptx_kernel void @apart(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 16
  br i1 %c, label %then, label %else
then:
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  store i32 1, ptr %p
  br label %end
else:
  store i32 2, ptr %p
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  br label %end
end:
  ret void
}
