; RUN: %opt --passes=up-to-bind-kernels %s | %check
; Each kernel has its own layout; all extern arrays lie behind the static part, aligned.
target triple = "nvptx64-nvidia-cuda"
@a = internal addrspace(3) global [5 x i8] undef
@b = internal addrspace(3) global [4 x double] undef
@dynamic = external addrspace(3) global [0 x float], align 4

; CHECK-LABEL: define internal void @one.body(
; CHECK-DAG: %a = getelementptr inbounds i8, ptr %shared, i64 0
; CHECK-DAG: %b = getelementptr inbounds i8, ptr %shared, i64 8
; CHECK-DAG: %dynamic = getelementptr inbounds i8, ptr %shared, i64 48
define ptx_kernel void @one() {
  store i8 1, ptr addrspacecast (ptr addrspace(3) @a to ptr)
  store double 1.0, ptr addrspacecast (ptr addrspace(3) @b to ptr)
  store float 1.0, ptr addrspacecast (ptr addrspace(3) @dynamic to ptr)
  ret void
}

; CHECK-LABEL: define internal void @other.body(
; CHECK: %b = getelementptr inbounds i8, ptr %shared, i64 0
define ptx_kernel void @other() {
  store double 1.0, ptr addrspacecast (ptr addrspace(3) @b to ptr)
  ret void
}
; CHECK-NOT: addrspace(3)
