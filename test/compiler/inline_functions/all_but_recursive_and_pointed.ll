; RUN: %opt --passes=retarget,inline-functions %s | %check
; A function is inlined through several levels, noinline or not, and is gone; what calls itself, and what is reached
; through a pointer, stays.
target triple = "nvptx64-nvidia-cuda"
@table = addrspace(1) externally_initialized global [1 x ptr] [ptr @pointed]

; CHECK-NOT: define {{.*}}@leaf(
; CHECK-NOT: define {{.*}}@middle(
define i32 @leaf(i32 %n) noinline {
  %m = mul i32 %n, 3
  ret i32 %m
}

define i32 @middle(i32 %n) {
  %m = call i32 @leaf(i32 %n)
  %s = add i32 %m, 1
  ret i32 %s
}

; CHECK-LABEL: define internal i32 @recursive(
; CHECK: call i32 @recursive(
define i32 @recursive(i32 %n) {
  %z = icmp eq i32 %n, 0
  br i1 %z, label %end, label %more
more:
  %m = sub i32 %n, 1
  %r = call i32 @recursive(i32 %m)
  ret i32 %r
end:
  ret i32 0
}

; CHECK-LABEL: define internal i32 @pointed(
define i32 @pointed(i32 %n) {
  ret i32 %n
}

; CHECK-LABEL: define dso_local ptx_kernel void @k(
; CHECK: call i32 @recursive(i32 16)
; CHECK: call i32 %f(
define ptx_kernel void @k(ptr %p) {
  %a = call i32 @middle(i32 5)
  %b = call i32 @recursive(i32 %a)
  %f = load ptr, ptr addrspace(1) @table
  %c = call i32 %f(i32 %b)
  store i32 %c, ptr %p
  ret void
}
