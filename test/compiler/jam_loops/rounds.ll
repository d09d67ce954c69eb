; Rounds of a loop that run side by side, and that do not.

;--- rounds_side_by_side
; RUN: %opt --cpu=znver4 --passes=up-to-jam-loops %s | %check
; RUN: %opt --cpu=haswell --passes=up-to-jam-loops %s | %check --check-prefix=FEW
; Four rounds of the outer loop at a time: their sums do not wait for each other, and what each corrects goes through
; registers. Rounds that may be no multiple of four have a loop for the rest. Where registers are few, it is two.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @corrected.body(
; CHECK: = phi i32 [ 0, %entry ]
; CHECK: first:
; CHECK-COUNT-4: = phi float [ 0.000000e+00, %round ]
; CHECK-NOT: phi
; CHECK: load float
; CHECK-COUNT-4: call float @llvm.fma.f32(
; CHECK: between:
; CHECK-COUNT-4: fmul float %{{.*}}, 2.000000e+00
; CHECK: second:
; CHECK-COUNT-1: load float, ptr %at
; CHECK-COUNT-4: call float @llvm.fma.f32(
; CHECK: store float
; CHECK-NOT: store float
; CHECK: left:
; CHECK: add nuw nsw i32 %{{.*}}, 1
; CHECK: icmp eq i32 %{{.*}}, 32
; CHECK: store float
; CHECK: }
; FEW-LABEL: define internal void @corrected.body(
; FEW-COUNT-2: = phi float [ 0.000000e+00, %round ]
; FEW-NOT: phi float
; FEW: between:
define ptx_kernel void @corrected(ptr %p, ptr %q) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %own = getelementptr float, ptr %p, i32 %t
  %sum = alloca [64 x float]
  br label %round
round:
  %j = phi i32 [ 0, %entry ], [ %j.next, %left ]
  %most = phi float [ 0.0, %entry ], [ %weight, %left ]
  %row = getelementptr [64 x float], ptr %q, i32 %j
  br label %first
first:
  %d = phi i32 [ 0, %round ], [ %d.next, %first ]
  %score = phi float [ 0.0, %round ], [ %score.next, %first ]
  %from = getelementptr float, ptr %own, i32 %d
  %x = load float, ptr %from
  %key = getelementptr float, ptr %row, i32 %d
  %y = load float, ptr %key
  %score.next = call float @llvm.fma.f32(float %x, float %y, float %score)
  %d.next = add nuw nsw i32 %d, 1
  %d.done = icmp eq i32 %d.next, 64
  br i1 %d.done, label %between, label %first
between:
  %twice = fmul float %score.next, 2.0
  %weight = fadd float %twice, %most
  br label %second
second:
  %e = phi i32 [ 0, %between ], [ %e.next, %second ]
  %at = getelementptr float, ptr %sum, i32 %e
  %old = load float, ptr %at
  %value = getelementptr float, ptr %row, i32 %e
  %z = load float, ptr %value
  %new = call float @llvm.fma.f32(float %weight, float %z, float %old)
  store float %new, ptr %at
  %e.next = add nuw nsw i32 %e, 1
  %e.done = icmp eq i32 %e.next, 64
  br i1 %e.done, label %left, label %second
left:
  %j.next = add nuw nsw i32 %j, 1
  %j.done = icmp eq i32 %j.next, 32
  br i1 %j.done, label %end, label %round
end:
  %pick = getelementptr float, ptr %sum, i32 %t
  %r = load float, ptr %pick
  %both = fadd float %r, %most
  store float %both, ptr %own
  ret void
}
declare float @llvm.fma.f32(float, float, float)

; CHECK-LABEL: define internal void @with_rest.body(
; CHECK: and i32 %{{.*}}, 3
; CHECK-COUNT-4: = phi i32 [ 0, %{{.*}} ]
; CHECK: inner.epil:
; CHECK: }
define ptx_kernel void @with_rest(ptr %p, ptr %q, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %own = getelementptr i32, ptr %p, i32 %t
  br label %round
round:
  %j = phi i32 [ 0, %entry ], [ %j.next, %left ]
  %best = phi i32 [ 0, %entry ], [ %more, %left ]
  %row = getelementptr [64 x i32], ptr %q, i32 %j
  br label %inner
inner:
  %d = phi i32 [ 0, %round ], [ %d.next, %inner ]
  %score = phi i32 [ 0, %round ], [ %score.next, %inner ]
  %from = getelementptr i32, ptr %own, i32 %d
  %x = load i32, ptr %from
  %key = getelementptr i32, ptr %row, i32 %d
  %y = load i32, ptr %key
  %product = mul i32 %x, %y
  %score.next = add i32 %score, %product
  %d.next = add nuw nsw i32 %d, 1
  %d.done = icmp eq i32 %d.next, 64
  br i1 %d.done, label %left, label %inner
left:
  %more = call i32 @llvm.smax.i32(i32 %best, i32 %score.next)
  %j.next = add nuw nsw i32 %j, 1
  %j.done = icmp uge i32 %j.next, %n
  br i1 %j.done, label %end, label %round
end:
  store i32 %more, ptr %own
  ret void
}
declare i32 @llvm.smax.i32(i32, i32)

;--- rounds_stay_apart
; RUN: %opt --cpu=znver4 --passes=up-to-jam-loops %s | %check
; Rounds of which one waits for the one before in an inner loop, writes what the next one reads there, or writes to
; memory that may be the same; and inner loops that share nothing.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare float @llvm.fma.f32(float, float, float)

; CHECK-LABEL: define internal void @one_sum.body(
; CHECK-COUNT-1: call float @llvm.fma.f32(
; CHECK-NOT: call float @llvm.fma.f32(
; CHECK: }
define ptx_kernel void @one_sum(ptr %p, ptr %q) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %own = getelementptr float, ptr %p, i32 %t
  br label %round
round:
  %j = phi i32 [ 0, %entry ], [ %j.next, %left ]
  %so.far = phi float [ 0.0, %entry ], [ %score.next, %left ]
  %row = getelementptr [64 x float], ptr %q, i32 %j
  br label %inner
inner:
  %d = phi i32 [ 0, %round ], [ %d.next, %inner ]
  %score = phi float [ %so.far, %round ], [ %score.next, %inner ]
  %from = getelementptr float, ptr %own, i32 %d
  %x = load float, ptr %from
  %key = getelementptr float, ptr %row, i32 %d
  %y = load float, ptr %key
  %score.next = call float @llvm.fma.f32(float %x, float %y, float %score)
  %d.next = add nuw nsw i32 %d, 1
  %d.done = icmp eq i32 %d.next, 64
  br i1 %d.done, label %left, label %inner
left:
  %j.next = add nuw nsw i32 %j, 1
  %j.done = icmp eq i32 %j.next, 32
  br i1 %j.done, label %end, label %round
end:
  store float %score.next, ptr %own
  ret void
}

; A round reads the element that the round before has written one place further.
; CHECK-LABEL: define internal void @neighbours.body(
; CHECK-COUNT-1: call float @llvm.fma.f32(
; CHECK-NOT: call float @llvm.fma.f32(
; CHECK: }
define ptx_kernel void @neighbours(ptr %p, ptr %q) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %own = getelementptr float, ptr %p, i32 %t
  %sum = alloca [65 x float]
  br label %round
round:
  %j = phi i32 [ 0, %entry ], [ %j.next, %left ]
  %row = getelementptr [64 x float], ptr %q, i32 %j
  br label %inner
inner:
  %e = phi i32 [ 0, %round ], [ %e.next, %inner ]
  %at = getelementptr float, ptr %sum, i32 %e
  %old = load float, ptr %at
  %value = getelementptr float, ptr %row, i32 %e
  %z = load float, ptr %value
  %new = call float @llvm.fma.f32(float %z, float %z, float %old)
  %e.next = add nuw nsw i32 %e, 1
  %next = getelementptr float, ptr %sum, i32 %e.next
  store float %new, ptr %next
  %e.done = icmp eq i32 %e.next, 64
  br i1 %e.done, label %left, label %inner
left:
  %j.next = add nuw nsw i32 %j, 1
  %j.done = icmp eq i32 %j.next, 32
  br i1 %j.done, label %end, label %round
end:
  %pick = getelementptr float, ptr %sum, i32 %t
  %r = load float, ptr %pick
  store float %r, ptr %own
  ret void
}

; What `p` points to may be `q`'s.
; CHECK-LABEL: define internal void @pointers.body(
; CHECK-COUNT-1: call float @llvm.fma.f32(
; CHECK-NOT: call float @llvm.fma.f32(
; CHECK: }
define ptx_kernel void @pointers(ptr %p, ptr %q) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %own = getelementptr float, ptr %p, i32 %t
  br label %round
round:
  %j = phi i32 [ 0, %entry ], [ %j.next, %left ]
  %row = getelementptr [64 x float], ptr %q, i32 %j
  br label %inner
inner:
  %e = phi i32 [ 0, %round ], [ %e.next, %inner ]
  %at = getelementptr float, ptr %own, i32 %e
  %old = load float, ptr %at
  %value = getelementptr float, ptr %row, i32 %e
  %z = load float, ptr %value
  %new = call float @llvm.fma.f32(float %z, float %z, float %old)
  store float %new, ptr %at
  %e.next = add nuw nsw i32 %e, 1
  %e.done = icmp eq i32 %e.next, 64
  br i1 %e.done, label %left, label %inner
left:
  %j.next = add nuw nsw i32 %j, 1
  %j.done = icmp eq i32 %j.next, 32
  br i1 %j.done, label %end, label %round
end:
  ret void
}

; CHECK-LABEL: define internal void @nothing_shared.body(
; CHECK-COUNT-1: call float @llvm.fma.f32(
; CHECK-NOT: call float @llvm.fma.f32(
; CHECK: }
define ptx_kernel void @nothing_shared(ptr %p, ptr %q) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %own = getelementptr float, ptr %p, i32 %t
  br label %round
round:
  %j = phi i32 [ 0, %entry ], [ %j.next, %left ]
  %most = phi float [ 0.0, %entry ], [ %more, %left ]
  %row = getelementptr [64 x float], ptr %q, i32 %j
  br label %inner
inner:
  %d = phi i32 [ 0, %round ], [ %d.next, %inner ]
  %score = phi float [ 0.0, %round ], [ %score.next, %inner ]
  %key = getelementptr float, ptr %row, i32 %d
  %y = load float, ptr %key
  %score.next = call float @llvm.fma.f32(float %y, float %y, float %score)
  %d.next = add nuw nsw i32 %d, 1
  %d.done = icmp eq i32 %d.next, 64
  br i1 %d.done, label %left, label %inner
left:
  %more = fadd float %most, %score.next
  %j.next = add nuw nsw i32 %j, 1
  %j.done = icmp eq i32 %j.next, 32
  br i1 %j.done, label %end, label %round
end:
  store float %more, ptr %own
  ret void
}
