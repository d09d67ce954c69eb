; RUN: %opt --passes=up-to-lower-runtime-calls,widen --cpu=haswell %s | %check
; RUN: %opt --passes=up-to-lower-runtime-calls,widen %s | %check --check-prefix=FREE
; Where masks are dear, a loop that lanes leave at different times runs without masks as long as all of them go on.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @copy.body{{.*}}.packet(
; CHECK: loop:
; CHECK: call <16 x i8> @llvm.masked.load
; CHECK: loop.all:
; CHECK-NOT: masked.load
; CHECK: load <16 x i8>, ptr
; CHECK: store <16 x i8>
; CHECK: %[[ALL:.*]] = icmp slt i32
; CHECK: br i1 %[[ALL]], label %loop.all, label %left.all
; FREE-LABEL: define internal void @copy.body{{.*}}.packet(
; FREE-NOT: loop.all
; FREE: ret void
define ptx_kernel void @copy(ptr noalias %a, ptr noalias %c, i32 %n, i32 %step) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %some = icmp slt i32 %t, %n
  br i1 %some, label %loop, label %end
loop:
  %i = phi i32 [ %t, %entry ], [ %next, %loop ]
  %wide = zext nneg i32 %i to i64
  %p = getelementptr inbounds i8, ptr %a, i64 %wide
  %v = load i8, ptr %p
  %q = getelementptr inbounds i8, ptr %c, i64 %wide
  store i8 %v, ptr %q
  %next = add nuw nsw i32 %i, %step
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; A sum is the one of the last iteration that a lane ran, in either loop.
; CHECK-LABEL: define internal void @sum.body{{.*}}.packet(
; CHECK: rest:
; CHECK: %[[SEEN:.*]] = phi <16 x float> [ poison, %entry ], [ %[[SUM:.*]], %left.all ]
; CHECK: loop:
; CHECK: end:
; CHECK: select <16 x i1> %{{.*}}, <16 x float> %{{.*}}, <16 x float> %[[SEEN]]
; CHECK: loop.all:
; CHECK: %[[SUM]] = fadd <16 x float>
define ptx_kernel void @sum(ptr %a, ptr %c, i32 %n, i32 %step) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ %t, %entry ], [ %next, %loop ]
  %s = phi float [ 0.0, %entry ], [ %s.next, %loop ]
  %wide = zext nneg i32 %i to i64
  %p = getelementptr inbounds float, ptr %a, i64 %wide
  %v = load float, ptr %p
  %s.next = fadd float %s, %v
  %next = add nuw nsw i32 %i, %step
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %own = zext nneg i32 %t to i64
  %q = getelementptr inbounds float, ptr %c, i64 %own
  store float %s.next, ptr %q
  ret void
}
