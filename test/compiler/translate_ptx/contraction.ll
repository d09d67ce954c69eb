; RUN: %opt --passes=translate-ptx,retarget,exact-arithmetic %s | %check
target triple = "nvptx64-nvidia-cuda"

; Products and sums without a rounding are fused, also packed ones.
; CHECK-LABEL: @packed(
; CHECK-COUNT-2: call half @llvm.fma.f16(
; CHECK-NOT: fadd
define i32 @packed(i32 noundef %a, i32 noundef %b, i32 noundef %c) {
  %p = call i32 asm "mul.f16x2 $0, $1, $2;", "=r,r,r"(i32 %a, i32 %b) "riffle-contracts"
  %s = call i32 asm "add.f16x2 $0, $1, $2;", "=r,r,r"(i32 %p, i32 %c) "riffle-contracts"
  ret i32 %s
}

; CHECK-LABEL: @rounded(
; CHECK: fmul float
; CHECK: fadd float
define float @rounded(float noundef %a, float noundef %b, float noundef %c) {
  %p = call float asm "mul.rn.f32 $0, $1, $2;", "=f,f,f"(float %a, float %b) "riffle-contracts"
  %s = call float asm "add.f32 $0, $1, $2;", "=f,f,f"(float %p, float %c) "riffle-contracts"
  ret float %s
}

; -fmad=false
; CHECK-LABEL: @not_asked(
; CHECK: fmul float
; CHECK: fadd float
define float @not_asked(float noundef %a, float noundef %b, float noundef %c) {
  %s = call float asm "{ .reg .f32 p; mul.f32 p, $1, $2; add.f32 $0, p, $3; }", "=f,f,f,f"(float %a, float %b, float %c)
  ret float %s
}
