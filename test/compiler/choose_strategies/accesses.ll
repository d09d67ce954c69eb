; What accesses say to riffle check.

;--- reads_name_parameters
; RUN: %opt --passes=to-follow,up-to-choose-strategies %s | %check
; A plain read says by which parameter it goes (from bit 16 on, counted from 1) if it is known by which ones the kernel writes, and that it is
; none of these. The block says both.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @known.run(
; CHECK: call void @riffle.follow.begin(ptr %frame, i64 2, i64 1, 
; CHECK: call void @riffle.follow.packet(ptr {{.*}}, i64 {{.*}}, ptr null, i64 4, i32 65569, i64 4)
; What each thread reads and writes at one place says by which parameter, too (own_places.ll).
; CHECK: call void @riffle.follow.packet(ptr {{.*}}, i64 {{.*}}, ptr null, i64 4, i32 131105, i64 4)
; CHECK: call void @riffle.follow.packet(ptr {{.*}}, i64 {{.*}}, ptr %{{.*}}, i64 4, i32 131106, i64 4)
define ptx_kernel void @known(ptr %in, ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %in, i32 %t
  %b = getelementptr i32, ptr %out, i32 %t
  %v = load i32, ptr %a
  %w = load i32, ptr %b
  %sum = add i32 %v, %w
  store i32 %sum, ptr %b
  ret void
}

; Its opposite: where one write goes is not known.
; CHECK-LABEL: define internal void @unknown.run(
; CHECK: call void @riffle.follow.begin(ptr %frame, i64 0, i64 0, 
; CHECK: call void @riffle.follow.packet(ptr {{.*}}, i64 {{.*}}, ptr null, i64 4, i32 33, i64 4)
define ptx_kernel void @unknown(ptr %in, ptr %list) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %in, i32 %t
  %v = load i32, ptr %a
  %at = getelementptr ptr, ptr %list, i32 %t
  %to = load ptr, ptr %at
  store i32 %v, ptr %to
  ret void
}

; What a variable of device code has: its address may be among the parameters.
@variable = addrspace(1) global [64 x i32] zeroinitializer
; CHECK-LABEL: define internal void @writes_variable.run(
; CHECK: call void @riffle.follow.begin(ptr %frame, i64 0, i64 0, 
; CHECK: call void @riffle.follow.packet(ptr {{.*}}, i64 {{.*}}, ptr null, i64 4, i32 33, i64 4)
define ptx_kernel void @writes_variable(ptr %in) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %in, i32 %t
  %v = load i32, ptr %a
  %to = getelementptr i32, ptr addrspace(1) @variable, i32 %t
  store i32 %v, ptr addrspace(1) %to
  ret void
}

; One write may go by either of two, and an atomic one by the third.
; CHECK-LABEL: define internal void @either.run(
; CHECK: call void @riffle.follow.begin(ptr %frame, i64 14, i64 1, 
; CHECK: call void @riffle.follow.packet(ptr {{.*}}, i64 {{.*}}, ptr null, i64 4, i32 65569, i64 4)
; CHECK: call void @riffle.follow.packet(ptr {{.*}}, i64 {{.*}}, ptr null, i64 4, i32 33, i64 4)
; CHECK: call void @riffle.follow.packet(ptr {{.*}}, i64 {{.*}}, ptr null, i64 4, i32 33, i64 4)
; CHECK: call void @riffle.follow.packet(ptr {{.*}}, i64 {{.*}}, ptr null, i64 4, i32 33, i64 4)
define ptx_kernel void @either(ptr %in, ptr %first, ptr %second, ptr %count, i1 %is_first) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %in, i32 %t
  %b = getelementptr i32, ptr %first, i32 %t
  %c = getelementptr i32, ptr %second, i32 %t
  %d = getelementptr i32, ptr %count, i32 %t
  %v = load i32, ptr %a
  %w = load i32, ptr %b
  %x = load i32, ptr %c
  %y = load i32, ptr %d
  %s = add i32 %v, %w
  %u = add i32 %s, %x
  %sum = add i32 %u, %y
  %to = select i1 %is_first, ptr %b, ptr %c
  store i32 %sum, ptr %to
  %old = atomicrmw add ptr %d, i32 1 monotonic
  ret void
}

; Shared memory is none that a parameter points to.
@tile = internal addrspace(3) global [64 x i32] undef
; CHECK-LABEL: define internal void @writes_shared.run(
; CHECK: call void @riffle.follow.begin(ptr %frame, i64 0, i64 1, 
; CHECK: call void @riffle.follow.packet(ptr {{.*}}, i64 {{.*}}, ptr null, i64 4, i32 65569, i64 4)
define ptx_kernel void @writes_shared(ptr %in) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %in, i32 %t
  %v = load i32, ptr %a
  %to = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %v, ptr addrspace(3) %to
  ret void
}

;--- quiet_shared_memory
; RUN: %opt --passes=to-follow,up-to-choose-strategies %s | %check
; What lies between two barriers and only reads shared memory says nothing of it; what only changes it atomically, for nobody, neither.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
@tile = internal addrspace(3) global [64 x i32] undef

; The write says so, in each turn of the loop; the reads behind the barrier do not.
; CHECK-LABEL: define internal void @quiet.run(
; CHECK: call void @riffle.follow.packet(ptr {{.*}}, i64 {{.*}}, ptr %{{.*}}, i64 4, i32 34, i64 4)
; CHECK: call void @riffle.follow.packet(ptr {{.*}}, i64 {{.*}}, ptr %{{.*}}, i64 4, i32 34, i64 4)
; CHECK: call void @riffle.follow.packet(ptr {{.*}}, i64 {{.*}}, ptr %{{.*}}, i64 4, i32 65570, i64 4)
; CHECK-NOT: @riffle.follow.packet(
; CHECK-LABEL: define internal void @loud.run(
define ptx_kernel void @quiet(ptr %out, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %own = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %to = getelementptr i32, ptr %out, i32 %t
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %sum = phi i32 [ 0, %0 ], [ %more, %loop ]
  store i32 %sum, ptr addrspace(3) %own
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %i
  %x = load i32, ptr addrspace(3) %a
  %y = load i32, ptr addrspace(3) %own
  %z = add i32 %x, %y
  %more = add i32 %sum, %z
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %next = add i32 %i, 1
  %c = icmp slt i32 %next, %n
  br i1 %c, label %loop, label %end
end:
  store i32 %more, ptr %to
  ret void
}

; Its opposite: without the second barrier a thread writes in its next turn what others read in this one.
; CHECK: call void @riffle.follow.packet(ptr {{.*}}, i64 {{.*}}, ptr %{{.*}}, i64 4, i32 34, i64 4)
; CHECK: call void @riffle.follow.packet(ptr {{.*}}, i64 {{.*}}, ptr null, i64 4, i32 33, i64 0)
; CHECK-LABEL: define internal void @counts.run(
define ptx_kernel void @loud(ptr %out, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %own = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %to = getelementptr i32, ptr %out, i32 %t
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %sum = phi i32 [ 0, %0 ], [ %more, %loop ]
  store i32 %sum, ptr addrspace(3) %own
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %i
  %x = load i32, ptr addrspace(3) %a
  %more = add i32 %sum, %x
  %next = add i32 %i, 1
  %c = icmp slt i32 %next, %n
  br i1 %c, label %loop, label %end
end:
  store i32 %more, ptr %to
  ret void
}

; CHECK-NOT: @riffle.follow.packet({{.*}}, i32 55,
; CHECK: call void @riffle.follow.packet(ptr {{.*}}, i64 {{.*}}, ptr %{{.*}}, i64 4, i32 65570, i64 4)
; CHECK-NOT: @riffle.follow.packet({{.*}}, i32 55,
; CHECK-LABEL: define internal void @counts_and_reads.run(
define ptx_kernel void @counts(ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %own = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %to = getelementptr i32, ptr %out, i32 %t
  %old = atomicrmw add ptr addrspace(3) @tile, i32 1 monotonic
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x = load i32, ptr addrspace(3) %own
  store i32 %x, ptr %to
  ret void
}

; Its opposite: a plain read beside it, and somebody asks what it was.
; CHECK: call void @riffle.follow.{{packet|lanes}}({{.*}}, i32 7
; CHECK: call void @riffle.follow.{{packet|lanes}}({{.*}}, i32 1
; CHECK-LABEL: define internal void @elsewhere.run(
define ptx_kernel void @counts_and_reads(ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %own = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %to = getelementptr i32, ptr %out, i32 %t
  %old = atomicrmw add ptr addrspace(3) @tile, i32 1 monotonic
  %x = load i32, ptr addrspace(3) %own
  %y = add i32 %x, %old
  store i32 %y, ptr %to
  ret void
}

; A write by a pointer from memory may go to shared memory.
; CHECK: call void @riffle.follow.{{packet|lanes}}({{.*}}, i32 33
; CHECK: call void @riffle.follow.{{packet|lanes}}({{.*}}, i32 33
define ptx_kernel void @elsewhere(ptr %list) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %own = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %x = load i32, ptr addrspace(3) %own
  %at = getelementptr ptr, ptr %list, i32 %t
  %to = load ptr, ptr %at
  store i32 %x, ptr %to
  ret void
}
