; RUN: %opt --passes=up-to-bind-kernels %s | %check
; A shared variable of a function that is inlined: the copy's addresses are constants again.
target triple = "nvptx64-nvidia-cuda"
@a = internal addrspace(3) global [8 x float] undef

define internal void @store(i64 %i) noinline {
  %p = getelementptr float, ptr addrspacecast (ptr addrspace(3) @a to ptr), i64 %i
  store float 1.0, ptr %p
  ret void
}

; CHECK-LABEL: define internal void @k.body(
; CHECK: %a = getelementptr inbounds i8, ptr %shared, i64 0
; CHECK: getelementptr i8, ptr %a, i64 12
define ptx_kernel void @k() {
  call void @store(i64 3)
  ret void
}
; CHECK-NOT: addrspace(3)
