; RUN: %opt --width=32 --passes=up-to-lower-runtime-calls,widen %s | %check
; A loop's index that starts at threadIdx.x and grows by multiples of the packet: what is above the lane's own bits is the
; same for all lanes, so that rows of 64 are addressed by a scalar.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @rows.body{{.*}}.packet(
; CHECK-NOT: <32 x ptr>
; CHECK: lshr i32 %{{.*}}, 6
; CHECK: store <32 x float>
; CHECK: and i32 %{{.*}}, -64
; CHECK: store <32 x float>
define ptx_kernel void @rows(ptr %p, ptr %q, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %column = zext nneg i32 %t to i64
  %place = getelementptr float, ptr %p, i64 %column
  br label %loop
loop:
  %i = phi i32 [ %t, %0 ], [ %next, %loop ]
  %k = phi i32 [ 0, %0 ], [ %k1, %loop ]
  %row = lshr i32 %i, 6
  %wide = zext nneg i32 %row to i64
  %a = getelementptr [64 x float], ptr %place, i64 %wide
  store float 1.0, ptr %a
  %begin = and i32 %i, -64
  %wide2 = zext i32 %begin to i64
  %b = getelementptr float, ptr %place, i64 %wide2
  store float 2.0, ptr %b
  %next = add nuw nsw i32 %i, 64
  %k1 = add i32 %k, 1
  %c = icmp ult i32 %k1, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}

; By steps of 16, or by 16 to a row, lanes of a packet are in different rows.
; CHECK-LABEL: define internal void @other_rows.body{{.*}}.packet(
; CHECK: lshr <32 x i32>
; CHECK: call void @llvm.masked.scatter
; CHECK: lshr <32 x i32>
; CHECK: call void @llvm.masked.scatter
define ptx_kernel void @other_rows(ptr %p, ptr %q, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ %t, %0 ], [ %next, %loop ]
  %j = phi i32 [ %t, %0 ], [ %next2, %loop ]
  %k = phi i32 [ 0, %0 ], [ %k1, %loop ]
  %row = lshr i32 %i, 6
  %wide = zext nneg i32 %row to i64
  %a = getelementptr [64 x float], ptr %p, i64 %wide
  store float 1.0, ptr %a
  %row2 = lshr i32 %j, 4
  %wide2 = zext nneg i32 %row2 to i64
  %b = getelementptr [64 x float], ptr %q, i64 %wide2
  store float 2.0, ptr %b
  %next = add nuw nsw i32 %i, 16
  %next2 = add nuw nsw i32 %j, 32
  %k1 = add i32 %k, 1
  %c = icmp ult i32 %k1, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}

; Lanes leave the loop at different times: behind it they are in different rows.
; CHECK-LABEL: define internal void @left_apart.body{{.*}}.packet(
; CHECK: lshr <32 x i32>
; CHECK: call void @llvm.masked.scatter
define ptx_kernel void @left_apart(ptr %p, ptr %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ %t, %0 ], [ %next, %loop ]
  %wide = zext nneg i32 %i to i64
  %a = getelementptr float, ptr %q, i64 %wide
  %v = load float, ptr %a
  %next = add nuw nsw i32 %i, 64
  %c = fcmp ogt float %v, 0.0
  br i1 %c, label %loop, label %end
end:
  %row = lshr i32 %i, 6
  %wide2 = zext nneg i32 %row to i64
  %b = getelementptr float, ptr %p, i64 %wide2
  store float 1.0, ptr %b
  ret void
}
