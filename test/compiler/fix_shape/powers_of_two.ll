; RUN: %opt --passes=up-to-fix-shape %s | %check
; Remainders and quotients by extents that are powers of two are masks and shifts, of numbers that are not negative; others stay.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.y()

; CHECK-LABEL: define internal void @ring.body(
; CHECK-DAG: and i32 %next, 7
; CHECK-DAG: and i32 %before, 7
; CHECK-DAG: lshr i32 %n, 3
; CHECK-DAG: srem i32 %n, 8
; CHECK-DAG: urem i32 %next, 12
; CHECK: ret void
define ptx_kernel void @ring(ptr %p, i32 %n) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %h = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %next = add i32 %t, 1
  %after = urem i32 %next, %w
  %before = add i32 %t, 7
  %left = srem i32 %before, %w
  %row = udiv i32 %n, %w
  %any = srem i32 %n, %w
  %of.twelve = urem i32 %next, %h
  store i32 %after, ptr %p
  %p1 = getelementptr i32, ptr %p, i32 1
  store i32 %left, ptr %p1
  %p2 = getelementptr i32, ptr %p, i32 2
  store i32 %row, ptr %p2
  %p3 = getelementptr i32, ptr %p, i32 3
  store i32 %any, ptr %p3
  %p4 = getelementptr i32, ptr %p, i32 4
  store i32 %of.twelve, ptr %p4
  ret void
}

attributes #0 = { "riffle-shape"="8,12,1" }
