; Kernels that need fibers, and such as do not.

;--- shuffle_becomes_fibers
; RUN: %opt --passes=up-to-choose-strategies %s | %check
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)

; CHECK-LABEL: define internal void @k.thread(ptr %0)
; WarpOp::kShuffleIndex is 1.
; CHECK: call i64 %{{.*}}(ptr %0, i32 1, i32 -1, i64 %{{.*}}, i32 3, i32 31, ptr null)
; CHECK-LABEL: define internal void @k.run(
; CHECK: call void %{{.*}}(ptr %launch, ptr %frame, ptr @k.thread)
define ptx_kernel void @k(ptr %p) {
  %v = load i32, ptr %p
  %a = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %v, i32 3, i32 31)
  store i32 %a, ptr %p
  ret void
}

;--- rescan_becomes_fibers
; RUN: %opt --passes=up-to-choose-strategies %s | %check
target triple = "nvptx64-nvidia-cuda"

; Two nested loops in one: %i starts anew until the places that other threads write hold something.
; CHECK-LABEL: define internal void @rescan.run(
; CHECK: call void %{{.*}}(ptr %launch, ptr %frame, ptr @rescan.thread)
define ptx_kernel void @rescan(ptr %p, i32 %n) {
entry:
  br label %scan
scan:
  %i = phi i32 [ 0, %entry ], [ %i.next, %again ]
  %missing = phi i32 [ 0, %entry ], [ %missing.next, %again ]
  %place = getelementptr i32, ptr %p, i32 %i
  %v = load volatile i32, ptr %place
  %none = icmp eq i32 %v, 0
  br i1 %none, label %note, label %step
note:
  br label %step
step:
  %seen = phi i32 [ %missing, %scan ], [ 1, %note ]
  %more = add i32 %i, 1
  %in = icmp slt i32 %more, %n
  br i1 %in, label %again, label %end
end:
  %complete = icmp eq i32 %seen, 0
  br i1 %complete, label %done, label %again
again:
  %i.next = phi i32 [ %more, %step ], [ 0, %end ]
  %missing.next = phi i32 [ %seen, %step ], [ 0, %end ]
  br label %scan
done:
  ret void
}

;--- probing_waits_for_nobody
; RUN: %opt --passes=up-to-choose-strategies %s | %check
target triple = "nvptx64-nvidia-cuda"

; A table's next place is tried in each turn: no thread waits for another.
; CHECK-NOT: @insert.thread
define ptx_kernel void @insert(ptr %table, i32 %key) {
entry:
  br label %probe
probe:
  %slot = phi i32 [ %key, %entry ], [ %next, %taken ]
  %place = getelementptr i32, ptr %table, i32 %slot
  %pair = cmpxchg ptr %place, i32 0, i32 %key monotonic monotonic
  %old = extractvalue { i32, i1 } %pair, 0
  %free = icmp eq i32 %old, 0
  br i1 %free, label %done, label %taken
taken:
  %after = add i32 %slot, 1
  %next = and i32 %after, 1023
  br label %probe
done:
  ret void
}

;--- waits_out_of_line
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

;--- warps_and_fibers_have_lines
; RUN: %opt --passes=up-to-choose-strategies %s | %check
; A kernel with debug information that is run as packets, or as fibers: each function has a subprogram of its own.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)

; CHECK-LABEL: define internal void @k.thread(
; CHECK-SAME: !dbg [[FIBER:![0-9]+]]
; CHECK-LABEL: define internal void @k.run(
; CHECK-SAME: !dbg [[RANGE:![0-9]+]]
; CHECK: shufflevector <32 x i32>
; CHECK-DAG: [[FIBER]] = distinct !DISubprogram(name: "k"
; CHECK-DAG: [[RANGE]] = distinct !DISubprogram(name: "k"
define ptx_kernel void @k(ptr %p) !dbg !4 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !6
  %a = getelementptr i32, ptr %p, i32 %t, !dbg !6
  %v = load i32, ptr %a, !dbg !6
  %s = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %v, i32 3, i32 31), !dbg !6
  store i32 %s, ptr %a, !dbg !6
  ret void, !dbg !6
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, isOptimized: true, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "k.cu", directory: "/")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !{null})
!6 = !DILocation(line: 2, scope: !4)
