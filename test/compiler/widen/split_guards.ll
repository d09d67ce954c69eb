; RUN: %opt --cpu=haswell --passes=up-to-lower-runtime-calls,widen %s | %check
; Guards one behind the other: the code without masks is behind all of them, and asks the lanes at the ends of the
; packet. Where one guard fails, there is one code with masks.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()

; CHECK-LABEL: define internal void @two.body{{.*}}.packet(
; CHECK-DAG: [[FIRST:%all.*]] = icmp sge i32 %thread.x, 1
; CHECK-DAG: [[ROW:%.*]] = xor i1 %top, true
; CHECK: [[ONE:%.*]] = select i1 [[FIRST]], i1 [[ROW]], i1 false
; CHECK: br i1 [[ONE]], label %second.all, label %guard
; CHECK: guard:
; CHECK: second:
; CHECK: then:
; CHECK: second.all:
; CHECK: [[LAST:%.*]] = add i32 %thread.x, 15
; CHECK: [[OTHER:%all.*]] = icmp slt i32 [[LAST]], %n
; CHECK: br i1 [[OTHER]], label %then.all, label %guard
; CHECK: then.all:
; CHECK-COUNT-2: call void @llvm.masked.store.v8i32
; CHECK-NOT: call void @llvm.masked.store
define ptx_kernel void @two(ptr %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %left = icmp slt i32 %t, 1
  %top = icmp eq i32 %y, 0
  %edge = or i1 %left, %top
  br i1 %edge, label %end, label %second
second:
  %right = icmp slt i32 %t, %n
  br i1 %right, label %then, label %end
then:
  %a = getelementptr i32, ptr %p, i32 %t
  store i32 %t, ptr %a
  br label %end
end:
  ret void
}

; A sum that may wrap inside the packet: lane 0 has to leave room.
; CHECK-LABEL: define internal void @may_wrap.body{{.*}}.packet(
; CHECK: [[ROOM:%no.wrap.*]] = icmp sle i32 {{%.*}}, 2147483632
; CHECK: select i1 [[ROOM]], i1 %all{{.*}}, i1 false
define ptx_kernel void @may_wrap(ptr %p, i32 %n, i32 %first) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add i32 %first, %t
  %c = icmp slt i32 %i, %n
  br i1 %c, label %then, label %end
then:
  %a = getelementptr i32, ptr %p, i32 %t
  store i32 %t, ptr %a
  br label %end
end:
  ret void
}

; What lies between the guards stores: it runs once, and the second guard keeps its masks.
; CHECK-LABEL: define internal void @stores_between.body{{.*}}.packet(
; CHECK: br i1 %all{{.*}}, label %second.all, label %guard
; CHECK: br i1 %any{{.*}}, label %then.all, label %Flow.all
define ptx_kernel void @stores_between(ptr %p, i32 %n, i32 %m) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %t
  %c = icmp slt i32 %t, %n
  br i1 %c, label %second, label %end
second:
  store i32 1, ptr %a
  %d = icmp slt i32 %t, %m
  br i1 %d, label %then, label %end
then:
  store i32 2, ptr %a
  br label %end
end:
  ret void
}

; The second guard asks what each lane reads: it fails for some lane often, and keeps its mask behind the first one.
; CHECK-LABEL: define internal void @by_memory.body{{.*}}.packet(
; CHECK: br i1 %all{{.*}}, label %second.all, label %guard
; CHECK: second.all:
; CHECK-NEXT: getelementptr
; CHECK-NEXT: load <16 x i32>
; CHECK-NOT: label %guard
; CHECK: br i1 %any{{.*}}, label %then.all, label %Flow.all
define ptx_kernel void @by_memory(ptr %p, ptr %q, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %t, %n
  br i1 %c, label %second, label %end
second:
  %a = getelementptr i32, ptr %p, i32 %t
  %v = load i32, ptr %a
  %d = icmp sgt i32 %v, 0
  br i1 %d, label %then, label %end
then:
  %b = getelementptr i32, ptr %q, i32 %t
  store i32 %t, ptr %b
  br label %end
end:
  ret void
}

; A bound in memory is the same for all lanes: asked in turn.
; CHECK-LABEL: define internal void @bound_in_memory.body{{.*}}.packet(
; CHECK: br i1 %all{{.*}}, label %second.all, label %guard
; CHECK: br i1 %all{{.*}}, label %then.all, label %guard
define ptx_kernel void @bound_in_memory(ptr %p, ptr %q, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %t, %n
  br i1 %c, label %second, label %end
second:
  %v = load i32, ptr %p
  %d = icmp slt i32 %t, %v
  br i1 %d, label %then, label %end
then:
  %b = getelementptr i32, ptr %q, i32 %t
  store i32 %t, ptr %b
  br label %end
end:
  ret void
}
