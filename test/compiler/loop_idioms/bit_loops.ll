; RUN: %opt --passes=up-to-loop-idioms %s | %check
; RUN: %opt --passes=up-to-loop-idioms --off=loop-idioms %s | %check --check-prefix=OFF
; Loops that take a number apart bit by bit become the instruction that processors have for it. Other loops stay as they are.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @population.body(
; CHECK-NOT: label %loop
; CHECK: call i32 @llvm.ctpop.i32(
; CHECK-NOT: label %loop
; CHECK-LABEL: define internal void @length.body(
; CHECK-NOT: label %loop
; CHECK: call i32 @llvm.ctlz.i32(
; CHECK-NOT: label %loop
; CHECK-LABEL: define internal void @digits.body(
; CHECK-NOT: call i32 @llvm.ct
; CHECK: label %loop
; OFF-NOT: call i32 @llvm.ct
define ptx_kernel void @population(ptr %p) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %t
  %number = load i32, ptr %a
  %none = icmp eq i32 %number, 0
  br i1 %none, label %exit, label %loop
loop:
  %x = phi i32 [ %number, %entry ], [ %rest, %loop ]
  %n = phi i32 [ 0, %entry ], [ %more, %loop ]
  %less = add i32 %x, -1
  %rest = and i32 %less, %x
  %more = add nuw nsw i32 %n, 1
  %end = icmp eq i32 %rest, 0
  br i1 %end, label %exit, label %loop
exit:
  %count = phi i32 [ 0, %entry ], [ %more, %loop ]
  store i32 %count, ptr %a
  ret void
}

define ptx_kernel void @length(ptr %p) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %t
  %number = load i32, ptr %a
  %none = icmp eq i32 %number, 0
  br i1 %none, label %exit, label %loop
loop:
  %x = phi i32 [ %number, %entry ], [ %rest, %loop ]
  %n = phi i32 [ 0, %entry ], [ %more, %loop ]
  %rest = lshr i32 %x, 1
  %more = add nuw nsw i32 %n, 1
  %end = icmp eq i32 %rest, 0
  br i1 %end, label %exit, label %loop
exit:
  %count = phi i32 [ 0, %entry ], [ %more, %loop ]
  store i32 %count, ptr %a
  ret void
}

define ptx_kernel void @digits(ptr %p) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %t
  %number = load i32, ptr %a
  br label %loop
loop:
  %x = phi i32 [ %number, %entry ], [ %rest, %loop ]
  %n = phi i32 [ 0, %entry ], [ %more, %loop ]
  %rest = udiv i32 %x, 10
  %more = add nuw nsw i32 %n, 1
  %end = icmp eq i32 %rest, 0
  br i1 %end, label %exit, label %loop
exit:
  store i32 %more, ptr %a
  ret void
}
