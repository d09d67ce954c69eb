; RUN: %opt --passes=to-follow,up-to-choose-strategies %s | %check
; Threads whose warps come to an operation as a whole are followed in packets; only in blocks that are not made of warps each runs by itself,
; and then says nothing as a packet.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; CHECK-LABEL: define internal void @together.thread(
; CHECK-NOT: @riffle.follow
; CHECK-LABEL: define internal void @together.run(
; CHECK: call void @riffle.follow.begin(
; CHECK: call void @riffle.follow.end()
; CHECK: call void @riffle.follow.packet(
; CHECK: call void @riffle.follow.warp(i64 4294967295)
; CHECK: call void @riffle.follow.packet(
define ptx_kernel void @together(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %t
  %v = load i32, ptr %a
  %s = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %v, i32 3, i32 31)
  store i32 %s, ptr %a
  ret void
}

; Its opposite: some lanes only, be it by the mask or by a branch.
; CHECK-LABEL: define internal void @masked.run(
; CHECK-NOT: @riffle.follow
; CHECK: ret void
define ptx_kernel void @masked(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %t
  %v = load i32, ptr %a
  %s = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 65535, i32 %v, i32 3, i32 31)
  store i32 %s, ptr %a
  ret void
}

; CHECK-LABEL: define internal void @parted.run(
; CHECK-NOT: @riffle.follow
; CHECK: ret void
define ptx_kernel void @parted(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %t
  %v = load i32, ptr %a
  %first = icmp ult i32 %t, 7
  br i1 %first, label %some, label %end
some:
  %s = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %v, i32 3, i32 31)
  store i32 %s, ptr %a
  br label %end
end:
  ret void
}

; An early return before a barrier: packets where nobody returns, which the code asks first.
; CHECK-LABEL: define internal void @guarded.run(
; CHECK: call void @riffle.follow.begin(
; CHECK: br i1 %{{.*}}, label %passed
; CHECK: call void @riffle.follow.barrier()
; CHECK: call void @riffle.follow.packet(
define ptx_kernel void @guarded(ptr %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %in = icmp ult i32 %t, %n
  br i1 %in, label %on, label %end
on:
  %a = getelementptr i32, ptr %p, i32 %t
  store i32 1, ptr %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %end
end:
  ret void
}
