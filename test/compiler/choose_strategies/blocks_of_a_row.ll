; RUN: %opt --passes=up-to-choose-strategies %s | %check
; Blocks of a row are run as one where a kernel knows its place along x only as a whole; the first one of each
; packet is noted.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()

; CHECK-LABEL: define internal void @whole.run(
; CHECK: %together = lshr i32 32,
; CHECK: br i1 {{.*}}, label %flat, label %apart
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
; CHECK: br i1 {{.*}}, label %flat, label %apart
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
