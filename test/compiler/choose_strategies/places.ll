; Which places the threads of a grid touch.

;--- apart_threads
; RUN: %opt --passes=to-follow,up-to-choose-strategies %s | %check
; Accesses by which different threads touch different bytes say nothing where a block is a row of threads.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
@part = internal addrspace(3) global [1024 x float] undef

; A sum by a tree: threads below %w write below it and read from there on; one reads the sum, which it has written itself.
; CHECK-LABEL: define internal void @tree.run(
; CHECK: %[[ROWS:in.rows.*]] = icmp ne i32 %threads, %extent.x
; CHECK-NEXT: br i1 %[[ROWS]]
; CHECK: call void @riffle.follow.packet({{.*}}, i64 4, i32 34, i64 4)
; Thread by thread, in turns of the loop that come to the first barrier and to the second, and behind it.
; CHECK: icmp ne i32 %threads, %extent.x
; CHECK-COUNT-7: %in.rows{{[0-9]+}}.i{{[0-9]*}} = icmp ne i32 %threads, %extent.x
; CHECK-LABEL: define internal void @wide.run(
define ptx_kernel void @tree(ptr %out, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %own = getelementptr float, ptr addrspace(3) @part, i32 %t
  store float 1.0, ptr addrspace(3) %own
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %loop
loop:
  %w = phi i32 [ %n, %0 ], [ %half, %joined ]
  %c = icmp slt i32 %t, %w
  br i1 %c, label %add, label %joined
add:
  %other = add nsw i32 %t, %w
  %at = getelementptr float, ptr addrspace(3) @part, i32 %other
  %x = load float, ptr addrspace(3) %at
  %y = load float, ptr addrspace(3) %own
  %z = fadd float %x, %y
  store float %z, ptr addrspace(3) %own
  br label %joined
joined:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %half = lshr i32 %w, 1
  %more = icmp ne i32 %half, 0
  br i1 %more, label %loop, label %end
end:
  %first = icmp eq i32 %t, 0
  br i1 %first, label %last, label %over
last:
  %sum = load float, ptr addrspace(3) @part
  store float %sum, ptr %out
  br label %over
over:
  ret void
}

; Its opposites: thread %w, too, writes what thread 0 reads;
; CHECK-NOT: %in.rows{{.*}} = icmp ne i32 %threads, %extent.x
; CHECK-LABEL: define internal void @without_barrier.run(
define ptx_kernel void @wide(i32 %w) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %own = getelementptr float, ptr addrspace(3) @part, i32 %t
  %c = icmp sle i32 %t, %w
  br i1 %c, label %add, label %joined
add:
  %other = add nsw i32 %t, %w
  %at = getelementptr float, ptr addrspace(3) @part, i32 %other
  %x = load float, ptr addrspace(3) %at
  store float %x, ptr addrspace(3) %own
  br label %joined
joined:
  ret void
}

; some threads are in the next turn, with another %w;
; CHECK-NOT: %in.rows{{.*}} = icmp ne i32 %threads, %extent.x
; CHECK-LABEL: define internal void @of_two_turns.run(
define ptx_kernel void @without_barrier(i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %own = getelementptr float, ptr addrspace(3) @part, i32 %t
  br label %loop
loop:
  %w = phi i32 [ %n, %0 ], [ %half, %joined ]
  %c = icmp slt i32 %t, %w
  br i1 %c, label %add, label %joined
add:
  %other = add nsw i32 %t, %w
  %at = getelementptr float, ptr addrspace(3) @part, i32 %other
  %x = load float, ptr addrspace(3) %at
  store float %x, ptr addrspace(3) %own
  br label %joined
joined:
  %half = lshr i32 %w, 1
  %more = icmp ne i32 %half, 0
  br i1 %more, label %loop, label %end
end:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}

; the barrier stands between reading and writing, so that what is written in one turn meets what is read in the next;
; CHECK-NOT: %in.rows{{.*}} = icmp ne i32 %threads, %extent.x
; CHECK-LABEL: define internal void @far.run(
define ptx_kernel void @of_two_turns(i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %own = getelementptr float, ptr addrspace(3) @part, i32 %t
  br label %loop
loop:
  %w = phi i32 [ %n, %0 ], [ %half, %joined ]
  %x = phi float [ 0.0, %0 ], [ %x, %joined ]
  %c = icmp slt i32 %t, %w
  br i1 %c, label %add, label %read
add:
  %other = add nsw i32 %t, %w
  %at = getelementptr float, ptr addrspace(3) @part, i32 %other
  %y = load float, ptr addrspace(3) %at
  br label %read
read:
  %z = phi float [ %x, %loop ], [ %y, %add ]
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %c, label %write, label %joined
write:
  store float %z, ptr addrspace(3) %own
  br label %joined
joined:
  %half = lshr i32 %w, 1
  %more = icmp ne i32 %half, 0
  br i1 %more, label %loop, label %end
end:
  ret void
}

; places 8 bytes apart, of which each thread writes 4 and reads the next thread's.
; CHECK-NOT: %in.rows{{.*}} = icmp ne i32 %threads, %extent.x
; CHECK-LABEL: define internal void @pairs.run(
define ptx_kernel void @far(ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %own = getelementptr [2 x float], ptr addrspace(3) @part, i32 %t
  %next = getelementptr i8, ptr addrspace(3) %own, i32 8
  store float 1.0, ptr addrspace(3) %own
  %x = load float, ptr addrspace(3) %next
  %to = getelementptr float, ptr %out, i32 %t
  store float %x, ptr %to
  ret void
}

; The pair is the thread's own.
; CHECK: %in.rows{{.*}} = icmp ne i32 %threads, %extent.x
; CHECK: %in.rows{{.*}} = icmp ne i32 %threads, %extent.x
define ptx_kernel void @pairs(ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %own = getelementptr [2 x float], ptr addrspace(3) @part, i32 %t
  %second = getelementptr i8, ptr addrspace(3) %own, i32 4
  store float 1.0, ptr addrspace(3) %own
  %x = load float, ptr addrspace(3) %second
  %to = getelementptr float, ptr %out, i32 %t
  store float %x, ptr %to
  ret void
}

;--- own_places
; RUN: %opt --passes=to-follow,up-to-choose-strategies %s | %check
; A parameter by which each thread of the grid may have a place of its own: the block computes where the first thread's is, how far it is from
; there along each axis, and in a loop (abi::PrivateAccess); all accesses by it say its number.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()

; CHECK-LABEL: define internal [8 x i64] @saxpy.body.places(
; Two members of eight bytes, the second of which is read: 8 bytes from the first on. Another parameter is touched, too.
; CHECK-LABEL: define internal void @saxpy.run(
; CHECK: call [8 x i64] @saxpy.body.places(
; CHECK: store i64 1, ptr %
; CHECK: store i64 8, ptr %
; CHECK: store i64 1, ptr %
; CHECK: call void @riffle.follow.begin(ptr %frame, i64 2, i64 1, ptr %own.places, i64 1)
; CHECK: call void @riffle.follow.packet(ptr {{.*}}, i64 {{.*}}, ptr null, i64 4, i32 65569, i64 4)
; CHECK: call void @riffle.follow.packet(ptr {{.*}}, i64 {{.*}}, ptr null, i64 4, i32 131105, i64 8)
; CHECK: call void @riffle.follow.packet(ptr {{.*}}, i64 {{.*}}, ptr %{{.*}}, i64 4, i32 131106, i64 8)
define ptx_kernel void @saxpy(ptr %x, ptr %y) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %e = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %s = mul i32 %b, %e
  %i = add i32 %s, %t
  %from = getelementptr float, ptr %x, i32 %i
  %place = getelementptr {float, float}, ptr %y, i32 %i
  %second = getelementptr i8, ptr %place, i64 4
  %v = load float, ptr %from
  %w = load float, ptr %second
  %sum = fadd float %v, %w
  store float %sum, ptr %place
  ret void
}

; In strides of the grid.
; CHECK-LABEL: define internal [8 x i64] @strides.body.places(
; CHECK-LABEL: define internal void @strides.run(
; CHECK: call void @riffle.follow.begin(ptr %frame, i64 1, i64 0, ptr %own.places, i64 1)
define ptx_kernel void @strides(ptr %y, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %e = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %g = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %s = mul i32 %b, %e
  %first = add i32 %s, %t
  %step = mul i32 %e, %g
  br label %loop
loop:
  %i = phi i32 [ %first, %0 ], [ %next, %loop ]
  %place = getelementptr float, ptr %y, i32 %i
  store float 1.0, ptr %place
  %next = add i32 %i, %step
  %c = icmp slt i32 %next, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}

; Its opposites: the neighbour's place at a distance that is not known, an atomic, a place that comes from memory, and memory that nobody knows.
; CHECK-LABEL: define internal void @shifted.run(
; CHECK: call void @riffle.follow.begin(ptr %frame, i64 1, i64 0, ptr null, i64 0)
define ptx_kernel void @shifted(ptr %y, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add i32 %t, %n
  %place = getelementptr float, ptr %y, i32 %t
  %other = getelementptr float, ptr %y, i32 %i
  %v = load float, ptr %other
  store float %v, ptr %place
  ret void
}

; CHECK-LABEL: define internal void @counts.run(
; CHECK: call void @riffle.follow.begin(ptr %frame, i64 1, i64 0, ptr null, i64 0)
define ptx_kernel void @counts(ptr %y) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %place = getelementptr i32, ptr %y, i32 %t
  store i32 1, ptr %place
  %old = atomicrmw add ptr %y, i32 1 monotonic
  ret void
}

; CHECK-LABEL: define internal void @permuted.run(
; CHECK: call void @riffle.follow.begin(ptr %frame, i64 2, i64 1, ptr null, i64 0)
define ptx_kernel void @permuted(ptr %to, ptr %y) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %to, i32 %t
  %i = load i32, ptr %at
  %place = getelementptr i32, ptr %y, i32 %i
  store i32 1, ptr %place
  ret void
}

; CHECK-LABEL: define internal void @from_list.run(
; CHECK: call void @riffle.follow.begin(ptr %frame, i64 2, i64 1, ptr null, i64 0)
define ptx_kernel void @from_list(ptr %list, ptr %y) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr ptr, ptr %list, i32 %t
  %from = load ptr, ptr %at
  %v = load i32, ptr %from
  %place = getelementptr i32, ptr %y, i32 %t
  store i32 %v, ptr %place
  ret void
}

;--- touched_spans
; RUN: %opt --passes=up-to-choose-strategies %s | %check
; RUN: %opt --passes=up-to-choose-strategies %s | %check --check-prefix=NONE
; What blocks of a launch touch at most, where addresses are sums and products of indices and of what the launch says.
; NONE-NOT: @gathers.spans
; NONE-NOT: @fenced.spans
; NONE-NOT: @polls.spans
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare void @llvm.nvvm.membar.gl()

; 4 bytes of each thread, of the blocks' first to their last; both arrays are found by the launch's arguments. A number that does not
; fit into what the program computes with says that nothing is known.
; CHECK-LABEL: define internal i32 @scale.spans(ptr %0, i64 %1, i64 %2, ptr %3)
; CHECK: %in = load ptr, ptr %arguments
; CHECK: icmp sle i64 %{{.*}}, 2147483647
; CHECK: %[[IN:.*]] = ptrtoint ptr %in to i64
; CHECK-NEXT: add i64 %[[IN]],
; CHECK: store i64 0, ptr
; CHECK: ptrtoint ptr %out to i64
; CHECK: store i64 1, ptr
; CHECK: %[[COUNT:.*]] = select i1 %{{.*}}, i32 2, i32 0
; CHECK-NEXT: ret i32 %[[COUNT]]
define ptx_kernel void @scale(ptr %in, ptr %out, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %e = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %start = mul i32 %b, %e
  %i = add i32 %start, %t
  %c = icmp slt i32 %i, %n
  br i1 %c, label %then, label %end
then:
  %wide = sext i32 %i to i64
  %from = getelementptr inbounds float, ptr %in, i64 %wide
  %v = load float, ptr %from
  %to = getelementptr inbounds float, ptr %out, i64 %wide
  store float %v, ptr %to
  br label %end
end:
  ret void
}
; An array that a parameter's member points to.
; CHECK-LABEL: define internal i32 @of_member.spans(
; CHECK: select i1 %{{.*}}, i32 1, i32 0
define ptx_kernel void @of_member(ptr byval({ptr, i32}) align 8 %s) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %array = load ptr, ptr %s
  %wide = sext i32 %t to i64
  %to = getelementptr inbounds i32, ptr %array, i64 %wide
  store i32 1, ptr %to
  ret void
}
; Their opposites: an index that memory tells,
define ptx_kernel void @gathers(ptr %in, ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %wide = sext i32 %t to i64
  %at = getelementptr inbounds i32, ptr %in, i64 %wide
  %index = load i32, ptr %at
  %there = sext i32 %index to i64
  %to = getelementptr inbounds i32, ptr %out, i64 %there
  store i32 1, ptr %to
  ret void
}
; a fence: others look at what was written before it,
define ptx_kernel void @fenced(ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %wide = sext i32 %t to i64
  %to = getelementptr inbounds i32, ptr %out, i64 %wide
  store i32 1, ptr %to
  call void @llvm.nvvm.membar.gl()
  ret void
}
; and memory that others write meanwhile.
define ptx_kernel void @polls(ptr %out) {
  %v = load volatile i32, ptr %out
  ret void
}
