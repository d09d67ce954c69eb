; Calls by the lanes of a packet.

;--- lane_by_lane
; RUN: %opt --width=8 --passes=up-to-lower-runtime-calls,widen %s | %check
; Lane by lane: addresses are made from the lane's index, and if all lanes are on none is asked.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @sums.body{{.*}}.packet(
; CHECK: [[C:%.*]] = call <8 x i32> @llvm.masked.load.v8i32
; CHECK: [[BITS:%.*]] = bitcast <8 x i1> {{.*}} to i8
; CHECK: %all = icmp eq i8 {{%.*}}, -1
; CHECK: br i1 %all, label %ordered, label %other
; CHECK: ordered:
; CHECK-NEXT: [[C0:%.*]] = extractelement <8 x i32> [[C]], i64 0
; CHECK-NEXT: [[X0:%.*]] = zext i32 [[C0]] to i64
; CHECK-NEXT: [[A0:%.*]] = getelementptr float, ptr %sums, i64 [[X0]]
; CHECK-NEXT: atomicrmw fadd ptr [[A0]]
; CHECK: lane:
; CHECK: atomicrmw fadd
define ptx_kernel void @sums(ptr %p, ptr %sums, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, %n
  br i1 %c, label %then, label %end
then:
  %a = getelementptr i32, ptr %p, i32 %t
  %i = load i32, ptr %a
  %x = zext i32 %i to i64
  %s = getelementptr float, ptr %sums, i64 %x
  %r = atomicrmw fadd ptr %s, float 1.0 monotonic
  br label %end
end:
  ret void
}

; What it gives is used: each lane is asked for its own.
; CHECK-LABEL: define internal void @tickets.body{{.*}}.packet(
; CHECK-NOT: %all
; CHECK: atomicrmw xchg
; CHECK: phi i32 [ poison
define ptx_kernel void @tickets(ptr %p, ptr %next, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, %n
  br i1 %c, label %then, label %end
then:
  %r = atomicrmw xchg ptr %next, i32 %t monotonic
  %a = getelementptr i32, ptr %p, i32 %t
  store i32 %r, ptr %a
  br label %end
end:
  ret void
}

;--- thread_calls
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

;--- math_functions
; RUN: %opt --passes=up-to-lower-runtime-calls,widen %s | %check
; RUN: %opt --passes=up-to-lower-runtime-calls,widen %s | %check --check-prefix=SLOW
; Packets compute expf in vectors, without a call for each lane. sinf calls the C library for the lanes whose angles are
; huge, and only for them.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare float @expf(float)
declare float @sinf(float)

; CHECK-LABEL: define internal void @exponential.body{{.*}}.packet(
; CHECK-NOT: call float
; CHECK: call <16 x float> @llvm.fma.v16f32(
; CHECK-NOT: call float
; CHECK: ret void
define ptx_kernel void @exponential(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr float, ptr %p, i32 %t
  %v = load float, ptr %a
  %e = call float @expf(float %v)
  store float %e, ptr %a
  ret void
}

; SLOW-LABEL: define internal void @sine.body{{.*}}.packet(
; SLOW: %any = icmp ne i16
; SLOW: br i1 %any
; SLOW: %[[ON:.*]] = extractelement <16 x i1> %{{.*}}, i64 0
; SLOW-NEXT: br i1 %[[ON]], label %lane
; SLOW: lane:
; SLOW: call double @sin(double
define ptx_kernel void @sine(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr float, ptr %p, i32 %t
  %v = load float, ptr %a
  %s = call float @sinf(float %v)
  store float %s, ptr %a
  ret void
}

;--- texture_packet
; RUN: %opt --passes=up-to-lower-runtime-calls,widen %s | %check
; RUN: %opt --cpu=icelake-server --width=128 --passes=up-to-choose-strategies %s | %check --check-prefix=WIDE
; One texture read by all lanes: one call, with the lanes that are on. Objects that differ, and more lanes than a word has bits: a call
; for each lane.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @__riffle_sample_texture(i64, i32, float, float, float, i32, float, ptr)

; CHECK-LABEL: define internal void @one.body{{.*}}.packet(
; CHECK: %[[X:.*]] = sitofp <16 x i32> %{{.*}} to <16 x float>
; CHECK: store <16 x float> %[[X]], ptr %[[PLACES:places.*]], align 64
; CHECK: call void %{{.*}}(i64 %object, i32 2, i32 16, i64 65535, ptr %[[PLACES]], ptr
; CHECK-NOT: call void %{{.*}}(i64
; CHECK: ret void
; WIDE-LABEL: define internal void @one.run(
; WIDE: <128 x
; WIDE-COUNT-128: call void %{{.*}}(i64 %object, i32 2, float
define ptx_kernel void @one(i64 %object, ptr %to) {
  %r = alloca [4 x i32]
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = sitofp i32 %t to float
  call void @__riffle_sample_texture(i64 %object, i32 2, float %x, float 0.0, float 0.0, i32 0, float 0.0, ptr %r)
  %v = load i32, ptr %r
  %a = getelementptr i32, ptr %to, i32 %t
  store i32 %v, ptr %a
  ret void
}

; CHECK-LABEL: define internal void @masked.body{{.*}}.packet(
; CHECK: {{^}}read:
; CHECK: %[[BITS:.*]] = bitcast <16 x i1> %{{.*}} to i16
; CHECK: %[[MASK:.*]] = zext i16 %[[BITS]] to i64
; CHECK: call void %{{.*}}(i64 %object, i32 2, i32 16, i64 %[[MASK]], ptr
define ptx_kernel void @masked(i64 %object, ptr %to, i32 %n) {
entry:
  %r = alloca [4 x i32]
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %odd = and i32 %t, %n
  %c = icmp eq i32 %odd, 0
  br i1 %c, label %read, label %end
read:
  %x = sitofp i32 %t to float
  call void @__riffle_sample_texture(i64 %object, i32 2, float %x, float 0.0, float 0.0, i32 0, float 0.0, ptr %r)
  %v = load i32, ptr %r
  %a = getelementptr i32, ptr %to, i32 %t
  store i32 %v, ptr %a
  br label %end
end:
  ret void
}

; CHECK-LABEL: define internal void @several.body{{.*}}.packet(
; CHECK: call void %{{.*}}(i64 %{{.*}}, i32 2, float
; CHECK-NOT: i32 16, i64
; CHECK: ret void
define ptx_kernel void @several(ptr %objects, ptr %to) {
  %r = alloca [4 x i32]
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %o = getelementptr i64, ptr %objects, i32 %t
  %object = load i64, ptr %o
  call void @__riffle_sample_texture(i64 %object, i32 2, float 0.0, float 0.0, float 0.0, i32 0, float 0.0, ptr %r)
  %v = load i32, ptr %r
  %a = getelementptr i32, ptr %to, i32 %t
  store i32 %v, ptr %a
  ret void
}
