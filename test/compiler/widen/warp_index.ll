; RUN: %opt --width=32 --passes=up-to-lower-runtime-calls,widen %s | %check
; Packets start at multiples of 32: threadIdx.x / 32 is the same for all lanes, threadIdx.x / 16 is not.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()

; CHECK-LABEL: define internal void @same.body{{.*}}.packet(
; CHECK: %w = lshr i32 %{{.*}}, 5
; CHECK: %c = icmp eq i32 %w, 0
; CHECK: br i1 %c, label
define ptx_kernel void @same(ptr %p) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %r = mul i32 %y, %n
  %t = add i32 %r, %x
  %w = lshr i32 %t, 5
  %c = icmp eq i32 %w, 0
  br i1 %c, label %then, label %end
then:
  store i32 %w, ptr %p
  br label %end
end:
  ret void
}

; CHECK-LABEL: define internal void @differs.body{{.*}}.packet(
; CHECK: icmp eq <32 x i32>
; CHECK: br i1 %any
define ptx_kernel void @differs(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = lshr i32 %t, 4
  %c = icmp eq i32 %w, 0
  br i1 %c, label %then, label %end
then:
  store i32 %w, ptr %p
  br label %end
end:
  ret void
}
