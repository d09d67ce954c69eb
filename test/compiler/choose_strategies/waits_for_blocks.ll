; RUN: %opt --passes=up-to-choose-strategies --remarks %s | %check
; RUN: %opt --passes=up-to-choose-strategies %s | %check --check-prefix=CODE
; Threads that wait for other blocks run together: what they read is never written by a thread of their own block.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
@drawn = internal addrspace(3) global i32 undef

; CHECK-DAG: ; riffle: remark: kernel 'goes_back': packets of 32 threads
; CHECK-DAG: ; riffle: remark: kernel 'draws_numbers': packets of 32 threads
; CHECK-DAG: ; riffle: remark: kernel 'first_block_apart': packets of 32 threads
; CHECK-DAG: ; riffle: remark: kernel 'first_thread_apart': a stack for each thread of the block: a loop waits for what other threads write [strategy]
; CHECK-DAG: ; riffle: remark: kernel 'too_wide': a stack for each thread of the block: a loop waits for what other threads write [strategy]
; CHECK-DAG: ; riffle: remark: kernel 'thread_before': a stack for each thread of the block: a loop waits for what other threads write [strategy]
; CHECK-DAG: ; riffle: remark: kernel 'other_parameter': a stack for each thread of the block: a loop waits for what other threads write [strategy]
; CHECK-DAG: ; riffle: remark: kernel 'both_neighbours': a stack for each thread of the block: a loop waits for what other threads write [strategy]
; CHECK-DAG: ; riffle: remark: kernel 'two_arrays': a stack for each thread of the block: a loop waits for what other threads write [strategy]
; CHECK-DAG: ; riffle: remark: kernel 'takes_turns': a stack for each thread of the block: a loop waits for what other threads write [strategy]

; The block gives way once in each turn, not each thread.
; CODE-LABEL: define internal void @goes_back.run(
; CODE-COUNT-1: call void %{{.*}}(ptr null)
; CODE-NOT: (ptr null)
; CODE-COUNT-32: load volatile i32
; CODE-NOT: (ptr null)
; CODE: ret void

define ptx_kernel void @goes_back(ptr %status, ptr %out) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %is = icmp ult i32 %t, 64
  br i1 %is, label %begin, label %end
begin:
  %row = shl nsw i32 %b, 6
  %own = add nsw i32 %row, %t
  %own.at = getelementptr i32, ptr %status, i32 %own
  store volatile i32 1, ptr %own.at
  br label %back
back:
  %from = phi i32 [ %b, %begin ], [ %k, %more ]
  %sum = phi i32 [ 0, %begin ], [ %next, %more ]
  %k = add nsw i32 %from, -1
  %any = icmp sgt i32 %from, 0
  br i1 %any, label %look, label %done
look:
  %k.row = shl nsw i32 %k, 6
  %word.of = add nsw i32 %k.row, %t
  %at = getelementptr i32, ptr %status, i32 %word.of
  br label %wait
wait:
  %word = load volatile i32, ptr %at
  %none = icmp eq i32 %word, 0
  br i1 %none, label %wait, label %more
more:
  %next = add i32 %sum, %word
  br label %back
done:
  store volatile i32 2, ptr %own.at
  %out.at = getelementptr i32, ptr %out, i32 %own
  store i32 %sum, ptr %out.at
  br label %end
end:
  ret void
}

define ptx_kernel void @draws_numbers(ptr %status, ptr %ticket) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp eq i32 %t, 0
  br i1 %first, label %draw, label %go
draw:
  %n = atomicrmw add ptr %ticket, i32 1 monotonic
  store i32 %n, ptr addrspacecast (ptr addrspace(3) @drawn to ptr)
  br label %go
go:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %b = load i32, ptr addrspacecast (ptr addrspace(3) @drawn to ptr)
  %before = add nsw i32 %b, -1
  %own.at = getelementptr i32, ptr %status, i32 %b
  %at = getelementptr i32, ptr %status, i32 %before
  %some = icmp sgt i32 %b, 0
  br i1 %some, label %wait, label %done
wait:
  %word = load volatile i32, ptr %at
  %none = icmp eq i32 %word, 0
  br i1 %none, label %wait, label %done
done:
  store volatile i32 1, ptr %own.at
  ret void
}

