; How many threads are a packet.

;--- lane_by_lane_is_narrow
; RUN: %opt --passes=up-to-choose-strategies %s | %check
; Where most of the work is done lane by lane, wide packets are only more code.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()

; CHECK-LABEL: define internal void @sums.run(
; CHECK-NOT: load <32 x float>
; CHECK: load <16 x float>
; CHECK-NOT: load <32 x float>
; CHECK-LABEL: define internal void @arithmetic.run(
define ptx_kernel void @sums(ptr %p, ptr %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr float, ptr %p, i32 %t
  %v = load float, ptr %a
  %i = fptosi float %v to i32
  %b = getelementptr float, ptr %q, i32 %i
  %r = atomicrmw fadd ptr %b, float %v monotonic
  ret void
}

; CHECK: load <32 x float>
define ptx_kernel void @arithmetic(ptr %p, ptr %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr float, ptr %p, i32 %t
  %v = load float, ptr %a
  %1 = fmul float %v, %v
  %2 = fadd float %1, 1.0
  %3 = fmul float %2, %v
  %4 = fadd float %3, 2.0
  %5 = fmul float %4, %v
  %6 = fadd float %5, 3.0
  %7 = fmul float %6, %v
  store float %7, ptr %a
  %r = atomicrmw fadd ptr %q, float %7 monotonic
  ret void
}

; Of threads that go through the grid's elements only what they do for an element counts, not an atomic at the end.
; CHECK-LABEL: define internal void @sum_of_all.run(
; CHECK: load <64 x float>
define ptx_kernel void @sum_of_all(ptr %p, ptr %q, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %blocks = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %first = mul i32 %b, %threads
  %start = add i32 %first, %t
  %step = mul i32 %threads, %blocks
  %some = icmp slt i32 %start, %n
  br i1 %some, label %loop, label %end
loop:
  %i = phi i32 [ %start, %entry ], [ %next, %loop ]
  %s = phi float [ 0.0, %entry ], [ %more.s, %loop ]
  %wide = sext i32 %i to i64
  %a = getelementptr float, ptr %p, i64 %wide
  %v = load float, ptr %a
  %more.s = fadd float %s, %v
  %next = add i32 %i, %step
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %sum = phi float [ 0.0, %entry ], [ %more.s, %loop ]
  %r = atomicrmw fadd ptr %q, float %sum monotonic
  ret void
}

;--- bands
; RUN: %opt --cpu=icelake-server --passes=up-to-choose-strategies --remarks %s | %check
; RUN: %opt --cpu=icelake-server --passes=up-to-choose-strategies --off=grid-tiles %s | %check --check-prefix=OFF
; Threads that a kernel numbers through a matrix of rows of %n, and that read along a row and write along a column, run in bands: 16
; rows of one packet's columns, then the next columns. Not where all accesses are along rows.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()

; CHECK: kernel 'transposed'{{.*}}rows of threads run in bands
; CHECK-NOT: kernel 'along_rows'{{.*}}bands
; CHECK-LABEL: define internal void @transposed.run(
; CHECK: %[[THREADS:.*]] = mul i64 %{{.*}}, 16
; CHECK: %blocks.of.band = udiv i64 %[[THREADS]], %
; CHECK: band:
; CHECK: %columns = udiv i32 %{{.*}}, 16
; CHECK: column:
; CHECK: row.of.band:
; CHECK: icmp eq i32 %row.of.band.next, 16
; OFF-NOT: row.of.band
define ptx_kernel void @transposed(ptr %out, ptr %in, i32 %n) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %e = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = mul i32 %b, %e
  %i = add i32 %first, %t
  %row = sdiv i32 %i, %n
  %all = mul i32 %row, %n
  %column = sub i32 %i, %all
  %from = sext i32 %i to i64
  %at = getelementptr float, ptr %in, i64 %from
  %v = load float, ptr %at
  %begin = mul i32 %column, %n
  %sum = add i32 %begin, %row
  %to = sext i32 %sum to i64
  %there = getelementptr float, ptr %out, i64 %to
  store float %v, ptr %there
  ret void
}

; CHECK-LABEL: define internal void @along_rows.run(
; CHECK-NOT: row.of.band
define ptx_kernel void @along_rows(ptr %out, ptr %in, i32 %n) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %e = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = mul i32 %b, %e
  %i = add i32 %first, %t
  %row = udiv i32 %i, %n
  %from = zext i32 %i to i64
  %at = getelementptr float, ptr %in, i64 %from
  %v = load float, ptr %at
  %number = uitofp i32 %row to float
  %sum = fadd float %v, %number
  %there = getelementptr float, ptr %out, i64 %from
  store float %sum, ptr %there
  ret void
}

;--- chain_is_jammed
; RUN: %opt --cpu=haswell --passes=up-to-choose-strategies %s | %check
; RUN: %opt --cpu=znver4 --passes=up-to-choose-strategies %s | %check --check-prefix=MANY
; A loop of dependent arithmetic on one value: 128 threads at a time hide its latency, or 64 of a smaller block; 64 where
; 128 of one value would take all registers. Where
; threads leave the loop at different times, or carry more values than registers hold, packets stay narrow: 64 threads that
; leave at different times fit into 32 registers, 16 into 16. A loop around it may end when it will.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; MANY-LABEL: define internal void @chain.run(
; MANY: fmul <128 x float>
; MANY: fmul <64 x float>
; MANY: fmul <32 x float>
; MANY-LABEL: define internal void @leaves_early.run(
; MANY-NOT: <128 x float>
; MANY: fmul <64 x float>
; MANY: fmul <32 x float>
; MANY-LABEL: define internal void @two_values.run(
; CHECK-LABEL: define internal void @chain.run(
; CHECK-NOT: <128 x float>
; CHECK: fmul <64 x float>
; CHECK: fmul <32 x float>
; CHECK-LABEL: define internal void @leaves_early.run(
; CHECK-NOT: <32 x float>
; CHECK: fmul <16 x float>
; CHECK-LABEL: define internal void @two_values.run(
; CHECK-NOT: <64 x float>
; CHECK: fmul <32 x float>
; CHECK-LABEL: define internal void @in_strides.run(
; CHECK: fmul <64 x float>
define ptx_kernel void @chain(ptr %p) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr float, ptr %p, i32 %t
  %v = load float, ptr %a
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi float [ %v, %entry ], [ %y, %loop ]
  %y = fmul float %x, 3.0
  %next = add i32 %k, 1
  %more = icmp ult i32 %next, 50
  br i1 %more, label %loop, label %end
end:
  store float %y, ptr %a
  ret void
}
define ptx_kernel void @leaves_early(ptr %p) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr float, ptr %p, i32 %t
  %v = load float, ptr %a
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi float [ %v, %entry ], [ %y, %loop ]
  %y = fmul float %x, 3.0
  %next = add i32 %k, 1
  %more = icmp ult i32 %next, %t
  br i1 %more, label %loop, label %end
end:
  store float %y, ptr %a
  ret void
}
define ptx_kernel void @two_values(ptr %p) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr float, ptr %p, i32 %t
  %v = load float, ptr %a
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi float [ %v, %entry ], [ %y, %loop ]
  %z = phi float [ 1.0, %entry ], [ %w, %loop ]
  %y = fmul float %x, 3.0
  %w = fadd float %z, %x
  %next = add i32 %k, 1
  %more = icmp ult i32 %next, 50
  br i1 %more, label %loop, label %end
end:
  %s = fadd float %y, %w
  store float %s, ptr %a
  ret void
}
define ptx_kernel void @in_strides(ptr %p, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %outer
outer:
  %i = phi i32 [ %t, %entry ], [ %j, %end ]
  %a = getelementptr float, ptr %p, i32 %i
  %v = load float, ptr %a
  br label %loop
loop:
  %k = phi i32 [ 0, %outer ], [ %next, %loop ]
  %x = phi float [ %v, %outer ], [ %y, %loop ]
  %y = fmul float %x, 3.0
  %next = add i32 %k, 1
  %more = icmp ult i32 %next, 50
  br i1 %more, label %loop, label %end
end:
  store float %y, ptr %a
  %j = add i32 %i, 1000
  %again = icmp slt i32 %j, %n
  br i1 %again, label %outer, label %exit
exit:
  ret void
}
