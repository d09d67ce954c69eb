; RUN: %opt --passes=up-to-lower-runtime-calls,widen %s | %check
; The upper half of a product of 32 bits: even and odd lanes, two to a number of 64 bits.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @high.body{{.*}}.packet(
; CHECK: [[EVEN:%.*]] = mul <8 x i64>
; CHECK: [[ODD:%.*]] = mul <8 x i64>
; CHECK: lshr <8 x i64> [[EVEN]], splat (i64 32)
; CHECK: and <8 x i64> [[ODD]], splat (i64 -4294967296)
; CHECK: store <16 x i32>
define ptx_kernel void @high(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %t
  %v = load i32, ptr %a
  %w = zext i32 %v to i64
  %m = mul i64 %w, 3528531795
  %s = lshr i64 %m, 32
  %h = trunc i64 %s to i32
  store i32 %h, ptr %a
  ret void
}

; Other bits of it: as it stands.
; CHECK-LABEL: define internal void @middle.body{{.*}}.packet(
; CHECK: mul {{.*}}<16 x i64>
; CHECK-NOT: mul <8 x i64>
; CHECK: store <16 x i32>
define ptx_kernel void @middle(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %t
  %v = load i32, ptr %a
  %w = zext i32 %v to i64
  %m = mul i64 %w, 3528531795
  %s = lshr i64 %m, 31
  %h = trunc i64 %s to i32
  store i32 %h, ptr %a
  ret void
}
