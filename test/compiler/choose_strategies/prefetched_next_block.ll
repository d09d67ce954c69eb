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
