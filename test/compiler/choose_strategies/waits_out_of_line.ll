; RUN: %opt --passes=up-to-choose-strategies --remarks %s | %check
; Fibers are for kernels that may come to a function out of line that waits: by its name, or through a pointer of its type.
target triple = "nvptx64-nvidia-cuda"
@table = addrspace(1) externally_initialized global [3 x ptr] [ptr @waits, ptr @does_not, ptr @of_two]
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; CHECK-DAG: ; riffle: remark: kernel 'may_wait': a stack for each thread of the block: threads wait for each other in functions that are not inlined [strategy]
; CHECK-DAG: ; riffle: remark: kernel 'may_wait': this call prevents packets: a function that it may reach waits for other threads [call]
; CHECK-DAG: ; riffle: remark: kernel 'by_others': a stack for each thread
; CHECK-DAG: ; riffle: remark: kernel 'locks': a stack for each thread
; CHECK-DAG: ; riffle: remark: kernel 'tries': a stack for each thread of the block: a loop waits for what other threads write [strategy]
; CHECK-DAG: ; riffle: remark: kernel 'another_type': packets of
; CHECK-DAG: ; riffle: remark: kernel 'another_type': call through a pointer, lane by lane [call]
; CHECK-DAG: ; riffle: remark: kernel 'recursive': packets of
; CHECK-DAG: ; riffle: remark: kernel 'recursive': call of 'sums', lane by lane [call]
; CHECK-DAG: ; riffle: remark: kernel 'takes_work': packets of

define i32 @waits(i32 %n) {
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret i32 %n
}
define i32 @does_not(i32 %n) {
  ret i32 %n
}
define i32 @of_two(i32 %n, i32 %m) {
  ret i32 %m
}
define i32 @sums(i32 %n) {
  %z = icmp eq i32 %n, 0
  br i1 %z, label %end, label %more
more:
  %m = sub i32 %n, 1
  %r = call i32 @sums(i32 %m)
  %s = add i32 %r, %n
  ret i32 %s
end:
  ret i32 0
}
; Comes to @waits.
define i32 @through(i32 %n) {
  %z = icmp eq i32 %n, 0
  br i1 %z, label %end, label %more
more:
  %m = sub i32 %n, 1
  %r = call i32 @through(i32 %m)
  %f = load ptr, ptr addrspace(1) @table
  %s = call i32 %f(i32 %r)
  ret i32 %s
end:
  ret i32 0
}
; Waits for a lock.
define i32 @spins(ptr %lock, i32 %n) {
  %z = icmp eq i32 %n, 0
  br i1 %z, label %spin, label %more
more:
  %m = sub i32 %n, 1
  %r = call i32 @spins(ptr %lock, i32 %m)
  ret i32 %r
spin:
  %old = atomicrmw xchg ptr %lock, i32 1 seq_cst
  %taken = icmp ne i32 %old, 0
  br i1 %taken, label %spin, label %end
end:
  ret i32 0
}
; Asks for it once.
define i32 @asks(ptr %lock, i32 %n) {
  %z = icmp eq i32 %n, 0
  br i1 %z, label %end, label %more
more:
  %m = sub i32 %n, 1
  %r = call i32 @asks(ptr %lock, i32 %m)
  ret i32 %r
end:
  %old = atomicrmw xchg ptr %lock, i32 1 seq_cst
  ret i32 %old
}
; Gives each caller another number.
define i32 @numbers(ptr %next, i32 %n) {
  %z = icmp eq i32 %n, 0
  br i1 %z, label %end, label %more
more:
  %m = sub i32 %n, 1
  %r = call i32 @numbers(ptr %next, i32 %m)
  ret i32 %r
end:
  %old = atomicrmw add ptr %next, i32 1 seq_cst
  ret i32 %old
}

define ptx_kernel void @may_wait(ptr %p) {
  %f = load ptr, ptr addrspace(1) @table
  %r = call i32 %f(i32 3)
  store i32 %r, ptr %p
  ret void
}
define ptx_kernel void @by_others(ptr %p) {
  %r = call i32 @through(i32 3)
  store i32 %r, ptr %p
  ret void
}
define ptx_kernel void @another_type(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %f = load ptr, ptr getelementptr (i8, ptr addrspacecast (ptr addrspace(1) @table to ptr), i64 16)
  %r = call i32 %f(i32 3, i32 %t)
  store i32 %r, ptr %p
  ret void
}
define ptx_kernel void @recursive(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r = call i32 @sums(i32 %t)
  store i32 %r, ptr %p
  ret void
}
define ptx_kernel void @locks(ptr %p) {
  %r = call i32 @spins(ptr %p, i32 3)
  ret void
}
define ptx_kernel void @tries(ptr %p) {
  br label %again
again:
  %r = call i32 @asks(ptr %p, i32 3)
  %taken = icmp ne i32 %r, 0
  br i1 %taken, label %again, label %end
end:
  store i32 0, ptr %p
  ret void
}
define ptx_kernel void @takes_work(ptr %p, i32 %n) {
  br label %again
again:
  %r = call i32 @numbers(ptr %p, i32 3)
  %more = icmp slt i32 %r, %n
  br i1 %more, label %again, label %end
end:
  ret void
}
