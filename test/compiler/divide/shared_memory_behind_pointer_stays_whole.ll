; RUN: %opt --passes=divide %s | %check
; Each kernel lays out its shared memory: a function that all call by one address cannot know how.
; CHECK-NOT: @riffle.exports
; CHECK: define i32 @called(
; CHECK: define ptx_kernel void @first(
; CHECK: define ptx_kernel void @second(
target triple = "nvptx64-nvidia-cuda"
@shared = internal addrspace(3) global [8 x i32] undef
@pointer = addrspace(1) externally_initialized global ptr @called
define i32 @called(i32 %x) {
  %y = load i32, ptr addrspacecast (ptr addrspace(3) @shared to ptr)
  ret i32 %y
}
define ptx_kernel void @first(ptr %p) {
  store i32 1, ptr %p
  ret void
}
define ptx_kernel void @second(ptr %p) {
  store i32 2, ptr %p
  ret void
}
