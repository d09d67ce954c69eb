; RUN: %opt --passes=up-to-bind-kernels,structurize %s | %check
; A switch of few numbers asks for one after the other; where neighbouring numbers go one way, or there are many, it is a
; search tree with ranges.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @few.body(
; CHECK-NOT: icmp slt
; CHECK: icmp ne i32 %thread.x, 2
; CHECK: icmp eq i32 %thread.x, 3
; CHECK-NOT: icmp slt
; CHECK: }
define ptx_kernel void @few(ptr %p) {
entry:
  %n = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  switch i32 %n, label %end [
    i32 2, label %two
    i32 3, label %three
  ]
two:
  %v = load i32, ptr %p
  br label %end
three:
  br label %end
end:
  %r = phi i32 [ 0, %entry ], [ %v, %two ], [ 1, %three ]
  store i32 %r, ptr %p
  ret void
}

; CHECK-LABEL: define internal void @range.body(
; CHECK-NOT: icmp eq i32 %thread.x, 3
; CHECK: icmp ule i32 %{{.*}}, 2
; CHECK: }
define ptx_kernel void @range(ptr %p) {
entry:
  %n = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  switch i32 %n, label %end [
    i32 2, label %some
    i32 3, label %some
    i32 4, label %some
  ]
some:
  store i32 1, ptr %p
  br label %end
end:
  ret void
}
