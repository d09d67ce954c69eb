; RUN: (%opt --verify --passes=retarget %s || true) | %check
; What steps leave for each other is declared: anything else is an error when the code is verified.
; CHECK: error: invalid code after retarget: 'riffle.anything' is not declared in spmd/pipeline/keys.cpp
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p) {
  store i32 0, ptr %p, !riffle.anything !0
  ret void
}
!0 = !{}
