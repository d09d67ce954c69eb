; Code for one shape.

;--- extents_are_constants
; RUN: %opt --passes=up-to-fix-shape %s | %check
; RUN: sed s/riffle-shape/other/ %s | %opt --passes=up-to-fix-shape /dev/stdin | %check --check-prefix=ANY
; RUN: sed s/8,4,1/32,1,1/ %s | %opt --passes=up-to-choose-strategies /dev/stdin | %check --check-prefix=FORM
; Extents, and whatever is one of one, become constants; a loop that they bound is taken apart, a chain of arithmetic
; whose length was known before is not. Of a module for all shapes nothing changes.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.z()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.y()

; CHECK-LABEL: define internal void @place.body(
; CHECK-SAME: i32 range(i32 0, 8) %thread.x
; CHECK: [[START:%.*]] = mul i32 %block.x, 8
; CHECK: [[PLACE:%.*]] = add i32 [[START]], %thread.x
; CHECK: add i32 [[PLACE]], 5
; ANY-LABEL: define internal void @place.body(
; ANY: mul i32 %block.x, %extent.x
; The block's loops have constant bounds, the range has no other form.
; FORM-LABEL: define internal void @place.run(
; FORM-NOT: %extent
; FORM: br i1 {{.*}}, label %flat, label %not.flat
; FORM-NOT: %extent
; FORM-LABEL: define internal void @halves.run(
; FORM: br i1 true, label %packets
define ptx_kernel void @place(ptr %p) #0 {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %by = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %gy = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.y()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %m = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %tz = call i32 @llvm.nvvm.read.ptx.sreg.tid.z()
  %s = mul i32 %b, %n
  %i = add i32 %s, %t
  %j = add i32 %m, %gy
  %k = add i32 %by, %tz
  %l = add i32 %j, %k
  %v = add i32 %i, %l
  %x = sext i32 %i to i64
  %a = getelementptr i32, ptr %p, i64 %x
  store i32 %v, ptr %a
  ret void
}

; CHECK-LABEL: define internal void @halves.body(
; CHECK-COUNT-3: atomicrmw add
; CHECK-NOT: atomicrmw
; CHECK: ret void
define ptx_kernel void @halves(ptr %p) #0 {
entry:
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %half = lshr i32 %n, 1
  br label %loop
loop:
  %s = phi i32 [ %half, %entry ], [ %next, %loop ]
  %old = atomicrmw add ptr %p, i32 %s monotonic
  %next = lshr i32 %s, 1
  %more = icmp ne i32 %next, 0
  br i1 %more, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: define internal void @four.body(
; CHECK: fmul
; CHECK-NOT: fmul
; CHECK: br i1 %{{.*}}, !llvm.loop
; CHECK: ret void
; CHECK-NOT: unroll.disable
; CHECK-NOT: riffle.known
define ptx_kernel void @four(ptr %p) #0 {
entry:
  %v = load float, ptr %p
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi float [ %v, %entry ], [ %y, %loop ]
  %y = fmul float %x, 3.0
  %next = add nuw nsw i32 %k, 1
  %more = icmp ne i32 %next, 4
  br i1 %more, label %loop, label %end
end:
  store float %y, ptr %p
  ret void
}

attributes #0 = { "riffle-shape"="8,4,1,row" }

;--- powers_of_two
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
