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
