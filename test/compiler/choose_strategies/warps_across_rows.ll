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
