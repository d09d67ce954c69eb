; RUN: %opt --passes=translate-ptx %s | %check
; CHECK: "riffle-refused"="inline PTX instruction 'frobnicate.u32 %0, 1' is not supported (in k)"
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p) {
  %a = call i32 asm "frobnicate.u32 $0, 1;", "=r"()
  store i32 %a, ptr %p
  ret void
}
