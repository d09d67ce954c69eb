; Branches and loops without masks where all lanes go on.

;--- guard_by_ends
; RUN: %opt --passes=up-to-lower-runtime-calls,widen %s | %check
; Whether some lane of a whole packet passes a guard: one lane tells, by a scalar comparison.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @first_lane.body{{.*}}.packet(
; CHECK: %any = icmp ult i32 %thread.x, %n
; CHECK: br i1 %any, label %then, label %end
; CHECK: call void @llvm.masked.store
define ptx_kernel void @first_lane(ptr %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, %n
  br i1 %c, label %then, label %end
then:
  %a = getelementptr i32, ptr %p, i32 %t
  store i32 %t, ptr %a
  br label %end
end:
  ret void
}

; n <= t, or not t < n.
; CHECK-LABEL: define internal void @last_lane.body{{.*}}.packet(
; CHECK: %[[LAST:.*]] = add i32 %thread.x, 15
; CHECK: %any = icmp uge i32 %[[LAST]], %n
; CHECK: br i1 %any, label %then, label %end
; CHECK: call void @llvm.masked.store
define ptx_kernel void @last_lane(ptr %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, %n
  br i1 %c, label %end, label %then
then:
  %a = getelementptr i32, ptr %p, i32 %t
  store i32 %t, ptr %a
  br label %end
end:
  ret void
}

; CHECK-LABEL: define internal void @one_lane.body{{.*}}.packet(
; CHECK: %[[D:.*]] = sub i32 %n, %thread.x
; CHECK: %any = icmp ult i32 %[[D]], 16
; CHECK: br i1 %any, label %then, label %end
define ptx_kernel void @one_lane(ptr %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp eq i32 %n, %t
  br i1 %c, label %then, label %end
then:
  store i32 %t, ptr %p
  br label %end
end:
  ret void
}

; The sum may wrap within the packet: lane 0's may be large and lane 1's zero.
; CHECK-LABEL: define internal void @may_wrap.body{{.*}}.packet(
; CHECK: %any = icmp ne i16
define ptx_kernel void @may_wrap(ptr %p, i32 %n, i32 %first) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add i32 %first, %t
  %c = icmp ult i32 %i, %n
  br i1 %c, label %then, label %end
then:
  %a = getelementptr i32, ptr %p, i32 %t
  store i32 %t, ptr %a
  br label %end
end:
  ret void
}

; Lanes are off: lane 0 may be one of them.
; CHECK-LABEL: define internal void @masked.body{{.*}}.packet(
; CHECK: %any = icmp ne i16
; CHECK: br i1 %any
; CHECK: %any{{.*}} = icmp ne i16
define ptx_kernel void @masked(ptr %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %square = mul i32 %t, %t
  %c = icmp ult i32 %square, %n
  br i1 %c, label %then, label %end
then:
  %d = icmp ult i32 %t, %n
  br i1 %d, label %inner, label %end
inner:
  %a = getelementptr i32, ptr %p, i32 %t
  store i32 %t, ptr %a
  br label %end
end:
  ret void
}

;--- split_branches
; RUN: %opt --passes=up-to-lower-runtime-calls,widen %s | %check
; RUN: %opt --cpu=haswell --passes=up-to-lower-runtime-calls,widen %s | %check --check-prefix=DEAR
; Branches around an access, of which a packet's ends tell whether all lanes take them: those that do have no mask. Where masks
; are cheap, only in loops; elsewhere only where there is no mask already.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @taps.body{{.*}}.packet(
; CHECK: loop:
; CHECK: br i1 %all{{.*}}, label %then.all, label %some
; CHECK: some:
; CHECK: br i1 {{.*}}, label %then, label %latch
; CHECK: then:
; CHECK: @llvm.masked.load
; CHECK: latch:
; CHECK: phi <16 x float> [ {{.*}}, %some ], [ {{.*}}, %then ], [ {{.*}}, %then.all ]
; CHECK: then.all:
; CHECK-NEXT: getelementptr
; CHECK-NEXT: load <16 x float>
; CHECK-NEXT: fadd
; CHECK-NEXT: br label %latch
; DEAR-LABEL: define internal void @taps.body{{.*}}.packet(
; DEAR: label %then.all, label %some
define ptx_kernel void @taps(ptr %p, ptr %q, i32 %reach, i32 %w) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %d = phi i32 [ 0, %entry ], [ %d1, %latch ]
  %sum = phi float [ 0.0, %entry ], [ %sum1, %latch ]
  %i = sub nsw i32 %t, %d
  %least = icmp sge i32 %i, 0
  %most = icmp slt i32 %i, %w
  %c = select i1 %least, i1 %most, i1 false
  br i1 %c, label %then, label %latch
then:
  %a = getelementptr float, ptr %p, i32 %i
  %v = load float, ptr %a
  %s = fadd float %sum, %v
  br label %latch
latch:
  %sum1 = phi float [ %s, %then ], [ %sum, %loop ]
  %d1 = add i32 %d, 1
  %goes.on = icmp slt i32 %d1, %reach
  br i1 %goes.on, label %loop, label %end
end:
  %b = getelementptr float, ptr %q, i32 %t
  store float %sum1, ptr %b
  ret void
}

; No loop: the masks are cheap.
; CHECK-LABEL: define internal void @once.body{{.*}}.packet(
; CHECK-NOT: %some
; DEAR-LABEL: define internal void @once.body{{.*}}.packet(
; DEAR: label %then.all, label %some
define ptx_kernel void @once(ptr %p, ptr %q) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp sgt i32 %t, 0
  br i1 %c, label %then, label %end
then:
  %i = sub nsw i32 %t, 1
  %a = getelementptr float, ptr %p, i32 %i
  %v = load float, ptr %a
  br label %end
end:
  %u = phi float [ %v, %then ], [ 0.0, %entry ]
  %b = getelementptr float, ptr %q, i32 %t
  store float %u, ptr %b
  ret void
}

; What memory says has no ends.
; CHECK-LABEL: define internal void @of_memory.body{{.*}}.packet(
; CHECK-NOT: %some
; CHECK: ret void
; DEAR-LABEL: define internal void @of_memory.body{{.*}}.packet(
; DEAR-NOT: %some
; DEAR: ret void
define ptx_kernel void @of_memory(ptr %p, ptr %q, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = getelementptr float, ptr %q, i32 %t
  br label %loop
loop:
  %d = phi i32 [ 0, %entry ], [ %d1, %latch ]
  %u = load float, ptr %b
  %c = fcmp olt float %u, 1.0
  br i1 %c, label %then, label %latch
then:
  %i = add nsw i32 %t, %d
  %a = getelementptr float, ptr %p, i32 %i
  %v = load float, ptr %a
  store float %v, ptr %b
  br label %latch
latch:
  %d1 = add i32 %d, 1
  %goes.on = icmp slt i32 %d1, %n
  br i1 %goes.on, label %loop, label %end
end:
  ret void
}

;--- split_loops
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
