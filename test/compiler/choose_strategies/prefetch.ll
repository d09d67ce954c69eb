; Lines that are asked for before they are loaded.

;--- prefetched_packets
; RUN: %opt --passes=up-to-choose-strategies %s | %check
; What packets load one after the other is asked for some packets before.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
@tile = internal addrspace(3) global [256 x float] poison

; CHECK-LABEL: define internal void @copy.run(
; CHECK: [[LATER:%.*]] = getelementptr i8, ptr [[A:%.*]], i64 1024
; CHECK: call void @llvm.prefetch.p0(ptr [[LATER]], i32 0, i32 3, i32 1)
; CHECK: [[NEXT:%.*]] = getelementptr i8, ptr [[LATER]], i64 64
; CHECK: call void @llvm.prefetch.p0(ptr [[NEXT]], i32 0, i32 3, i32 1)
; CHECK: load <32 x float>, ptr [[A]]
define ptx_kernel void @copy(ptr %p, ptr %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %first = mul nsw i32 %b, %d
  %i = add nsw i32 %first, %t
  %x = sext i32 %i to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load float, ptr %a
  %o = getelementptr float, ptr %q, i64 %x
  store float %v, ptr %o
  ret void
}

; Rows of a block lie apart: what follows one of them in memory comes much later.
; CHECK-LABEL: define internal void @rows.run(
; CHECK-NOT: call void @llvm.prefetch
; CHECK: {{^}}}
define ptx_kernel void @rows(ptr %p, ptr %q, i32 %pitch) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %first = mul nsw i32 %r, %pitch
  %i = add nsw i32 %first, %t
  %x = sext i32 %i to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load float, ptr %a
  %o = getelementptr float, ptr %q, i64 %x
  store float %v, ptr %o
  ret void
}

; Shared memory is in the cache; in a loop the next iteration's lines matter.
; CHECK-LABEL: define internal void @near.run(
; CHECK-NOT: call void @llvm.prefetch
; CHECK: {{^}}}
define ptx_kernel void @near(ptr %p, ptr %q, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %s = getelementptr float, ptr addrspace(3) @tile, i32 %t
  %first = load float, ptr addrspace(3) %s
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ %first, %entry ], [ %more, %loop ]
  %offset = mul nsw i32 %i, 32
  %at = add nsw i32 %offset, %t
  %x = sext i32 %at to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load float, ptr %a
  %more = fadd float %sum, %v
  %next = add nsw i32 %i, 1
  %goes.on = icmp slt i32 %next, %n
  br i1 %goes.on, label %loop, label %end
end:
  %o = getelementptr float, ptr %q, i32 %t
  store float %more, ptr %o
  ret void
}

; An array from its end: what comes next is lower.
; CHECK-LABEL: define internal void @from_end.run(
; CHECK: [[LOWER:%.*]] = getelementptr i8, ptr [[E:%.*]], i64 -1024
; CHECK: call void @llvm.prefetch.p0(ptr [[LOWER]], i32 0, i32 3, i32 1)
; CHECK: load <32 x float>, ptr [[E]]
define ptx_kernel void @from_end(ptr %p, ptr %q, i64 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %first = mul nsw i32 %b, %d
  %i = add nsw i32 %first, %t
  %x = sext i32 %i to i64
  %y = sub i64 %n, %x
  %a = getelementptr float, ptr %p, i64 %y
  %v = load float, ptr %a
  %o = getelementptr float, ptr %q, i64 %x
  store float %v, ptr %o
  ret void
}

;--- prefetched_strides
; RUN: %opt --passes=up-to-choose-strategies %s | %check
; A loop that keeps a sum and goes on by the grid's size: what it will load is asked for before.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()

; CHECK-LABEL: define internal void @sum.run(
; CHECK: [[AHEAD:%.*]] = mul i32 %step{{.*}}, 7
; CHECK: [[LATER:%.*]] = add i32 {{%.*}}, [[AHEAD]]
; CHECK: [[X:%.*]] = sext i32 [[LATER]] to i64
; CHECK: [[A:%.*]] = getelementptr float, ptr {{%.*}}, i64 [[X]]
; CHECK: call void @llvm.prefetch.p0(ptr {{.*}}, i32 0, i32 3, i32 1)
define ptx_kernel void @sum(ptr %p, ptr %q, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %g = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %first = mul i32 %b, %d
  %start = add i32 %first, %t
  %step = mul i32 %d, %g
  br label %loop
loop:
  %i = phi i32 [ %start, %entry ], [ %next, %loop ]
  %s = phi float [ 0.0, %entry ], [ %sum, %loop ]
  %x = sext i32 %i to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load float, ptr %a
  %sum = fadd float %s, %v
  %next = add nsw i32 %i, %step
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %y = sext i32 %start to i64
  %o = getelementptr float, ptr %q, i64 %y
  store float %sum, ptr %o
  ret void
}

; Steps that the program chose, and addresses that come from memory: as they are.
; CHECK-LABEL: define internal void @others.run(
; CHECK-NOT: call void @llvm.prefetch
; CHECK: {{^}}}
define ptx_kernel void @others(ptr %p, ptr %q, i32 %n, i32 %step) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ %t, %entry ], [ %next, %loop ]
  %s = phi float [ 0.0, %entry ], [ %sum, %loop ]
  %x = sext i32 %i to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load float, ptr %a
  %sum = fadd float %s, %v
  %next = add nsw i32 %i, %step
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %o = getelementptr float, ptr %q, i32 %t
  store float %sum, ptr %o
  ret void
}

