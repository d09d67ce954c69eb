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
