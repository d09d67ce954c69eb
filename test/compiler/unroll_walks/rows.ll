; RUN: %opt --cpu=haswell --passes=up-to-unroll-walks %s | %check
; RUN: %opt --cpu=haswell --passes=up-to-choose-strategies %s | %check --check-prefix=PACKET
; RUN: %opt --passes=up-to-choose-strategies %s | %check --check-prefix=LINES
; Threads that go along rows of their own, all equally far, load a line's elements at once, store a line's likewise, and the rest one by one.
; Not where lanes are side by side, where they share the row, where what is read may have been written, where they leave at
; different times, or in steps of two elements.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @row.body(
; CHECK: %way = phi i64 [ 0, %{{.*}} ], [ %[[NEXT:.*]], %{{.*}} ]
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

; What is read in several rounds before anything is written must not have been written in between: asked once, in front of the loop.
; CHECK-LABEL: define internal void @written.body(
; CHECK: %[[AHEAD:.*]] = sub i64 %{{.*}}, %{{.*}}
; CHECK: %[[LESS:.*]] = add i64 %[[AHEAD]], -1
; CHECK: %[[APART:.*]] = icmp uge i64 %[[LESS]], 63
; CHECK: %[[QUESTION:.*]] = and i1 true, %[[APART]]
; CHECK: br i1 %[[QUESTION]], label %apart.begin, label %loop, !riffle.one.way
; CHECK-LABEL: loop.apart:
; CHECK-COUNT-16: load float
; CHECK-NOT: load float
; CHECK-COUNT-16: store float
; CHECK: add i64 %way{{.*}}, 64
; PACKET-LABEL: define internal void @written.run(
; PACKET-COUNT-64: store <4 x float>
; With AVX-512 each line is written at once.
; LINES-LABEL: define internal void @written.run(
; LINES: load <4 x float>
; LINES-COUNT-16: store <16 x float>
define ptx_kernel void @written(ptr %a, ptr %y, i64 %n) {
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
  %p = getelementptr float, ptr %y, i64 %index
  store float %more, ptr %p
  %next = add nuw nsw i64 %k, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; What is read behind the store in the same round must not be what it has written, either.
; CHECK-LABEL: define internal void @read_back.body(
; CHECK: %[[AHEAD:.*]] = sub i64 %{{.*}}, %{{.*}}
; CHECK: %[[MORE:.*]] = add i64 %[[AHEAD]], 3
; CHECK: icmp uge i64 %[[MORE]], 67
; CHECK-LABEL: loop.apart:
define ptx_kernel void @read_back(ptr %a, ptr %y, i64 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %begin = mul nsw i64 %i, %n
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %index = add nsw i64 %begin, %k
  %p = getelementptr float, ptr %y, i64 %index
  store float %sum, ptr %p
  %e = getelementptr float, ptr %a, i64 %index
  %v = load float, ptr %e
  %more = fadd float %sum, %v
  %next = add nuw nsw i64 %k, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; In place, and what is known not to overlap: nothing to ask.
; CHECK-LABEL: define internal void @in_place.body(
; CHECK-NOT: riffle.one.way
; CHECK-COUNT-16: load float
; CHECK-NOT: load float
; CHECK-COUNT-16: store float
; CHECK: add i64 %way{{.*}}, 64
define ptx_kernel void @in_place(ptr %a, i64 %n) {
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
  store float %more, ptr %e
  %next = add nuw nsw i64 %k, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; Read at places that do not go up: any of them may have been written.
; CHECK-LABEL: define internal void @turned.body(
; CHECK-COUNT-1: load float
; CHECK-NOT: load
; CHECK: }
define ptx_kernel void @turned(ptr %a, ptr %y, i64 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %begin = mul nsw i64 %i, %n
  %end = add nsw i64 %begin, %n
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %index = sub nsw i64 %end, %k
  %e = getelementptr float, ptr %a, i64 %index
  %v = load float, ptr %e
  %more = fadd float %sum, %v
  %to = add nsw i64 %begin, %k
  %p = getelementptr float, ptr %y, i64 %to
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

; From where an argument says. The rounds that are left over go on where the others stopped.
; CHECK-LABEL: define internal void @from_somewhere.body(
; CHECK: %[[START:.*]] = getelementptr i8, ptr %a, i64 %
; CHECK: %way = phi i64 [ 0, %{{.*}} ], [ %[[NEXT:.*]], %{{.*}} ]
; CHECK: %[[P:.*]] = getelementptr i8, ptr %[[START]], i64 %way
; CHECK-NEXT: load float, ptr %[[P]]
; CHECK: getelementptr i8, ptr %[[P]], i64 60
; CHECK: %[[NEXT]] = add i64 %way, 64
; CHECK: %[[LEFT:.*]] = phi i64 [ 0, %entry ], [ %way.unr, %
; CHECK: %way.epil = phi i64 [ %[[LEFT]], %
; CHECK: %[[Q:.*]] = getelementptr i8, ptr %[[START]], i64 %way.epil
; CHECK-NEXT: load float, ptr %[[Q]]
define ptx_kernel void @from_somewhere(ptr %a, ptr %y, i64 %first, i64 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %row = mul nsw i64 %i, %n
  br label %loop
loop:
  %k = phi i64 [ %first, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %index = add nsw i64 %row, %k
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
