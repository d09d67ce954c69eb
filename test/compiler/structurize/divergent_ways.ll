; RUN: %opt --passes=up-to-bind-kernels,structurize %s | %check
; Two ways that lanes part on become one behind the other, each behind a branch of its own; where all lanes go one way
; the branch stays as it is.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @parts.body(
; CHECK: br i1 %{{.*}}, label %[[FIRST:.*]], label %Flow
; CHECK: Flow:
; CHECK: br i1 %{{.*}}, label %{{.*}}, label %{{.*}}
; CHECK: }
define ptx_kernel void @parts(ptr %p, ptr %q) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %t, 7
  br i1 %c, label %low, label %high
low:
  store i32 1, ptr %p
  br label %end
high:
  store i32 2, ptr %q
  br label %end
end:
  ret void
}

; CHECK-LABEL: define internal void @together.body(
; CHECK: br i1 %c, label %low, label %high
; CHECK-NOT: Flow
; CHECK: }
define ptx_kernel void @together(ptr %p, ptr %q, i32 %n) {
entry:
  %c = icmp slt i32 %n, 7
  br i1 %c, label %low, label %high
low:
  store i32 1, ptr %p
  br label %end
high:
  store i32 2, ptr %q
  br label %end
end:
  ret void
}
