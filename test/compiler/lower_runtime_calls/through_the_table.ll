; RUN: %opt --passes=up-to-lower-runtime-calls %s | %check
; printf and traps go through the Runtime table; functions of the C library stay calls by name.
target triple = "nvptx64-nvidia-cuda"
@text = private addrspace(4) constant [3 x i8] c"hi\00"
declare i32 @vprintf(ptr, ptr)
declare void @llvm.trap()
declare float @lgammaf(float)

; CHECK-LABEL: define internal void @tells.body(
; CHECK: %[[TABLE:.*]] = load ptr, ptr @riffle.runtime
; CHECK-NOT: @vprintf
; CHECK: call i32 %{{.*}}(
define ptx_kernel void @tells(ptr %p) {
  %r = call i32 @vprintf(ptr addrspacecast (ptr addrspace(4) @text to ptr), ptr null)
  store i32 %r, ptr %p
  ret void
}

; CHECK-LABEL: define internal void @traps.body(
; CHECK-NOT: call void @llvm.trap
; CHECK: load ptr, ptr @riffle.runtime
; CHECK: call void %{{.*}}(ptr %frame, i32
define ptx_kernel void @traps() {
  call void @llvm.trap()
  ret void
}

; CHECK-LABEL: define internal void @computes.body(
; CHECK-NOT: @riffle.runtime
; CHECK: call float @lgammaf(
; CHECK-NOT: @riffle.runtime
; CHECK: ret void
define ptx_kernel void @computes(ptr %p) {
  %v = load float, ptr %p
  %l = call float @lgammaf(float %v)
  store float %l, ptr %p
  ret void
}
