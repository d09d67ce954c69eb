; RUN: %opt --passes=check-input %s | %check
; An empty text is a compiler barrier and passes.
; CHECK: ; k is refused: inline PTX "mov.u32 $0, %frob;" in k is not supported
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p) {
  call void asm sideeffect "", "~{memory}"()
  %a = call i32 asm "mov.u32 $0, %frob;", "=r"()
  store i32 %a, ptr %p
  ret void
}

; CHECK-NOT: define {{.*}}@k(
