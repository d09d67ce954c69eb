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
