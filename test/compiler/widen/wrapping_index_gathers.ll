; RUN: %opt --passes=up-to-lower-runtime-calls,widen %s | %check
; An unknown offset may make the 32-bit index wrap inside the packet: then the lanes' addresses do not
; follow each other.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @k.body{{.*}}.packet(
; CHECK: call <16 x float> @llvm.masked.gather
define ptx_kernel void @k(ptr %p, ptr %q, i32 %offset) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add i32 %offset, %t
  %x = zext i32 %i to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load float, ptr %a
  %b = getelementptr float, ptr %q, i32 %t
  store float %v, ptr %b
  ret void
}
