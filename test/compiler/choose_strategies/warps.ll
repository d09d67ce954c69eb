; Kernels whose warps go in step.

;--- volatile_warps
; RUN: %opt --cpu=haswell --passes=up-to-choose-strategies --remarks %s | %check
; What lanes tell each other by volatile memory without asking for order wants a warp that goes in step, as wide as that is.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
@part = internal addrspace(3) global [64 x float] undef

; CHECK: kernel 'alone': packets of 64, else 32 threads
; CHECK: kernel 'last_warp': packets of 32 threads in vector registers: a warp, whose lanes may synchronise through volatile memory
; CHECK: kernel 'of_rows': packets of 32, else 16 threads
; CHECK-LABEL: define internal void @last_warp.run(
; One access each, as on hardware.
; CHECK: load volatile <32 x float>
; CHECK: load volatile <32 x float>
; CHECK: fadd <32 x float>
; CHECK: store volatile <32 x float>
; CHECK-NOT: fadd <64 x float>
define ptx_kernel void @last_warp(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %own = getelementptr float, ptr addrspace(3) @part, i32 %t
  %next = add nuw nsw i32 %t, 1
  %other = getelementptr float, ptr addrspace(3) @part, i32 %next
  %x = load volatile float, ptr addrspace(3) %own
  %y = load volatile float, ptr addrspace(3) %other
  %z = fadd float %x, %y
  store volatile float %z, ptr addrspace(3) %own
  ret void
}

; Its opposite: a thread by itself in a loop.
define ptx_kernel void @alone(ptr %p) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr float, ptr %p, i32 %t
  %v = load float, ptr %a
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi float [ %v, %entry ], [ %y, %loop ]
  %y = fmul float %x, 3.0
  %next = add i32 %k, 1
  %more = icmp ult i32 %next, 50
  br i1 %more, label %loop, label %end
end:
  store float %y, ptr %a
  ret void
}

; Blocks of two dimensions are often narrower than a warp.
define ptx_kernel void @of_rows(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %row = getelementptr [16 x float], ptr %p, i32 %r
  %a = getelementptr float, ptr %row, i32 %t
  %x = load volatile float, ptr %a
  store volatile float %x, ptr %a
  ret void
}

;--- warps_across_rows
; RUN: %opt --passes=up-to-choose-strategies %s | %check
; Warps of blocks whose rows are no whole warps go on in the next row: a thread's place comes from its number.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32)

; The number that the body makes of the place is the number again: one vector is loaded.
; CHECK-LABEL: define internal void @k.run(
; CHECK: and i32 %extent.x, 31
; CHECK: packets:
; CHECK: and i32 %threads, 31
; CHECK: icmp eq i32 %extent.z, 1
; CHECK: br i1 %one.row, label %across.rows, label %otherwise
; CHECK: across.rows:
; CHECK: udiv i32 %threads, 32
; CHECK: udiv i32 %{{.*}}, %extent.x
; CHECK: %[[Y:.*]] = lshr <32 x i32> %{{.*}}, splat (i32 20)
; CHECK-NOT: gather
; CHECK: %[[V:.*]] = load <32 x i32>
; CHECK: %[[S:.*]] = shufflevector
; CHECK: add <32 x i32> %{{.*}}, %[[Y]]
define ptx_kernel void @k(ptr %p) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %w = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %row = mul nuw nsw i32 %y, %w
  %t = add nuw nsw i32 %row, %x
  %i = zext nneg i32 %t to i64
  %a = getelementptr i32, ptr %p, i64 %i
  %v = load i32, ptr %a
  %s = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %v, i32 16, i32 31)
  %sum = add i32 %s, %y
  store i32 %sum, ptr %a
  ret void
}

; Its opposite: who does not ask for rows has none as a rule.
; CHECK-LABEL: define internal void @along_x.run(
; CHECK-NOT: across.rows:
; CHECK: ret void
define ptx_kernel void @along_x(ptr %p) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %x
  %v = load i32, ptr %a
  %s = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %v, i32 16, i32 31)
  store i32 %s, ptr %a
  ret void
}

;--- partial_warps
; RUN: %opt --passes=up-to-choose-strategies %s | %check
; The last warp of a block of 100 threads has lanes without a thread. In code for that shape they return at once: the other lanes
; are a packet under a mask, and come to the block's barrier as one.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; CHECK-LABEL: define internal void @k.run(
; CHECK: %[[ON:.*]] = phi <32 x i1>
; CHECK: present.i:
; CHECK: call <32 x i32> @llvm.masked.load{{.*}}, <32 x i1> %[[ON]],
; CHECK: shufflevector
; CHECK: call void @llvm.masked.store
define ptx_kernel void @k(ptr %p) "riffle-shape"="100,1,1,row" {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext nneg i32 %x to i64
  %a = getelementptr i32, ptr %p, i64 %i
  %v = load i32, ptr %a
  %s = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %v, i32 16, i32 31)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 %s, ptr %a
  ret void
}

; A vote counts the lanes that have a thread.
; CHECK-LABEL: define internal void @votes.run(
; CHECK: %[[ON:.*]] = phi <32 x i1>
; CHECK: present.i:
; CHECK: %[[BITS:.*]] = bitcast <32 x i1> %[[ON]] to i32
; CHECK: and i32 %{{.*}}, %[[BITS]]
define ptx_kernel void @votes(ptr %p) "riffle-shape"="100,1,1,row" {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %is = icmp ugt i32 %x, 7
  %b = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %is)
  %w = lshr i32 %x, 5
  %a = getelementptr i32, ptr %p, i32 %w
  store i32 %b, ptr %a
  ret void
}

;--- warps_are_followed
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
