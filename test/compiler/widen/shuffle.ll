; RUN: %opt --width=32 --passes=up-to-lower-runtime-calls,widen %s | %check
; A shuffle by a constant is one permutation, a vote the bits of a mask, and what all lanes get is a scalar.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
declare i32 @llvm.nvvm.redux.sync.add(i32, i32)

; CHECK-LABEL: define internal void @k.body{{.*}}.packet(
; CHECK: shufflevector <32 x i32> %{{.*}}, <32 x i32> poison, <32 x i32> <i32 16, i32 17, {{.*}}, i32 31, i32 16, i32 17,
; CHECK: bitcast <32 x i1> %{{.*}} to i32
; CHECK: call i32 @llvm.vector.reduce.add.v32i32
; CHECK: %sum = add i32
define ptx_kernel void @k(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %t
  %v = load i32, ptr %a
  %s = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %v, i32 16, i32 31)
  %c = icmp slt i32 %s, %v
  %b = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %c)
  %r = call i32 @llvm.nvvm.redux.sync.add(i32 %s, i32 -1)
  %sum = add i32 %b, %r
  store i32 %sum, ptr %a
  ret void
}
