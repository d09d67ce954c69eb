; RUN: %opt --passes=translate-ptx %s | %check
; CHECK: "riffle-refused"="inline PTX instruction 'add.rna.f32 %0, %1, %1' is not supported: .rna (in k)"
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p, float %x) {
  %a = call float asm "add.rna.f32 $0, $1, $1;", "=f,f"(float %x)
  store float %a, ptr %p
  ret void
}
