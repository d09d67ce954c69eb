; One kernel of a module, with what it needs.

;--- kernel
; RUN: %opt --passes=divide --kernel=first %s | %check --check-prefix=FIRST
; RUN: %opt --passes=divide --kernel=second %s | %check --check-prefix=SECOND
; RUN: %opt --passes=divide,up-to-emit-tables,bind-imports --kernel=first %s | %check --check-prefix=BOUND
; A kernel has copies of what it calls and of constants; what must be the same for all comes from the base.
; FIRST-NOT: @table
; FIRST-NOT: @called
; FIRST: define i32 @alone(
; FIRST: define ptx_kernel void @first(
; FIRST-NOT: define
; SECOND-NOT: @counter
; SECOND-DAG: define i32 @called(
; SECOND-DAG: define i32 @helper(
; SECOND: define ptx_kernel void @second(
; SECOND-NOT: define
; BOUND-DAG: @text = {{.*}} constant
; BOUND-DAG: @riffle.imports = internal externally_initialized global [2 x ptr] zeroinitializer
; BOUND: define {{.*}}@first
; BOUND-DAG: load ptr, ptr @riffle.imports, {{.*}}!invariant.load
; BOUND-DAG: load ptr, ptr getelementptr inbounds ({{.*}}@riffle.imports{{.*}}), {{.*}}!invariant.load
; BOUND-NOT: @counter
; BOUND-NOT: @seen
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

;--- base
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

;--- shared_addresses
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

;--- shared_memory_behind_pointer_stays_whole
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
