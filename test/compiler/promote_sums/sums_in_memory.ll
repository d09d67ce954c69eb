; RUN: %opt --passes=up-to-promote-sums %s | %check
; RUN: %opt --cpu=haswell --passes=up-to-choose-strategies %s | %check --check-prefix=PACKET
; A loop that keeps its sum in memory asks whether that is apart from what it reads; where it is, the sum is in a register, and
; stored behind the loop. The whole packet goes one way. Not where what is read has no bounds, where other threads may wait
; for the sum, where nothing is read that moves, or for a few rounds.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare float @llvm.fma.f32(float, float, float)

; CHECK-LABEL: define internal void @row.body(
; CHECK: %[[END:.*]] = add i64 %{{.*}}, 4
; CHECK: icmp ule i64 %[[END]]
; CHECK: br i1 %{{.*}}, label %apart.begin, label %loop, {{.*}}!riffle.one.way
; CHECK: loop:
; CHECK: store float
; CHECK: apart.begin:
; CHECK-NEXT: %[[FIRST:.*]] = load float, ptr %at
; CHECK: loop.apart:
; CHECK: %[[SUM:.*]] = phi float [ %[[FIRST]], %apart.begin ], [ %[[MORE:.*]], %loop.apart ]
; CHECK-NOT: store
; CHECK: %[[MORE]] = call float @llvm.fma.f32(float %{{.*}}, float %{{.*}}, float %[[SUM]])
; CHECK: apart.end:
; CHECK-NEXT: store float %[[MORE]], ptr %at
; PACKET-LABEL: define internal void @row.run(
; PACKET: icmp ule <16 x i64>
; PACKET: %[[BITS:.*]] = bitcast <16 x i1> %{{.*}} to i16
; PACKET: %[[ALL:.*]] = icmp eq i16 %[[BITS]], -1
; PACKET: br i1 %[[ALL]]
; PACKET-COUNT-64: load <4 x float>
define ptx_kernel void @row(ptr %a, ptr %x, ptr %y, i64 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %begin = mul nsw i64 %i, %n
  %at = getelementptr float, ptr %y, i64 %i
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %index = add nsw i64 %begin, %k
  %e = getelementptr float, ptr %a, i64 %index
  %v = load float, ptr %e
  %f = getelementptr float, ptr %x, i64 %k
  %w = load float, ptr %f
  %sum = load float, ptr %at
  %more = call float @llvm.fma.f32(float %v, float %w, float %sum)
  store float %more, ptr %at
  %next = add nuw nsw i64 %k, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; Columns, by an index that is as narrow as the program says does not wrap: from the first to the last, whichever is first.
; CHECK-LABEL: define internal void @column.body(
; CHECK: call i64 @llvm.umax.i64
; CHECK: br i1 %{{.*}}, label %apart.begin, label %loop, {{.*}}!riffle.one.way
define ptx_kernel void @column(ptr %a, ptr %y, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %at = getelementptr float, ptr %y, i64 %i
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %row = mul nsw i32 %k, %n
  %index = add nsw i32 %row, %t
  %wide = sext i32 %index to i64
  %e = getelementptr float, ptr %a, i64 %wide
  %v = load float, ptr %e
  %sum = load float, ptr %at
  %more = fadd float %sum, %v
  store float %more, ptr %at
  %next = add nuw nsw i32 %k, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; Rounds that clang has made of two: what they read side by side is one range.
; CHECK-LABEL: define internal void @unrolled.body(
; CHECK-COUNT-2: icmp ule i64
; CHECK-NOT: icmp ule i64
; CHECK: br i1 %{{.*}}, label %apart.begin, label %loop, {{.*}}!riffle.one.way
; CHECK: loop.apart:
; CHECK-NOT: store
; CHECK: apart.end:
define ptx_kernel void @unrolled(ptr %a, ptr %y) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr float, ptr %y, i32 %t
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %e = getelementptr float, ptr %a, i64 %k
  %v = load float, ptr %e
  %sum = load float, ptr %at
  %more = fadd float %sum, %v
  store float %more, ptr %at
  %second = or disjoint i64 %k, 1
  %f = getelementptr float, ptr %a, i64 %second
  %w = load float, ptr %f
  %most = fadd float %more, %w
  store float %most, ptr %at
  %next = add nuw nsw i64 %k, 2
  %again = icmp slt i64 %next, 100
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: define internal void @wraps.body(
; CHECK-NOT: riffle.one.way
; CHECK: }
define ptx_kernel void @wraps(ptr %a, ptr %y, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %at = getelementptr float, ptr %y, i64 %i
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %row = mul i32 %k, %n
  %wide = sext i32 %row to i64
  %e = getelementptr float, ptr %a, i64 %wide
  %v = load float, ptr %e
  store float %v, ptr %at
  %next = add nuw nsw i32 %k, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: define internal void @anywhere.body(
; CHECK-NOT: riffle.one.way
; CHECK: }
define ptx_kernel void @anywhere(ptr %a, ptr %places, ptr %y, i64 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr float, ptr %y, i32 %t
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr i64, ptr %places, i64 %k
  %index = load i64, ptr %place
  %e = getelementptr float, ptr %a, i64 %index
  %v = load float, ptr %e
  %sum = load float, ptr %at
  %more = fadd float %sum, %v
  store float %more, ptr %at
  %next = add nuw nsw i64 %k, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: define internal void @watched.body(
; CHECK-NOT: riffle.one.way
; CHECK: }
define ptx_kernel void @watched(ptr %a, ptr %y, i64 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr float, ptr %y, i32 %t
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %e = getelementptr float, ptr %a, i64 %k
  %v = load float, ptr %e
  %sum = load float, ptr %at
  %more = fadd float %sum, %v
  store volatile float %more, ptr %at
  %next = add nuw nsw i64 %k, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: define internal void @short.body(
; CHECK-NOT: riffle.one.way
; CHECK: }
define ptx_kernel void @short(ptr %a, ptr %y) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr float, ptr %y, i32 %t
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %e = getelementptr float, ptr %a, i64 %k
  %v = load float, ptr %e
  %sum = load float, ptr %at
  %more = fadd float %sum, %v
  store float %more, ptr %at
  %next = add nuw nsw i64 %k, 1
  %again = icmp slt i64 %next, 6
  br i1 %again, label %loop, label %exit
exit:
  ret void
}
