; RUN: %opt --cpu=haswell --passes=up-to-unroll-walks %s | %check
; RUN: %opt --cpu=haswell --passes=up-to-choose-strategies %s | %check --check-prefix=PACKET
; Threads that go along rows of their own, all equally far, load a line's elements at once, and the rest one by one.
; Not where lanes are side by side, where they share the row, where something is written in between, where they leave at
; different times, or in steps of two elements.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @row.body(
; CHECK: %way = phi i64 [ %[[NEXT:.*]], %{{.*}} ], [ 0, %{{.*}} ]
; CHECK-NEXT: %n
; CHECK: %[[P:.*]] = getelementptr i8, ptr %{{.*}}, i64 %way
; CHECK: load float, ptr %[[P]]
; CHECK: %[[SECOND:.*]] = getelementptr i8, ptr %[[P]], i64 4
; CHECK-NEXT: load float, ptr %[[SECOND]]
; CHECK: %[[LAST:.*]] = getelementptr i8, ptr %[[P]], i64 60
; CHECK-NEXT: load float, ptr %[[LAST]]
; CHECK-NOT: load
; CHECK: %[[NEXT]] = add i64 %way, 64
; PACKET-LABEL: define internal void @row.run(
; PACKET-NOT: gather
; PACKET-COUNT-64: load <4 x float>
; PACKET-NOT: load <4 x float>
; PACKET: call <16 x float> @llvm.masked.gather
define ptx_kernel void @row(ptr %a, ptr %y, i64 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %begin = mul nsw i64 %i, %n
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %index = add nsw i64 %begin, %k
  %e = getelementptr float, ptr %a, i64 %index
  %v = load float, ptr %e
  %more = fadd float %sum, %v
  %next = add nuw nsw i64 %k, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  %o = getelementptr float, ptr %y, i32 %t
  store float %more, ptr %o
  ret void
}

; CHECK-LABEL: define internal void @side_by_side.body(
; CHECK-COUNT-1: load float
; CHECK-NOT: load
; CHECK: }
define ptx_kernel void @side_by_side(ptr %a, ptr %y, i64 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %index = add nuw nsw i64 %i, %k
  %e = getelementptr float, ptr %a, i64 %index
  %v = load float, ptr %e
  %more = fadd float %sum, %v
  %next = add nuw nsw i64 %k, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  %o = getelementptr float, ptr %y, i32 %t
  store float %more, ptr %o
  ret void
}

; CHECK-LABEL: define internal void @written.body(
; CHECK-COUNT-1: load float
; CHECK-NOT: load
; CHECK: }
define ptx_kernel void @written(ptr %a, ptr %y, i64 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %begin = mul nsw i64 %i, %n
  %o = getelementptr float, ptr %y, i32 %t
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %index = add nsw i64 %begin, %k
  %e = getelementptr float, ptr %a, i64 %index
  %v = load float, ptr %e
  %more = fadd float %sum, %v
  %p = getelementptr float, ptr %o, i64 %k
  store float %more, ptr %p
  %next = add nuw nsw i64 %k, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: define internal void @own_ends.body(
; CHECK-COUNT-1: load float
; CHECK-NOT: load float
; CHECK: }
define ptx_kernel void @own_ends(ptr %a, ptr %ends, ptr %y) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %begin = mul nsw i64 %i, 1000
  %at = getelementptr i64, ptr %ends, i64 %i
  %n = load i64, ptr %at
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %index = add nsw i64 %begin, %k
  %e = getelementptr float, ptr %a, i64 %index
  %v = load float, ptr %e
  %more = fadd float %sum, %v
  %next = add nuw nsw i64 %k, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  %o = getelementptr float, ptr %y, i32 %t
  store float %more, ptr %o
  ret void
}

; CHECK-LABEL: define internal void @every_other.body(
; CHECK-COUNT-1: load float
; CHECK-NOT: load
; CHECK: }
define ptx_kernel void @every_other(ptr %a, ptr %y, i64 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %begin = mul nsw i64 %i, %n
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %index = add nsw i64 %begin, %k
  %e = getelementptr float, ptr %a, i64 %index
  %v = load float, ptr %e
  %more = fadd float %sum, %v
  %next = add nuw nsw i64 %k, 2
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  %o = getelementptr float, ptr %y, i32 %t
  store float %more, ptr %o
  ret void
}
