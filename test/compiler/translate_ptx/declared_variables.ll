; RUN: %opt --passes=translate-ptx %s | %check
; Shared memory that a statement declares is the function's, known to the statements after it, and counts without a use.
target triple = "nvptx64-nvidia-cuda"

; CHECK-DAG: @k.unused = internal addrspace(3) global [64 x i8] undef, align 16
; CHECK-DAG: @k.used = internal addrspace(3) global i32 undef, align 4
; CHECK-LABEL: define ptx_kernel void @k(
; CHECK: call void @riffle.declares.shared(ptr addrspacecast (ptr addrspace(3) @k.unused to ptr))
; CHECK: store i32 %x, ptr addrspacecast (ptr addrspace(3) @k.used to ptr)
; CHECK: load i32, ptr addrspacecast (ptr addrspace(3) @k.used to ptr)
; CHECK-NOT: asm
define ptx_kernel void @k(ptr %p, i32 %x) {
  call void asm sideeffect ".shared .align 16 .b8 unused[$0];", "n"(i32 64)
  call void asm sideeffect ".shared .u32 used; .reg .u32 v;", ""()
  call void asm sideeffect "st.shared.u32 [used], $0;", "r,~{memory}"(i32 %x)
  %y = call i32 asm sideeffect "ld.shared.u32 v, [used]; add.u32 $0, v, 1;", "=r,~{memory}"()
  store i32 %y, ptr %p
  ret void
}

; A scope's names are known in it alone: the inner one hides the outer one until its end.
; CHECK-LABEL: define ptx_kernel void @scopes(
; CHECK: store i32 1, ptr addrspacecast (ptr addrspace(1) @g to ptr)
; CHECK: store i32 2, ptr addrspacecast (ptr addrspace(3) @scopes.g to ptr)
; CHECK: store i32 3, ptr addrspacecast (ptr addrspace(1) @g to ptr)
@g = addrspace(1) externally_initialized global i32 0, align 4
define ptx_kernel void @scopes() {
  call void asm sideeffect "st.global.u32 [g], 1; { .shared .u32 g; st.shared.u32 [g], 2; } st.global.u32 [g], 3;", "~{memory}"()
  ret void
}
