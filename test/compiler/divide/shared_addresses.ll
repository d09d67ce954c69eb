; RUN: %opt --passes=divide %s | %check
; RUN: %opt --passes=divide --kernel=first %s | %check --check-prefix=FIRST
; A constant that holds addresses of shared variables is each kernel's own, and keeps no image whole.
; CHECK-NOT: @pair
; CHECK: @riffle.exports = internal constant [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @counter to ptr)]
; CHECK-NOT: define
; FIRST-DAG: @pair = private unnamed_addr constant [2 x ptr]
; FIRST-DAG: @a = internal addrspace(3) global
; FIRST: define ptx_kernel void @first(
; FIRST-NOT: define
target triple = "nvptx64-nvidia-cuda"
@counter = addrspace(1) externally_initialized global i32 5
@a = internal addrspace(3) global [4 x float] undef
@b = internal addrspace(3) global [4 x float] undef
@pair = private unnamed_addr constant [2 x ptr] [ptr addrspacecast (ptr addrspace(3) @a to ptr), ptr addrspacecast (ptr addrspace(3) @b to ptr)]
define ptx_kernel void @first(i64 %i) {
  %at = getelementptr [2 x ptr], ptr @pair, i64 0, i64 %i
  %p = load ptr, ptr %at
  store float 1.0, ptr %p
  ret void
}
define ptx_kernel void @second() {
  store i32 1, ptr addrspacecast (ptr addrspace(1) @counter to ptr)
  ret void
}
