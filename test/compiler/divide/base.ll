; RUN: %opt --passes=divide,up-to-emit-tables %s | %check
; In the base: variables, what is behind addresses with what it calls, and a row for each kernel.
; CHECK-DAG: @riffle.exports = internal constant [4 x ptr] [ptr @counter, ptr @seen, ptr @table, ptr @called]
; CHECK-DAG: @table = internal constant [1 x ptr] [ptr @called]
; CHECK-DAG: { ptr @{{.*}}, ptr null, ptr @{{.*}}, i32 2, i32 12, i32 0, i32 0, i32 0, i32 1024, i32 0,
; CHECK-DAG: { ptr @{{.*}}, ptr null, ptr @{{.*}}, i32 2, i32 16, i32 0, i32 0, i32 0, i32 1024, i32 40,
; CHECK-NOT: @text
; CHECK: define internal i32 @called(ptr %thread
; CHECK-NOT: define
target triple = "nvptx64-nvidia-cuda"
@counter = addrspace(1) externally_initialized global i32 5
@seen = internal addrspace(1) global i32 0
@text = private unnamed_addr addrspace(1) constant [3 x i8] c"ab\00"
@table = internal addrspace(1) constant [1 x ptr] [ptr @called]
@llvm.used = appending global [2 x ptr] [ptr @first, ptr @second], section "llvm.metadata"
define i32 @called(i32 %x) {
  %y = call i32 @helper(i32 %x)
  ret i32 %y
}
define i32 @helper(i32 %x) {
  %y = add i32 %x, 1
  ret i32 %y
}
define i32 @alone(i32 %x) {
  %y = mul i32 %x, 3
  ret i32 %y
}
define ptx_kernel void @first(ptr %p, i32 %x) {
  %c = load i32, ptr addrspacecast (ptr addrspace(1) @counter to ptr)
  %a = call i32 @alone(i32 %c)
  %b = load i8, ptr addrspacecast (ptr addrspace(1) @text to ptr)
  %w = zext i8 %b to i32
  %s = add i32 %a, %w
  store i32 %s, ptr %p
  store i32 %s, ptr addrspacecast (ptr addrspace(1) @seen to ptr)
  ret void
}
define ptx_kernel void @second(ptr %p, i64 %i) {
  %l = alloca [10 x i32]
  %e = getelementptr [1 x ptr], ptr addrspacecast (ptr addrspace(1) @table to ptr), i64 0, i64 %i
  %f = load ptr, ptr %e
  %r = call i32 %f(i32 2)
  store i32 %r, ptr %p
  ret void
}
