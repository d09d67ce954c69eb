; Branches and returns that only some threads take.

;--- divergent_ways
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

;--- early_returns
; RUN: %opt --passes=up-to-bind-kernels,structurize %s | %check
; What threads store before they return early comes in front of the others' barrier.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; Also where the store is the end of both ways.
; CHECK-LABEL: define internal void @joined.body(
; CHECK: br i1 {{.*}}, label %[[EARLY:.*]], label %left
; CHECK: left:
; CHECK-NEXT: br i1 %c, label %rest
; CHECK: rest:
; CHECK: call void @llvm.nvvm.barrier
; CHECK: store i32 2,
; CHECK: [[EARLY]]:
; CHECK-NEXT: store i32 1,
; CHECK-NEXT: br label %left
define ptx_kernel void @joined(ptr %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %t
  %c = icmp slt i32 %t, %n
  br i1 %c, label %rest, label %end
rest:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %end
end:
  %x = phi i32 [ 1, %0 ], [ 2, %rest ]
  store i32 %x, ptr %a
  ret void
}

; CHECK-LABEL: define internal void @apart.body(
; CHECK: br i1 {{.*}}, label %[[EARLY:.*]], label %left
; CHECK: left:
; CHECK-NEXT: br i1 %c, label %rest
; CHECK: [[EARLY]]:
; CHECK-NEXT: store i32 1,
; CHECK-NEXT: br label %left
define ptx_kernel void @apart(ptr %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %t
  %c = icmp slt i32 %t, %n
  br i1 %c, label %rest, label %early
rest:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 2, ptr %a
  ret void
early:
  store i32 1, ptr %a
  ret void
}

; Also where variables of the thread end with it.
; CHECK-LABEL: define internal void @variables.body(
; CHECK: br i1 {{.*}}, label %[[EARLY:.*]], label %left
; CHECK: left:
; CHECK-NEXT: br i1 %c, label %rest
; CHECK: [[EARLY]]:
; CHECK-NEXT: store i32 1,
; CHECK-NEXT: br label %left
define ptx_kernel void @variables(ptr %p, i32 %n) {
  %own = alloca [8 x i32]
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @llvm.lifetime.start.p0(ptr %own)
  store volatile i32 %t, ptr %own
  %a = getelementptr i32, ptr %p, i32 %t
  %c = icmp slt i32 %t, %n
  br i1 %c, label %rest, label %early
rest:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 2, ptr %a
  br label %end
early:
  store i32 1, ptr %a
  br label %end
end:
  call void @llvm.lifetime.end.p0(ptr %own)
  ret void
}

; And loops.
; CHECK-LABEL: define internal void @loops.body(
; CHECK: br i1 {{.*}}, label %[[EARLY:.*]], label %[[BEHIND:.*]]
; CHECK: left:
; CHECK-NEXT: br i1 %c, label %rest
; CHECK: rest:
; CHECK: [[BEHIND]]:
; CHECK-NEXT: br label %left
; CHECK: store i32 1,
define ptx_kernel void @loops(ptr %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %t
  %c = icmp slt i32 %t, %n
  br i1 %c, label %rest, label %early
rest:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 2, ptr %a
  ret void
early:
  %k = phi i32 [ 0, %0 ], [ %next, %early ]
  %e = getelementptr i32, ptr %a, i32 %k
  store i32 1, ptr %e
  %next = add i32 %k, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %early, label %out
out:
  ret void
}

; Its opposite: no barrier, one store.
; CHECK-LABEL: define internal void @no_barrier.body(
; CHECK: store
; CHECK-NOT: store
; CHECK: ret void
define ptx_kernel void @no_barrier(ptr %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %t
  %c = icmp slt i32 %t, %n
  br i1 %c, label %rest, label %end
rest:
  %y = load i32, ptr %a
  br label %end
end:
  %x = phi i32 [ 1, %0 ], [ %y, %rest ]
  store i32 %x, ptr %a
  ret void
}

;--- small_switches
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
