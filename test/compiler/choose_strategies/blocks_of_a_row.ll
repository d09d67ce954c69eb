; RUN: %opt --passes=up-to-choose-strategies %s | %check
; RUN: sed 's/^define ptx_kernel .*)/& "riffle-shape"="1,1,1"/' %s | %opt --passes=up-to-choose-strategies /dev/stdin | %check --check-prefix=ONE
; RUN: %opt --passes=up-to-emit-tables %s | %check --check-prefix=TABLE
; Blocks of a row are run as one where a kernel knows its place along x only as a whole; the first one of each
; packet is noted.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()

; In code for blocks of one thread the number of the block is the index.
; ONE-LABEL: define internal void @whole.run(
; ONE: br i1 {{.*}}, label %flat, label %not.flat
; ONE: store <32 x i32>
; The runtime is told of how many threads: it gives a thread no fewer blocks than that.
; TABLE: ptr @whole.run,{{[^}]*}}, i32 32 }
; TABLE-SAME: ptr @in_block.run,{{[^}]*}}, i32 0 }
; CHECK-LABEL: define internal void @whole.run(
; CHECK: %together = lshr i32 32,
; CHECK: br i1 {{.*}}, label %flat, label %not.flat
; CHECK-DAG: %flat.x = add i32 %first.x,
; CHECK-DAG: [[PLACE:%.*]] = sub i32 %flat.x, %first.x
; CHECK-DAG: store <32 x i32>
; CHECK-DAG: [[RUN:%.*]] = phi i32 [ %blocks, {{.*}} ], [ 1, {{.*}} ]
; CHECK-DAG: add i32 %block.x, [[RUN]]
define ptx_kernel void @whole(ptr %p) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %s = mul i32 %b, %n
  %i = add i32 %s, %t
  %x = sext i32 %i to i64
  %a = getelementptr i32, ptr %p, i64 %x
  store i32 %i, ptr %a
  ret void
}

; Where the kernel takes the extent for known, and in 64 bits: as long as that is so.
; CHECK-LABEL: define internal void @taken_for_16.run(
; CHECK: icmp eq i32 %extent.x, 16
; CHECK: icmp ule i64 {{.*}}, 2147483647
; CHECK: br i1 {{.*}}, label %flat, label %not.flat
define ptx_kernel void @taken_for_16(ptr %p) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %s = zext i32 %b to i64
  %m = shl nuw nsw i64 %s, 4
  %w = zext i32 %t to i64
  %x = add nuw nsw i64 %m, %w
  %a = getelementptr i32, ptr %p, i64 %x
  store i32 1, ptr %a
  ret void
}

; The place in the block is a value: blocks stay apart.
; CHECK-LABEL: define internal void @in_block.run(
; CHECK-NOT: %flat
; CHECK: ret void
define ptx_kernel void @in_block(ptr %p) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %s = mul i32 %b, %n
  %i = add i32 %s, %t
  %x = sext i32 %i to i64
  %a = getelementptr i32, ptr %p, i64 %x
  store i32 %t, ptr %a
  ret void
}

; So is the number of the block.
; CHECK-LABEL: define internal void @of_block.run(
; CHECK-NOT: %flat
; CHECK: ret void
define ptx_kernel void @of_block(ptr %p) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %s = mul i32 %b, %n
  %i = add i32 %s, %t
  %x = sext i32 %i to i64
  %a = getelementptr i32, ptr %p, i64 %x
  store i32 %b, ptr %a
  ret void
}

; Alone it is the index of blocks of one thread, of which as many as fill packets run as one; what they make of their extent
; they make of 1 there.
; CHECK-LABEL: define internal void @by_block.run(
; CHECK: icmp eq i32 %extent.x, 1
; CHECK: br i1 {{.*}}, label %flat, label %not.flat
; CHECK: add i32 %flat.x, 1
; CHECK: store <32 x i32>
; ONE-LABEL: define internal void @by_block.run(
; ONE: br i1 {{.*}}, label %flat, label %not.flat
; ONE: store <32 x i32>
define ptx_kernel void @by_block(ptr %p) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %v = add i32 %b, %n
  %x = sext i32 %b to i64
  %a = getelementptr i32, ptr %p, i64 %x
  store i32 %v, ptr %a
  ret void
}

; Not where threads know their place: in code for blocks of one, they do not.
; CHECK-LABEL: define internal void @first_thread.run(
; CHECK-NOT: %flat
; CHECK: ret void
; ONE-LABEL: define internal void @first_thread.run(
; ONE: br i1 {{.*}}, label %flat, label %not.flat
define ptx_kernel void @first_thread(ptr %p) {
entry:
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp eq i32 %t, 0
  br i1 %first, label %do, label %end
do:
  %x = sext i32 %b to i64
  %a = getelementptr i32, ptr %p, i64 %x
  store i32 %b, ptr %a
  br label %end
end:
  ret void
}

; Shared memory is a block's own.
; CHECK-LABEL: define internal void @shared.run(
; CHECK-NOT: %flat
; CHECK: ret void
; ONE-LABEL: define internal void @shared.run(
; ONE-NOT: %flat
; ONE: ret void
@tile = internal addrspace(3) global [4 x i32] undef
define ptx_kernel void @shared(ptr %p) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  store volatile i32 %b, ptr addrspace(3) @tile
  %v = load volatile i32, ptr addrspace(3) @tile
  %x = sext i32 %b to i64
  %a = getelementptr i32, ptr %p, i64 %x
  store i32 %v, ptr %a
  ret void
}
