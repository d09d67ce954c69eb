; RUN: %opt --passes=split-masks %s | %check
; A mask that a round of a loop makes and blends with is one for each register. Where it is used as one number it is put
; together; if nothing is blended it stays one.
declare void @llvm.masked.store.v32i32.p0(<32 x i32>, ptr, <32 x i1>)

; CHECK-LABEL: define void @blends(
; CHECK: icmp sgt <16 x i32>
; CHECK: icmp sgt <16 x i32>
; CHECK: xor <16 x i1>
; CHECK: xor <16 x i1>
; CHECK-NOT: <32 x i1>
; CHECK: select <16 x i1>
; CHECK: select <16 x i1>
; CHECK-NOT: <32 x i1>
; CHECK: ret void
define void @blends(ptr %p, i32 %n, i1 %up) {
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %a = getelementptr i32, ptr %p, i32 %k
  %b = getelementptr i32, ptr %a, i32 4096
  %x = load <32 x i32>, ptr %a
  %y = load <32 x i32>, ptr %b
  %wide = sext i1 %up to i32
  %shared = bitcast i32 %wide to <32 x i1>
  %more = icmp sgt <32 x i32> %x, %y
  %wrong = xor <32 x i1> %more, %shared
  %low = select <32 x i1> %wrong, <32 x i32> %x, <32 x i32> %y
  store <32 x i32> %low, ptr %a
  %next = add i32 %k, 32
  %c = icmp slt i32 %next, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: define void @stores_too(
; CHECK: select <16 x i1>
; CHECK: select <16 x i1>
; CHECK: [[WHOLE:%.*]] = shufflevector <16 x i1> {{.*}} <32 x i32>
; CHECK: call void @llvm.masked.store{{.*}}<32 x i1> [[WHOLE]])
; CHECK: ret void
define void @stores_too(ptr %p, i32 %n) {
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %a = getelementptr i32, ptr %p, i32 %k
  %b = getelementptr i32, ptr %a, i32 4096
  %x = load <32 x i32>, ptr %a
  %y = load <32 x i32>, ptr %b
  %more = icmp sgt <32 x i32> %x, %y
  %low = select <32 x i1> %more, <32 x i32> %x, <32 x i32> %y
  store <32 x i32> %low, ptr %a
  call void @llvm.masked.store.v32i32.p0(<32 x i32> %x, ptr align 4 %b, <32 x i1> %more)
  %next = add i32 %k, 32
  %c = icmp slt i32 %next, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: define void @stores(
; CHECK-NOT: <16 x i1>
; CHECK: ret void
define void @stores(ptr %p, i32 %n) {
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %a = getelementptr i32, ptr %p, i32 %k
  %x = load <32 x i32>, ptr %a
  %more = icmp sgt <32 x i32> %x, zeroinitializer
  call void @llvm.masked.store.v32i32.p0(<32 x i32> %x, ptr align 4 %a, <32 x i1> %more)
  %next = add i32 %k, 32
  %c = icmp slt i32 %next, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}