; The block that writes the first word waits for nobody.
define ptx_kernel void @first_block_apart(ptr %status) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %first = icmp eq i32 %b, 0
  br i1 %first, label %begin, label %wait
begin:
  store volatile i32 1, ptr %status
  ret void
wait:
  %word = load volatile i32, ptr %status
  %none = icmp eq i32 %word, 0
  br i1 %none, label %wait, label %done
done:
  ret void
}

define ptx_kernel void @first_thread_apart(ptr %status) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp eq i32 %t, 0
  br i1 %first, label %begin, label %wait
begin:
  store volatile i32 1, ptr %status
  ret void
wait:
  %word = load volatile i32, ptr %status
  %none = icmp eq i32 %word, 0
  br i1 %none, label %wait, label %done
done:
  ret void
}

; Rows of 32 words, and more threads: the last of a row is the first of the next one.
define ptx_kernel void @too_wide(ptr %status) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %row = shl nsw i32 %b, 5
  %own = add nsw i32 %row, %t
  %own.at = getelementptr i32, ptr %status, i32 %own
  store volatile i32 1, ptr %own.at
  %k.row = add nsw i32 %row, -32
  %word.of = add nsw i32 %k.row, %t
  %at = getelementptr i32, ptr %status, i32 %word.of
  br label %wait
wait:
  %word = load volatile i32, ptr %at
  %none = icmp eq i32 %word, 0
  br i1 %none, label %wait, label %done
done:
  ret void
}

define ptx_kernel void @thread_before(ptr %status) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %before = add nsw i32 %t, -1
  %at = getelementptr i32, ptr %status, i32 %before
  %own.at = getelementptr i32, ptr %status, i32 %t
  br label %wait
wait:
  %word = load volatile i32, ptr %at
  %none = icmp eq i32 %word, 0
  br i1 %none, label %wait, label %done
done:
  store volatile i32 1, ptr %own.at
  ret void
}

; Two parameters may hold one address, and this store is meant for others.
define ptx_kernel void @other_parameter(ptr %status, ptr %same) {
entry:
  br label %wait
wait:
  %word = load volatile i32, ptr %status
  %none = icmp eq i32 %word, 0
  br i1 %none, label %wait, label %done
done:
  store volatile i32 1, ptr %same
  ret void
}

; Blocks wait for each other: a thread that waited for one neighbour would hold up the one that the other waits for.
define ptx_kernel void @both_neighbours(ptr %status) {
entry:
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp eq i32 %t, 0
  %own.at = getelementptr i32, ptr %status, i32 %b
  %left.at = getelementptr i32, ptr %own.at, i32 -1
  %right.at = getelementptr i32, ptr %own.at, i32 1
  br i1 %first, label %left, label %signal
left:
  %l = load volatile i32, ptr %left.at
  %no.l = icmp eq i32 %l, 0
  br i1 %no.l, label %left, label %right
right:
  %r = load volatile i32, ptr %right.at
  %no.r = icmp eq i32 %r, 0
  br i1 %no.r, label %right, label %done
signal:
  store volatile i32 1, ptr %own.at
  br label %done
done:
  ret void
}

define ptx_kernel void @two_arrays(ptr %status, ptr %other) {
entry:
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %odd = trunc i32 %b to i1
  br i1 %odd, label %one, label %two
one:
  %o = load volatile i32, ptr %other
  %no.o = icmp eq i32 %o, 0
  br i1 %no.o, label %one, label %one.done
one.done:
  store volatile i32 1, ptr %status
  ret void
two:
  %s = load volatile i32, ptr %status
  %no.s = icmp eq i32 %s, 0
  br i1 %no.s, label %two, label %two.done
two.done:
  store volatile i32 1, ptr %other
  ret void
}

; A lock: an update waits.
define ptx_kernel void @takes_turns(ptr %lock, ptr %sum) {
entry:
  br label %wait
wait:
  %old = atomicrmw xchg ptr %lock, i32 1 acquire
  %taken = icmp ne i32 %old, 0
  br i1 %taken, label %wait, label %done
done:
  %old.sum = load i32, ptr %sum
  %new.sum = add i32 %old.sum, 1
  store i32 %new.sum, ptr %sum
  store atomic i32 0, ptr %lock release, align 4
  ret void
}
