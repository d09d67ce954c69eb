; RUN: %opt --passes=retarget,flatten-address-spaces %s | %check
; Constant memory becomes writable for the host; shared variables keep a cast as their mark.
target triple = "nvptx64-nvidia-cuda"
@table = addrspace(4) externally_initialized constant [2 x float] [float 1.0, float 2.0]
@counter = addrspace(1) externally_initialized global i32 5
@where = addrspace(1) externally_initialized global ptr addrspacecast (ptr addrspace(1) @counter to ptr)
@tile = internal addrspace(3) global [4 x float] undef

; CHECK-DAG: @table = {{.*}}global [2 x float]
; CHECK-DAG: @counter = {{.*}}global i32 5
; CHECK-DAG: @where = {{.*}}global ptr @counter
; CHECK-LABEL: define {{.*}}@k(
; CHECK: load float, ptr @table
; CHECK: %[[T:.*]] = addrspacecast ptr addrspace(3) @tile to ptr
; CHECK: store float {{.*}}, ptr %[[T]]
; CHECK: atomicrmw add ptr @counter
define ptx_kernel void @k() {
  %a = load float, ptr addrspacecast (ptr addrspace(4) @table to ptr)
  store float %a, ptr addrspacecast (ptr addrspace(3) @tile to ptr)
  %b = atomicrmw add ptr addrspace(1) @counter, i32 1 monotonic
  ret void
}
