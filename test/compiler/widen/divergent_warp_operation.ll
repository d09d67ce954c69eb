; RUN: %opt --lanes=32 --passes=up-to-lower-runtime-calls,widen %s | %check
; Only where all lanes are on.
; CHECK: ; k is not widened: a warp operation in divergent code
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32)
define ptx_kernel void @k(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 7
  br i1 %c, label %then, label %end
then:
  %s = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %t, i32 16, i32 31)
  store i32 %s, ptr %p
  br label %end
end:
  ret void
}
