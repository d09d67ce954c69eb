; Rows of blocks, in code for any shape and for one.

;--- rows_of_a_block
; RUN: %opt --passes=up-to-choose-strategies --strategy=loop %s | %check
; Who does not ask for thread.y and z has one loop over rows; loops of unknown length stay whole.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()

; CHECK-LABEL: define internal void @along_x.run(
; CHECK: %rows = mul nuw nsw i32 %extent.y, %extent.z
; CHECK-NOT: thread.y:
; CHECK-NOT: thread.z:
; CHECK: thread.row:
; CHECK: icmp eq i32 %thread.row.next, %rows
; CHECK-NEXT: br i1 {{.*}}, label %thread.row.end, label %thread.row, !llvm.loop [[WHOLE:![0-9]+]]
define ptx_kernel void @along_x(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %t
  store i32 1, ptr %a
  ret void
}

; CHECK-LABEL: define internal void @along_both.run(
; CHECK-NOT: thread.row:
; CHECK: thread.z:
; CHECK: thread.y:
; CHECK: thread.x:
define ptx_kernel void @along_both(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %u = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %i = add i32 %t, %u
  %a = getelementptr i32, ptr %p, i32 %i
  store i32 1, ptr %a
  ret void
}

; CHECK: [[WHOLE]] = distinct !{[[WHOLE]], [[LEAVE:![0-9]+]]}
; CHECK-NEXT: [[LEAVE]] = !{!"llvm.loop.unroll.disable"}

;--- rows_of_threads
; RUN: %opt --passes=up-to-choose-strategies %s | %check
; Threads that each write a row of their own, from rows of their own and from what all share, run one by one: along the row memory is in
; order. Sums of floats along the row wait for each other, and what is written in columns is in order from thread to thread: packets.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @row.run(
; CHECK-NOT: {{<(16|32) x}}
; CHECK: {{^}}}
; CHECK-LABEL: define internal void @sum_of_row.run(
; CHECK: <32 x float>
; CHECK-LABEL: define internal void @column.run(
; CHECK: <32 x float>
define ptx_kernel void @row(ptr noalias %in, ptr noalias %factor, ptr noalias %out, i32 %width) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %begin = mul i32 %t, %width
  %f = load float, ptr %factor
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %place = add i32 %begin, %k
  %i = sext i32 %place to i64
  %a = getelementptr float, ptr %in, i64 %i
  %v = load float, ptr %a
  %scaled = fmul float %v, %f
  %o = getelementptr float, ptr %out, i64 %i
  store float %scaled, ptr %o
  %next = add nuw nsw i32 %k, 1
  %again = icmp slt i32 %next, %width
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

define ptx_kernel void @sum_of_row(ptr noalias %in, ptr noalias %out, i32 %width) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %begin = mul i32 %t, %width
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %place = add i32 %begin, %k
  %i = sext i32 %place to i64
  %a = getelementptr float, ptr %in, i64 %i
  %v = load float, ptr %a
  %more = fadd float %sum, %v
  %o = getelementptr float, ptr %out, i64 %i
  store float %more, ptr %o
  %next = add nuw nsw i32 %k, 1
  %again = icmp slt i32 %next, %width
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

define ptx_kernel void @column(ptr noalias %in, ptr noalias %out, i32 %height, i32 %pitch) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %row = mul i32 %k, %pitch
  %place = add i32 %row, %t
  %i = sext i32 %place to i64
  %a = getelementptr float, ptr %in, i64 %i
  %v = load float, ptr %a
  %scaled = fmul float %v, 2.0
  %o = getelementptr float, ptr %out, i64 %i
  store float %scaled, ptr %o
  %next = add nuw nsw i32 %k, 1
  %again = icmp slt i32 %next, %height
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

;--- narrow_rows
; RUN: %opt --passes=up-to-choose-strategies %s | %check
; RUN: sed s/8,8,1/4,4,1/ %s | %opt --passes=up-to-choose-strategies /dev/stdin | %check --check-prefix=FOUR
; RUN: sed s/8,8,1/2,8,1/ %s | %opt --passes=up-to-choose-strategies /dev/stdin | %check --check-prefix=TWO
; RUN: sed s/8,8,1/24,2,1/ %s | %opt --passes=up-to-choose-strategies /dev/stdin | %check
; RUN: sed s/8,8,1/48,2,1/ %s | %opt --passes=up-to-choose-strategies /dev/stdin | %check --check-prefix=SIXTEEN
; RUN: sed s/riffle-shape/other/ %s | %opt --passes=up-to-choose-strategies /dev/stdin | %check --check-prefix=ANY
; In code for one shape packets are as wide as the block's rows allow, down to four threads; code for any shape has no such
; form, but the one for rows of 16.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
@tile = internal addrspace(3) global [64 x i32] undef

; CHECK-LABEL: define internal void @tiles.run(
; CHECK: store <8 x i32>
; CHECK: load <8 x i32>
; FOUR-LABEL: define internal void @tiles.run(
; FOUR: store <4 x i32>
; FOUR: load <4 x i32>
; TWO-LABEL: define internal void @tiles.run(
; TWO-NOT: x i32>
; TWO: ret void
; SIXTEEN-LABEL: define internal void @tiles.run(
; SIXTEEN: store <16 x i32>
; SIXTEEN-NOT: <8 x i32>
; SIXTEEN: ret void
; ANY-LABEL: define internal void @tiles.run(
; ANY-NOT: <8 x i32>
; ANY: store <16 x i32>
; ANY-NOT: <8 x i32>
; ANY: ret void
define ptx_kernel void @tiles(ptr %p) #0 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %row = shl i32 %y, 5
  %i = add i32 %row, %x
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %i
  store i32 %x, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %j = xor i32 %i, 32
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %j
  %v = load i32, ptr addrspace(3) %b
  %c = getelementptr i32, ptr %p, i32 %i
  store i32 %v, ptr %c
  ret void
}

attributes #0 = { "riffle-shape"="8,8,1,row" }

;--- ends_of_rows
; RUN: %opt --passes=up-to-choose-strategies %s | %check
; RUN: sed s/12,12,1/64,4,1/ %s | %opt --passes=up-to-choose-strategies /dev/stdin | %check --check-prefix=WHOLE
; RUN: sed s/riffle-shape/other/ %s | %opt --passes=up-to-choose-strategies /dev/stdin | %check --check-prefix=WHOLE
; RUN: sed s/12,12,1/16,16,1/ %s | %opt --passes=up-to-choose-strategies /dev/stdin | %check --check-prefix=NARROW
; In code for one shape whose blocks are no whole packets, a row of blocks need not make whole ones either: the threads before
; and behind them run one by one, and only rows without a packet are blocks by themselves.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()

; CHECK-LABEL: define internal void @place.run(
; CHECK: [[FIRST:%.*]] = mul i32 %block.x, 12
; CHECK: [[TO_PACKET:%.*]] = sub i32 0, [[FIRST]]
; CHECK: %before = and i32 [[TO_PACKET]], 31
; CHECK: [[REST:%.*]] = call i32 @llvm.usub.sat.i32(i32 %threads, i32 %before)
; CHECK: %in.packets = and i32 [[REST]], -32
; CHECK: %behind = and i32 [[REST]], 31
; CHECK: icmp ne i32 %in.packets, 0
; CHECK: label %flat, label %not.flat
; CHECK-DAG: store <32 x i32>
; CHECK-DAG: select i1 {{.*}}, i32 %before, i32 %behind
; WHOLE-LABEL: define internal void @place.run(
; WHOLE: label %flat, label %not.flat
; WHOLE-NOT: %before
; WHOLE-NOT: ends:
; WHOLE: ret void
define ptx_kernel void @place(ptr %p) #0 {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %s = mul i32 %b, %n
  %i = add i32 %s, %t
  %x = sext i32 %i to i64
  %a = getelementptr i32, ptr %p, i64 %x
  store i32 %i, ptr %a
  ret void
}

; Blocks that are narrow packets stay so where they are left over.
; CHECK-LABEL: define internal void @rows.run(
; CHECK: %before = and
; NARROW-LABEL: define internal void @rows.run(
; NARROW-NOT: %before
; NARROW: store <16 x i32>
; NARROW-NOT: ends:
; NARROW: ret void
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
define ptx_kernel void @rows(ptr %p) #0 {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %s = mul i32 %b, %n
  %i = add i32 %s, %t
  %row = shl i32 %y, 10
  %j = add i32 %row, %i
  %x = sext i32 %j to i64
  %a = getelementptr i32, ptr %p, i64 %x
  store i32 %i, ptr %a
  ret void
}

attributes #0 = { "riffle-shape"="12,12,1" }

;--- blocks_of_a_row
; RUN: %opt --passes=up-to-choose-strategies %s | %check
; RUN: sed 's/^define ptx_kernel .*)/& "riffle-shape"="1,1,1"/' %s | %opt --passes=up-to-choose-strategies /dev/stdin | %check --check-prefix=ONE
; RUN: %opt --passes=up-to-emit-tables %s | %check --check-prefix=TABLE
; Blocks of a row are run as one where a kernel knows its place along x only as a whole; the first one of each
; packet is noted.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()

; In code for blocks of one thread the number of the block is the index.
; ONE-LABEL: define internal void @whole.run(
; ONE: br i1 {{.*}}, label %flat, label %not.flat
; ONE: store <32 x i32>
; The runtime is told of how many threads: it gives a thread no fewer blocks than that.
; TABLE: ptr @whole.run,{{[^}]*}}, i32 32 }
; TABLE-SAME: ptr @in_block.run,{{[^}]*}}, i32 0 }
; CHECK-LABEL: define internal void @whole.run(
; CHECK: %together = lshr i32 32,
; CHECK: br i1 {{.*}}, label %flat, label %not.flat
; CHECK-DAG: %flat.x = add i32 %first.x,
; CHECK-DAG: [[PLACE:%.*]] = sub i32 %flat.x, %first.x
; CHECK-DAG: store <32 x i32>
; CHECK-DAG: [[RUN:%.*]] = phi i32 [ %blocks, {{.*}} ], [ 1, {{.*}} ]
; CHECK-DAG: add i32 %block.x, [[RUN]]
define ptx_kernel void @whole(ptr %p) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %s = mul i32 %b, %n
  %i = add i32 %s, %t
  %x = sext i32 %i to i64
  %a = getelementptr i32, ptr %p, i64 %x
  store i32 %i, ptr %a
  ret void
}

; Where the kernel takes the extent for known, and in 64 bits: as long as that is so.
; CHECK-LABEL: define internal void @taken_for_16.run(
; CHECK: icmp eq i32 %extent.x, 16
; CHECK: icmp ule i64 {{.*}}, 2147483647
; CHECK: br i1 {{.*}}, label %flat, label %not.flat
define ptx_kernel void @taken_for_16(ptr %p) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %s = zext i32 %b to i64
  %m = shl nuw nsw i64 %s, 4
  %w = zext i32 %t to i64
  %x = add nuw nsw i64 %m, %w
  %a = getelementptr i32, ptr %p, i64 %x
  store i32 1, ptr %a
  ret void
}

; The place in the block is a value: blocks stay apart.
; CHECK-LABEL: define internal void @in_block.run(
; CHECK-NOT: %flat
; CHECK: ret void
define ptx_kernel void @in_block(ptr %p) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %s = mul i32 %b, %n
  %i = add i32 %s, %t
  %x = sext i32 %i to i64
  %a = getelementptr i32, ptr %p, i64 %x
  store i32 %t, ptr %a
  ret void
}

; So is the number of the block.
; CHECK-LABEL: define internal void @of_block.run(
; CHECK-NOT: %flat
; CHECK: ret void
define ptx_kernel void @of_block(ptr %p) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %s = mul i32 %b, %n
  %i = add i32 %s, %t
  %x = sext i32 %i to i64
  %a = getelementptr i32, ptr %p, i64 %x
  store i32 %b, ptr %a
  ret void
}

; Alone it is the index of blocks of one thread, of which as many as fill packets run as one; what they make of their extent
; they make of 1 there.
; CHECK-LABEL: define internal void @by_block.run(
; CHECK: icmp eq i32 %extent.x, 1
; CHECK: br i1 {{.*}}, label %flat, label %not.flat
; CHECK: add i32 %flat.x, 1
; CHECK: store <32 x i32>
; ONE-LABEL: define internal void @by_block.run(
; ONE: br i1 {{.*}}, label %flat, label %not.flat
; ONE: store <32 x i32>
define ptx_kernel void @by_block(ptr %p) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %v = add i32 %b, %n
  %x = sext i32 %b to i64
  %a = getelementptr i32, ptr %p, i64 %x
  store i32 %v, ptr %a
  ret void
}

; Not where threads know their place: in code for blocks of one, they do not.
; CHECK-LABEL: define internal void @first_thread.run(
; CHECK-NOT: %flat
; CHECK: ret void
; ONE-LABEL: define internal void @first_thread.run(
; ONE: br i1 {{.*}}, label %flat, label %not.flat
define ptx_kernel void @first_thread(ptr %p) {
entry:
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp eq i32 %t, 0
  br i1 %first, label %do, label %end
do:
  %x = sext i32 %b to i64
  %a = getelementptr i32, ptr %p, i64 %x
  store i32 %b, ptr %a
  br label %end
end:
  ret void
}

; Shared memory is a block's own.
; CHECK-LABEL: define internal void @shared.run(
; CHECK-NOT: %flat
; CHECK: ret void
; ONE-LABEL: define internal void @shared.run(
; ONE-NOT: %flat
; ONE: ret void
@tile = internal addrspace(3) global [4 x i32] undef
define ptx_kernel void @shared(ptr %p) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  store volatile i32 %b, ptr addrspace(3) @tile
  %v = load volatile i32, ptr addrspace(3) @tile
  %x = sext i32 %b to i64
  %a = getelementptr i32, ptr %p, i64 %x
  store i32 %v, ptr %a
  ret void
}
