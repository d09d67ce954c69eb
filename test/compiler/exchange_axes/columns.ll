; RUN: %opt --cpu=haswell --passes=up-to-exchange-axes %s | %check
; RUN: %opt --cpu=haswell --passes=up-to-choose-strategies %s | %check --check-prefix=FORM
; RUN: %opt --cpu=haswell --passes=up-to-choose-strategies --remarks %s | %check --check-prefix=REMARK
; Threads that are neighbours in memory along y have a second form. Not where they are along x, where as many accesses are along the
; one as along the other, where lines are apart along neither, where blocks' columns cannot be joined, or where blocks may wait.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()

define internal i64 @along_x() alwaysinline {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %e = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %s = mul i32 %b, %e
  %i = add i32 %s, %t
  %l = sext i32 %i to i64
  ret i64 %l
}

define internal i64 @along_y() alwaysinline {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %e = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %s = mul i32 %b, %e
  %i = add i32 %s, %t
  %l = sext i32 %i to i64
  ret i64 %l
}

define internal i64 @place(i64 %row, i64 %column, i64 %n) alwaysinline {
  %start = mul i64 %row, %n
  %at = add i64 %start, %column
  ret i64 %at
}

; CHECK-LABEL: define internal void @columns.body(
; CHECK-SAME: i32 range(i32 0, 2147483647) %block.x, i32 range(i32 0, 65535) %block.y
; CHECK: mul {{.*}}i32 {{(%block.x, %extent.x|%extent.x, %block.x)}}
; FORM-LABEL: define internal void @columns.along.x(
; FORM: masked.gather
; REMARK: kernel 'columns': packets of {{.*}}; threads and blocks follow each other along y
; REMARK-NOT: gather
; REMARK-NOT: along y
; REMARK-NOT: in tiles
; REMARK: kernel 'pairs': packets of
; REMARK-NOT: along y
; REMARK: kernel 'rows': packets of
; REMARK-NOT: along y
; REMARK: kernel 'transposed': packets of {{.*}}; the grid's blocks follow each other in tiles
define ptx_kernel void @columns(ptr noalias %a, ptr noalias %b, i64 %n) {
  %row = call i64 @along_x()
  %column = call i64 @along_y()
  %at = call i64 @place(i64 %row, i64 %column, i64 %n)
  %p = getelementptr float, ptr %a, i64 %at
  %v = load float, ptr %p
  %q = getelementptr float, ptr %b, i64 %at
  store float %v, ptr %q
  ret void
}

; FORM-LABEL: define internal void @rows.run(
; FORM-NOT: @rows.along
define ptx_kernel void @rows(ptr noalias %a, ptr noalias %b, i64 %n) {
  %row = call i64 @along_y()
  %column = call i64 @along_x()
  %at = call i64 @place(i64 %row, i64 %column, i64 %n)
  %p = getelementptr float, ptr %a, i64 %at
  %v = load float, ptr %p
  %q = getelementptr float, ptr %b, i64 %at
  store float %v, ptr %q
  ret void
}

; Both: blocks follow each other in tiles.
; FORM-LABEL: define internal void @transposed.run(
; FORM-NOT: @transposed.along
define ptx_kernel void @transposed(ptr noalias %a, ptr noalias %b, i64 %n) {
  %y = call i64 @along_y()
  %x = call i64 @along_x()
  %from = call i64 @place(i64 %y, i64 %x, i64 %n)
  %p = getelementptr float, ptr %a, i64 %from
  %v = load float, ptr %p
  %to = call i64 @place(i64 %x, i64 %y, i64 %n)
  %q = getelementptr float, ptr %b, i64 %to
  store float %v, ptr %q
  ret void
}

; A tile in shared memory is at hand in any order: rows in, rows out.
; FORM-LABEL: define internal void @by_tile.run(
; FORM-NOT: @by_tile.along
@tile = internal addrspace(3) global [32 x [33 x float]] undef
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
define ptx_kernel void @by_tile(ptr noalias %a, ptr noalias %b, i64 %n) {
  %y = call i64 @along_y()
  %x = call i64 @along_x()
  %ty = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = call i64 @place(i64 %y, i64 %x, i64 %n)
  %p = getelementptr float, ptr %a, i64 %from
  %v = load float, ptr %p
  %in = getelementptr [32 x [33 x float]], ptr addrspace(3) @tile, i32 0, i32 %ty, i32 %tx
  store float %v, ptr addrspace(3) %in
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %out = getelementptr [32 x [33 x float]], ptr addrspace(3) @tile, i32 0, i32 %tx, i32 %ty
  %w = load float, ptr addrspace(3) %out
  %q = getelementptr float, ptr %b, i64 %from
  store float %w, ptr %q
  ret void
}

; Rows of two floats.
; FORM-LABEL: define internal void @pairs.run(
; FORM-NOT: @pairs.along
define ptx_kernel void @pairs(ptr noalias %a, ptr noalias %b) {
  %row = call i64 @along_x()
  %column = call i64 @along_y()
  %at = call i64 @place(i64 %row, i64 %column, i64 2)
  %p = getelementptr float, ptr %a, i64 %at
  %v = load float, ptr %p
  %q = getelementptr float, ptr %b, i64 %at
  store float %v, ptr %q
  ret void
}

; FORM-LABEL: define internal void @places_in_blocks.run(
; FORM-NOT: @places_in_blocks.along
define ptx_kernel void @places_in_blocks(ptr noalias %a, ptr noalias %b, i64 %n) {
  %row = call i64 @along_x()
  %column = call i64 @along_y()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %at = call i64 @place(i64 %row, i64 %column, i64 %n)
  %p = getelementptr float, ptr %a, i64 %at
  %v = load float, ptr %p
  %f = uitofp i32 %t to float
  %w = fadd float %v, %f
  %q = getelementptr float, ptr %b, i64 %at
  store float %w, ptr %q
  ret void
}

; FORM-LABEL: define internal void @waits.run(
; FORM-NOT: @waits.along
define ptx_kernel void @waits(ptr noalias %a, ptr noalias %b, ptr %flag, i64 %n) {
entry:
  %row = call i64 @along_x()
  %column = call i64 @along_y()
  %at = call i64 @place(i64 %row, i64 %column, i64 %n)
  br label %loop
loop:
  %seen = load volatile i32, ptr %flag
  %again = icmp eq i32 %seen, 0
  br i1 %again, label %loop, label %on
on:
  %p = getelementptr float, ptr %a, i64 %at
  %v = load float, ptr %p
  %q = getelementptr float, ptr %b, i64 %at
  store float %v, ptr %q
  ret void
}

; FORM-LABEL: define internal void @columns.along.y(
; FORM: %extent.x = load i32, ptr %[[EXTENT:.*]], align 4, !range [[EXTENTS:.*]], !noundef
; FORM-NOT: masked.gather
; FORM: load <16 x float>
; FORM-LABEL: define internal void @columns.run(
; FORM: %[[LONG:.*]] = icmp uge i64 %{{.*}}, 64
; FORM: br i1 %[[LONG]], label %along.y, label %along.x
