; RUN: %opt --passes=up-to-choose-strategies --strategy=simd %s | %check
; In code for rows of 8 threads a packet fills half a register, or a quarter: permutations and windows of memory are of
; that size, so that no lane touches what belongs to the next row.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()

; CHECK-LABEL: define internal void @store_partner.run(
; CHECK: [[MOVED:%.*]] = call <8 x i32> @llvm.x86.avx2.permd(
; CHECK: store <8 x i32> [[MOVED]]
; CHECK-NOT: <16 x i32>
; CHECK: {{^}}}
define ptx_kernel void @store_partner(ptr %p, ptr %q, i32 %u) "riffle-shape"="8,8,1,row" {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %row = shl nuw nsw i32 %y, 3
  %t = add nuw nsw i32 %row, %x
  %i = zext i32 %t to i64
  %a = getelementptr i32, ptr %q, i64 %i
  %v = load i32, ptr %a
  %partner = xor i32 %t, %u
  %j = sext i32 %partner to i64
  %b = getelementptr i32, ptr %p, i64 %j
  store i32 %v, ptr %b
  ret void
}

; Rows of 4 floats: one register of 128 bits.
; CHECK-LABEL: define internal void @load_partner.run(
; CHECK: [[WINDOW:%.*]] = load <4 x i32>
; CHECK: call <4 x i32> @llvm.x86.avx512.vpermi2var.d.128(<4 x i32> [[WINDOW]], <4 x i32> {{.*}}, <4 x i32> [[WINDOW]])
; CHECK-NOT: <16 x i32>
; CHECK: {{^}}}
define ptx_kernel void @load_partner(ptr %p, ptr %q, i32 %u) "riffle-shape"="4,4,1,row" {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %row = shl nuw nsw i32 %y, 2
  %t = add nuw nsw i32 %row, %x
  %partner = xor i32 %t, %u
  %j = sext i32 %partner to i64
  %b = getelementptr float, ptr %p, i64 %j
  %v = load float, ptr %b
  %i = zext i32 %t to i64
  %a = getelementptr float, ptr %q, i64 %i
  store float %v, ptr %a
  ret void
}