;--- prefetched_next_block
; RUN: %opt --cpu=haswell --passes=up-to-choose-strategies %s | %check
; RUN: %opt --passes=up-to-choose-strategies %s | %check --check-prefix=FREE
; A block for each row, which its threads go along twice: the later loop asks for the next block's row, if the distance is a
; row's. Nothing is known of rows that threads go down, each in a column.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()

; CHECK-LABEL: define internal void @along.run(
; CHECK: [[NEXT:%.*]] = add i32 %block.x, 1
; CHECK: [[DISTANCE:%.*]] = sub i64
; CHECK: [[TAKEN:%.*]] = mul i64 {{%.*}}, 4
; CHECK: [[MORE:%.*]] = sub i64 [[DISTANCE]], [[TAKEN]]
; CHECK: [[MOST:%.*]] = sub i64 16384, [[TAKEN]]
; CHECK: [[ROW:%.*]] = icmp ule i64 [[MORE]], [[MOST]]
; CHECK: [[AHEAD:%.*]] = select i1 [[ROW]], i64 [[DISTANCE]], i64 0
; CHECK: [[LINE:%.*]] = getelementptr i8, ptr %a2{{.*}}, i64 [[AHEAD]]
; CHECK-NEXT: call void @llvm.prefetch.p0(ptr [[LINE]], i32 0, i32 3, i32 1)
; CHECK-NEXT: [[SECOND:%.*]] = getelementptr i8, ptr [[LINE]], i64 64
; CHECK-NEXT: call void @llvm.prefetch.p0(ptr [[SECOND]], i32 0, i32 3, i32 1)
; CHECK-NEXT: load <32 x float>, ptr %a2
; CHECK-NOT: call void @llvm.prefetch
; CHECK: define internal void @down.run(
; CHECK-NOT: call void @llvm.prefetch
; FREE-NOT: call void @llvm.prefetch
define ptx_kernel void @along(ptr %p, ptr %q, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %first = mul i32 %b, %n
  %wide = sext i32 %first to i64
  %row = getelementptr float, ptr %p, i64 %wide
  br label %loop
loop:
  %i = phi i32 [ %t, %entry ], [ %next, %loop ]
  %s = phi float [ 0.0, %entry ], [ %sum, %loop ]
  %x = sext i32 %i to i64
  %a = getelementptr float, ptr %row, i64 %x
  %v = load float, ptr %a
  %sum = fadd float %s, %v
  %next = add nsw i32 %i, %d
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %again
again:
  %j = phi i32 [ %t, %loop ], [ %later, %again ]
  %s2 = phi float [ %sum, %loop ], [ %sum2, %again ]
  %x2 = sext i32 %j to i64
  %a2 = getelementptr float, ptr %row, i64 %x2
  %v2 = load float, ptr %a2
  %product = fmul float %v2, %sum
  %sum2 = fadd float %s2, %product
  %later = add nsw i32 %j, %d
  %more2 = icmp slt i32 %later, %n
  br i1 %more2, label %again, label %end
end:
  %y = sext i32 %t to i64
  %o = getelementptr float, ptr %q, i64 %y
  store float %sum2, ptr %o
  ret void
}

define ptx_kernel void @down(ptr %p, ptr %q, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %first = mul i32 %b, %d
  %column = add i32 %first, %t
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi float [ 0.0, %entry ], [ %sum, %loop ]
  %down = mul i32 %i, %n
  %place = add i32 %down, %column
  %x = sext i32 %place to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load float, ptr %a
  %sum = fadd float %s, %v
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %y = sext i32 %column to i64
  %o = getelementptr float, ptr %q, i64 %y
  store float %sum, ptr %o
  ret void
}

;--- prefetched_between_barriers
; RUN: %opt --passes=up-to-choose-strategies --cpu=znver3 %s | %check
; RUN: %opt --passes=up-to-choose-strategies --cpu=haswell %s | %check --check-prefix=ASKS
; Processors that read far enough ahead of a walk are asked for its lines only where barriers interrupt it.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
@tile = internal addrspace(3) global [256 x float] poison

; CHECK-LABEL: define internal void @steady.run(
; CHECK-NOT: call void @llvm.prefetch
; CHECK: {{^}}}
; ASKS-LABEL: define internal void @steady.run(
; ASKS: call void @llvm.prefetch
; ASKS: {{^}}}
define ptx_kernel void @steady(ptr %p, ptr %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %first = mul nsw i32 %b, %d
  %i = add nsw i32 %first, %t
  %x = sext i32 %i to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load float, ptr %a
  %o = getelementptr float, ptr %q, i64 %x
  store float %v, ptr %o
  ret void
}

; CHECK-LABEL: define internal void @interrupted.run(
; CHECK: call void @llvm.prefetch
define ptx_kernel void @interrupted(ptr %p, ptr %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %first = mul nsw i32 %b, %d
  %i = add nsw i32 %first, %t
  %x = sext i32 %i to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load float, ptr %a
  %s = getelementptr float, ptr addrspace(3) @tile, i32 %t
  store float %v, ptr addrspace(3) %s
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %u = xor i32 %t, 7
  %r = getelementptr float, ptr addrspace(3) @tile, i32 %u
  %w = load float, ptr addrspace(3) %r
  %o = getelementptr float, ptr %q, i64 %x
  store float %w, ptr %o
  ret void
}
