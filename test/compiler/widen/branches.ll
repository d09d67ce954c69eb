; Divergent branches and loops.

;--- if_then
; RUN: %opt --passes=up-to-lower-runtime-calls,widen %s | %check
; A divergent branch becomes a mask; its code is skipped when no lane is on. A uniform branch stays.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @k.body{{.*}}.packet(
; CHECK: br i1 %uniform, label
; CHECK: %[[C:.*]] = icmp slt <16 x i32>
; CHECK: %[[B:.*]] = bitcast <16 x i1> %{{.*}} to i16
; CHECK: %any = icmp ne i16 %[[B]], 0
; CHECK: br i1 %any
; CHECK: call void @llvm.masked.store.v16i32.p0(<16 x i32> {{.*}}, ptr {{.*}}, <16 x i1>
define ptx_kernel void @k(ptr %p, i32 %n, i1 %uniform) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br i1 %uniform, label %go, label %end
go:
  %square = mul i32 %t, %t
  %c = icmp slt i32 %square, %n
  br i1 %c, label %then, label %end
then:
  %a = getelementptr i32, ptr %p, i32 %t
  store i32 %t, ptr %a
  br label %end
end:
  ret void
}

;--- divergent_loop
; RUN: %opt --passes=up-to-lower-runtime-calls,widen %s | %check
; Lanes leave the loop at different times; each keeps the count it saw last. The counter stays scalar.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @k.body{{.*}}.packet(
; CHECK: loop{{.*}}:
; CHECK-DAG: phi <16 x i1>
; CHECK-DAG: %i = phi i32
; CHECK: select <16 x i1>
; CHECK: br i1 %any
; CHECK: store <16 x i32>
define ptx_kernel void @k(ptr %p) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %j = add i32 %i, 1
  %c = icmp ult i32 %i, %t
  br i1 %c, label %loop, label %end
end:
  %a = getelementptr i32, ptr %p, i32 %t
  store i32 %i, ptr %a
  ret void
}

;--- short_branches
; RUN: %opt --passes=up-to-lower-runtime-calls,widen %s | %check
; RUN: %opt --cpu=haswell --passes=up-to-lower-runtime-calls,widen %s | %check --check-prefix=DEAR
; What some lanes run always runs if it is as little as the question whether any lane does.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
@part = internal addrspace(3) global [64 x i32] poison, align 4

; CHECK-LABEL: define internal void @some_arithmetic.body{{.*}}.packet(
; CHECK: br i1 true, label %then, label %end
; CHECK: end:
; CHECK: phi <16 x i32>
define ptx_kernel void @some_arithmetic(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %t
  %v = load i32, ptr %a
  %c = icmp slt i32 %v, 5
  br i1 %c, label %then, label %end
then:
  %s = mul i32 %v, 3
  br label %end
end:
  %r = phi i32 [ %s, %then ], [ %v, %0 ]
  store i32 %r, ptr %a
  ret void
}

; The block's own memory is in the cache: a load of neighbours under a mask is as good as none.
; CHECK-LABEL: define internal void @own_memory.body{{.*}}.packet(
; CHECK: br i1 true, label %then, label %end
; CHECK: then:
; CHECK: call <16 x i32> @llvm.masked.load
define ptx_kernel void @own_memory(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %t
  %v = load i32, ptr %a
  %c = icmp slt i32 %v, 5
  br i1 %c, label %then, label %end
then:
  %b = getelementptr [64 x i32], ptr addrspace(3) @part, i32 0, i32 %t
  %s = load i32, ptr addrspace(3) %b
  br label %end
end:
  %r = phi i32 [ %s, %then ], [ %v, %0 ]
  store i32 %r, ptr %a
  ret void
}

; Others' memory may be far away, or not there.
; CHECK-LABEL: define internal void @other_memory.body{{.*}}.packet(
; CHECK-NOT: br i1 true
; CHECK: br i1 %any, label %then, label %end
define ptx_kernel void @other_memory(ptr %p, ptr %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %t
  %v = load i32, ptr %a
  %c = icmp slt i32 %v, 5
  br i1 %c, label %then, label %end
then:
  %b = getelementptr i32, ptr %q, i32 %t
  %s = load i32, ptr %b
  br label %end
end:
  %r = phi i32 [ %s, %then ], [ %v, %0 ]
  store i32 %r, ptr %a
  ret void
}

; A question for all lanes of those that are on may have no answer where none is.
; CHECK-LABEL: define internal void @uniform_question.body{{.*}}.packet(
; CHECK-NOT: br i1 true
; CHECK: br i1 %any, label %then, label %end
define ptx_kernel void @uniform_question(ptr %p, i32 %n, i32 %m) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %t
  %v = load i32, ptr %a
  %c = icmp slt i32 %v, 5
  br i1 %c, label %then, label %end
then:
  %sum = add nsw i32 %n, %m
  %d = icmp slt i32 %sum, 7
  br i1 %d, label %more, label %end
more:
  %s = mul i32 %v, 3
  br label %end
end:
  %r = phi i32 [ %s, %more ], [ %v, %then ], [ %v, %0 ]
  store i32 %r, ptr %a
  ret void
}

; More than a few instructions are skipped.
; CHECK-LABEL: define internal void @a_division.body{{.*}}.packet(
; CHECK-NOT: br i1 true
; CHECK: br i1 %any, label %then, label %end
define ptx_kernel void @a_division(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr float, ptr %p, i32 %t
  %v = load float, ptr %a
  %c = fcmp olt float %v, 5.0
  br i1 %c, label %then, label %end
then:
  %s = fdiv float 1.0, %v
  br label %end
end:
  %r = phi float [ %s, %then ], [ %v, %0 ]
  store float %r, ptr %a
  ret void
}

; What the lanes share becomes a mask by way of a number.
; CHECK-LABEL: define internal void @shared_truth.body{{.*}}.packet(
; CHECK: [[BITS:%.*]] = sext i1 %d to i16
; CHECK: bitcast i16 [[BITS]] to <16 x i1>
define ptx_kernel void @shared_truth(ptr %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %d = icmp slt i32 %n, 7
  %a = getelementptr i32, ptr %p, i32 %t
  %v = load i32, ptr %a
  %c = icmp slt i32 %v, 5
  %both = xor i1 %c, %d
  %s = select i1 %both, i32 %v, i32 %n
  store i32 %s, ptr %a
  ret void
}

; Numbers that grow from lane to lane are asked at the packet's ends: a branch that is mostly predicted.
; CHECK-LABEL: define internal void @ends_tell.body{{.*}}.packet(
; CHECK-NOT: br i1 true
; CHECK: %any = icmp sge
; CHECK: br i1 %any, label %then, label %end
define ptx_kernel void @ends_tell(ptr %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %t
  %v = load i32, ptr %a
  %c = icmp sge i32 %t, %n
  br i1 %c, label %then, label %end
then:
  %s = mul i32 %v, 3
  br label %end
end:
  %r = phi i32 [ %s, %then ], [ %v, %0 ]
  store i32 %r, ptr %a
  ret void
}

; Where masks are vectors, what lies in an array that all lanes have just read is read in any case; elsewhere it is not.
; CHECK-LABEL: define internal void @read_before.body{{.*}}.packet(
; CHECK: br i1 %any, label %then, label %end
; DEAR-LABEL: define internal void @read_before.body{{.*}}.packet(
; DEAR: br i1 true, label %then, label %end
; DEAR: then:
; DEAR: call <16 x i32> @llvm.masked.load
; DEAR: ret void
define ptx_kernel void @read_before(ptr %p, ptr %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = zext i32 %t to i64
  %a = getelementptr i32, ptr %p, i64 %x
  %v = load i32, ptr %a
  %c = icmp eq i32 %v, 2
  br i1 %c, label %then, label %end
then:
  %n = getelementptr i8, ptr %a, i64 4
  %w = load i32, ptr %n
  br label %end
end:
  %r = phi i32 [ %w, %then ], [ %v, %0 ]
  %b = getelementptr i32, ptr %q, i64 %x
  store i32 %r, ptr %b
  ret void
}

; DEAR-LABEL: define internal void @read_elsewhere.body{{.*}}.packet(
; DEAR-NOT: br i1 true
; DEAR: br i1 %any, label %then, label %end
; DEAR: ret void
define ptx_kernel void @read_elsewhere(ptr %p, ptr %q, ptr %r) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = zext i32 %t to i64
  %a = getelementptr i32, ptr %p, i64 %x
  %v = load i32, ptr %a
  %c = icmp eq i32 %v, 2
  br i1 %c, label %then, label %end
then:
  %n = getelementptr i32, ptr %r, i64 %x
  %w = load i32, ptr %n
  br label %end
end:
  %s = phi i32 [ %w, %then ], [ %v, %0 ]
  %b = getelementptr i32, ptr %q, i64 %x
  store i32 %s, ptr %b
  ret void
}

; Cases of a switch may come between.
; DEAR-LABEL: define internal void @read_before_a_switch.body{{.*}}.packet(
; DEAR-NOT: %any
; DEAR: call <16 x i32> @llvm.masked.load
; DEAR-NOT: %any
; DEAR: ret void
define ptx_kernel void @read_before_a_switch(ptr %p, ptr %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = zext i32 %t to i64
  %a = getelementptr i32, ptr %p, i64 %x
  %v = load i32, ptr %a
  switch i32 %v, label %end [
    i32 2, label %then
    i32 3, label %one
  ]
then:
  %n = getelementptr i8, ptr %a, i64 4
  %w = load i32, ptr %n
  br label %end
one:
  br label %end
end:
  %r = phi i32 [ %w, %then ], [ 1, %one ], [ 0, %0 ]
  %b = getelementptr i32, ptr %q, i64 %x
  store i32 %r, ptr %b
  ret void
}

; Only lanes of one way have read the array.
; DEAR-LABEL: define internal void @some_have_read.body{{.*}}.packet(
; DEAR: %any
; DEAR: ret void
define ptx_kernel void @some_have_read(ptr %p, ptr %q, ptr %s) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = zext i32 %t to i64
  %a = getelementptr i32, ptr %p, i64 %x
  %b = getelementptr i32, ptr %q, i64 %x
  %f = getelementptr i32, ptr %s, i64 %x
  %v = load i32, ptr %a
  %c = icmp eq i32 %v, 2
  br i1 %c, label %then, label %end
then:
  %w = load i32, ptr %b
  %d = icmp eq i32 %w, 3
  br i1 %d, label %more, label %end
more:
  %n = getelementptr i8, ptr %b, i64 4
  %u = load i32, ptr %n
  br label %end
end:
  %r = phi i32 [ %u, %more ], [ %w, %then ], [ %v, %0 ]
  store i32 %r, ptr %f
  ret void
}
