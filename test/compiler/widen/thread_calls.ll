; RUN: %opt --width=16 --passes=up-to-lower-runtime-calls,widen %s | %check
; What stays out of line is called by each lane that is on, in order of lanes, with its place in the packet's one thread.
target triple = "nvptx64-nvidia-cuda"
@table = addrspace(1) externally_initialized global [2 x ptr] [ptr @pointed, ptr @other]
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @__assertfail(ptr, ptr, i32, ptr, i64)

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
define zeroext i1 @pointed(ptr %p) {
  store i32 1, ptr %p
  ret i1 true
}
define zeroext i1 @other(ptr %p) {
  ret i1 false
}

; CHECK-LABEL: define internal void @under_mask.body{{.*}}.packet(
; CHECK: %results = alloca [16 x i32], align 64
; CHECK: %arguments = alloca [16 x i32], align 64
; CHECK: store <16 x i32> %{{.*}}, ptr %arguments, align 64
; CHECK: store ptr %launch, ptr %thread
; CHECK: %[[BITS:.*]] = bitcast <16 x i1> %{{.*}} to i16
; CHECK: lane:
; CHECK: %left = phi i32 [ %{{.*}}, %{{.*}} ], [ %others, %lane ]
; CHECK: %[[LANE:.*]] = call i32 @llvm.cttz.i32(i32 %left, i1 true)
; CHECK: %[[X:.*]] = add i32 %thread.x, %[[LANE]]
; CHECK: store i32 %[[X]], ptr %{{.*}}
; CHECK: %[[MINE:.*]] = load i32, ptr %
; CHECK: %[[RESULT:.*]] = call i32 @recursive(ptr %thread, i32 %[[MINE]])
; CHECK: store i32 %[[RESULT]], ptr %
; CHECK: br i1 %{{.*}}, label %lanes.end, label %lane
; CHECK: lanes.end:
; CHECK: load <16 x i32>, ptr %results, align 64
define ptx_kernel void @under_mask(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %t
  %v = load i32, ptr %a
  %c = icmp sgt i32 %v, 5
  br i1 %c, label %then, label %end
then:
  %r = call i32 @recursive(i32 %v)
  store i32 %r, ptr %a
  br label %end
end:
  ret void
}

; Each lane has its own array, and its own function.
; CHECK-LABEL: define internal void @of_arrays.body{{.*}}.packet(
; CHECK: %array = alloca [64 x i8]
; CHECK: store <16 x ptr> %{{.*}}, ptr %arguments
; CHECK: lane:
; CHECK-DAG: %[[OFFSET:.*]] = mul i64 %{{.*}}, 4
; CHECK-DAG: %[[OWN:.*]] = getelementptr i8, ptr %array, i64 %[[OFFSET]]
; CHECK-DAG: %[[FUNCTION:.*]] = load ptr, ptr %
; CHECK: %[[TRUTH:.*]] = call i1 %[[FUNCTION]](ptr %thread, ptr %[[OWN]])
; CHECK: zext i1 %[[TRUTH]] to i8
; CHECK: %[[TRUTHS:.*]] = load <16 x i8>, ptr %results
; CHECK: trunc <16 x i8> %[[TRUTHS]] to <16 x i1>
define ptx_kernel void @of_arrays(ptr %p) {
  %array = alloca i32
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %n = and i32 %t, 1
  %f = getelementptr [2 x ptr], ptr addrspace(1) @table, i32 0, i32 %n
  %g = load ptr, ptr addrspace(1) %f
  %b = call i1 %g(ptr %array)
  %v = zext i1 %b to i32
  %a = getelementptr i32, ptr %p, i32 %t
  store i32 %v, ptr %a
  ret void
}

; Without a thread to tell of, nothing of that.
; CHECK-LABEL: define internal void @alone.body{{.*}}.packet(
; CHECK-NOT: cttz
; CHECK: ret void
define ptx_kernel void @alone(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %t
  store i32 %t, ptr %a
  ret void
}

; Of lanes that fail an assertion each says so; then one ends the kernel. The lanes behind it are the others.
; CHECK-LABEL: define internal void @asserts.body{{.*}}.packet(
; CHECK: call void @llvm.masked.store
; CHECK: lane:
; CHECK: call void %entry{{.*}}(ptr %thread, ptr null, ptr null, i32 7, ptr null)
; CHECK: lanes.end:
; CHECK: call void %entry{{.*}}(ptr %frame, i32 2)
define ptx_kernel void @asserts(ptr %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %t, %n
  br i1 %c, label %fine, label %failed
failed:
  call void @__assertfail(ptr null, ptr null, i32 7, ptr null, i64 1)
  unreachable
fine:
  %a = getelementptr i32, ptr %p, i32 %t
  store i32 %t, ptr %a
  ret void
}
