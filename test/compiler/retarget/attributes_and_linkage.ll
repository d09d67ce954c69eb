; RUN: %opt --passes=retarget %s | %check
; Functions lose what PTX alone knows, device functions become the module's own; a kernel keeps its calling convention
; and its name, which mark it, a declaration its linkage. Memory at address 0 may be accessed.
target triple = "nvptx64-nvidia-cuda"
@used = addrspace(1) externally_initialized global i32 1
@own = internal addrspace(4) constant i32 2
@llvm.used = appending global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @used to ptr)], section "llvm.metadata"
@other_name = alias void (), ptr @helper
declare void @elsewhere()

; CHECK: target triple = "x86_64-unknown-linux-gnu"
; CHECK-NOT: @llvm.used
; CHECK-DAG: @used = dso_local addrspace(1) externally_initialized global i32 1
; CHECK-DAG: @own = internal addrspace(4) global i32 2
; CHECK-NOT: alias
; CHECK: declare void @elsewhere(){{$}}
; CHECK: define internal void @helper() [[ALL:#[0-9]+]]
define void @helper() #0 {
  ret void
}

; CHECK: define dso_local ptx_kernel void @k() [[ALL]]
; CHECK: call void @helper()
; CHECK: call void @elsewhere()
define ptx_kernel void @k() #0 {
  call void @other_name()
  tail call void @elsewhere()
  ret void
}

; CHECK: attributes [[ALL]] = { nounwind null_pointer_is_valid "kept" }
attributes #0 = { "target-cpu"="sm_80" "target-features"="+ptx88" "kept" }
