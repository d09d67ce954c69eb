; RUN: %opt --passes=up-to-bind-kernels %s | %check
; What stays out of line gets the thread; what does not is inlined and gone.
target triple = "nvptx64-nvidia-cuda"
@table = addrspace(1) externally_initialized global [1 x ptr] [ptr @pointed]
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-NOT: @inlined
; CHECK-LABEL: define internal i32 @recursive(ptr %thread, i32 %n)
; CHECK: call i32 @recursive(ptr %thread, i32
define i32 @recursive(i32 %n) {
  %z = icmp eq i32 %n, 0
  br i1 %z, label %end, label %more
more:
  %m = sub i32 %n, 1
  %r = call i32 @recursive(i32 %m)
  %s = add i32 %r, %n
  ret i32 %s
end:
  ret i32 0
}

; CHECK-LABEL: define internal i32 @pointed(ptr %thread, i32 %n)
; CHECK: getelementptr inbounds i8, ptr %thread, i64 16
define i32 @pointed(i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %s = add i32 %t, %n
  ret i32 %s
}

define i32 @inlined(i32 %n) {
  ret i32 %n
}

; CHECK-LABEL: define internal void @k.body(
; CHECK: call i32 @recursive(ptr %thread, i32 7)
; CHECK: call i32 %{{.*}}(ptr %thread, i32 3)
define ptx_kernel void @k(ptr %p) {
  %a = call i32 @recursive(i32 7)
  %f = load ptr, ptr addrspace(1) @table
  %b = call i32 %f(i32 3)
  %c = call i32 @inlined(i32 %b)
  %s = add i32 %a, %c
  store i32 %s, ptr %p
  ret void
}
