; RUN: %opt --width=32 --passes=up-to-lower-runtime-calls,widen %s | %check
; Below a branch the lanes that are on take part: what others hold reads as 0, and does not count.
; CHECK: ; apart is not widened: lanes that wait for each other on two paths
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.activemask()
declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
declare i32 @llvm.nvvm.redux.sync.min(i32, i32)

; CHECK-LABEL: define internal void @k.body{{.*}}.packet(
; CHECK: %[[IN:.*]] = select <32 x i1> %c, <32 x i32> %{{.*}}, <32 x i32> zeroinitializer
; CHECK: shufflevector <32 x i32> %[[IN]], <32 x i32> poison, <32 x i32> <i32 16,
; CHECK: %[[ON:.*]] = bitcast <32 x i1> %c to i32
; CHECK: and i32 {{.*}}%[[ON]]
; CHECK: select <32 x i1> %c, <32 x i32> %{{.*}}, <32 x i32> splat (i32 2147483647)
; CHECK: call i32 @llvm.vector.reduce.smin.v32i32
define ptx_kernel void @k(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 7
  br i1 %c, label %then, label %end
then:
  %s = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 127, i32 %t, i32 16, i32 31)
  %odd = trunc i32 %t to i1
  %b = call i32 @llvm.nvvm.vote.ballot.sync(i32 127, i1 %odd)
  %r = call i32 @llvm.nvvm.redux.sync.min(i32 %s, i32 -1)
  %sum = add i32 %b, %r
  %all = add i32 %sum, %s
  %a = getelementptr i32, ptr %p, i32 %t
  store i32 %all, ptr %a
  br label %end
end:
  ret void
}

define ptx_kernel void @apart(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %t
  %c = icmp ult i32 %t, 7
  br i1 %c, label %then, label %else
then:
  %x = call i32 @llvm.nvvm.activemask()
  store i32 %x, ptr %a
  br label %end
else:
  %s = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %t, i32 16, i32 31)
  store i32 %s, ptr %p
  br label %end
end:
  ret void
}
