; RUN: %opt --passes=split-masks %s | %check
; A mask that goes round a loop becomes one for each register; what all lanes share leaves it. Other uses in the loop keep it
; whole, and behind the loop it is put together.
declare void @llvm.masked.store.v32f32.p0(<32 x float>, ptr, <32 x i1>)

; CHECK-LABEL: define void @parting(
; CHECK: loop:
; CHECK: [[A:%.*]] = phi <16 x i1>
; CHECK: [[B:%.*]] = phi <16 x i1>
; CHECK-NOT: <32 x i1>
; CHECK: fcmp ole <16 x float>
; CHECK: fcmp ole <16 x float>
; CHECK: select <16 x i1> [[A]], <16 x i1>
; CHECK: select <16 x i1> [[B]], <16 x i1>
; CHECK: select <16 x i1> [[A]], <16 x float>
; CHECK: select <16 x i1> [[B]], <16 x float>
; CHECK: [[BOTH:%.*]] = or <16 x i1>
; CHECK: [[BITS:%.*]] = bitcast <16 x i1> [[BOTH]] to i16
; CHECK: [[ANY:%.*]] = icmp ne i16 [[BITS]], 0
; CHECK: [[MORE:%.*]] = select i1 [[ANY]], i1 %in.limit, i1 false
; CHECK: br i1 [[MORE]], label %loop, label %end
; CHECK: end:
; CHECK: shufflevector <16 x i1>
; CHECK: call void @llvm.masked.store
define void @parting(ptr %p, <32 x i1> %on, <32 x float> %start, i32 %limit) {
entry:
  br label %loop
loop:
  %mask = phi <32 x i1> [ %on, %entry ], [ %next, %loop ]
  %x = phi <32 x float> [ %start, %entry ], [ %y, %loop ]
  %seen = phi <32 x float> [ poison, %entry ], [ %now, %loop ]
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %y = fmul <32 x float> %x, %x
  %inside = fcmp ole <32 x float> %y, splat (float 4.0)
  %still = select <32 x i1> %mask, <32 x i1> %inside, <32 x i1> zeroinitializer
  %now = select <32 x i1> %mask, <32 x float> %y, <32 x float> %seen
  %k1 = add i32 %k, 1
  %in.limit = icmp ne i32 %k1, %limit
  %wide = sext i1 %in.limit to i32
  %shared = bitcast i32 %wide to <32 x i1>
  %next = select <32 x i1> %still, <32 x i1> %shared, <32 x i1> zeroinitializer
  %bits = bitcast <32 x i1> %next to i32
  %any = icmp ne i32 %bits, 0
  br i1 %any, label %loop, label %end
end:
  call void @llvm.masked.store.v32f32.p0(<32 x float> %now, ptr align 64 %p, <32 x i1> %still)
  ret void
}

; CHECK-LABEL: define void @stores(
; CHECK: %mask = phi <32 x i1>
; CHECK-NOT: <16 x i1>
; CHECK: ret void
define void @stores(ptr %p, <32 x i1> %on, <32 x float> %start) {
entry:
  br label %loop
loop:
  %mask = phi <32 x i1> [ %on, %entry ], [ %next, %loop ]
  %x = phi <32 x float> [ %start, %entry ], [ %y, %loop ]
  %y = fmul <32 x float> %x, %x
  %inside = fcmp ole <32 x float> %y, splat (float 4.0)
  call void @llvm.masked.store.v32f32.p0(<32 x float> %y, ptr align 64 %p, <32 x i1> %mask)
  %next = select <32 x i1> %mask, <32 x i1> %inside, <32 x i1> zeroinitializer
  %bits = bitcast <32 x i1> %next to i32
  %any = icmp ne i32 %bits, 0
  br i1 %any, label %loop, label %end
end:
  ret void
}

; Registers of numbers of 64 bits have masks of eight lanes.
; CHECK-LABEL: define void @doubles(
; CHECK: %mask = phi <32 x i1>
; CHECK-NOT: <16 x i1>
; CHECK: ret void
define void @doubles(ptr %p, <32 x i1> %on, <32 x double> %start) {
entry:
  br label %loop
loop:
  %mask = phi <32 x i1> [ %on, %entry ], [ %next, %loop ]
  %x = phi <32 x double> [ %start, %entry ], [ %y, %loop ]
  %y = fmul <32 x double> %x, %x
  %inside = fcmp ole <32 x double> %y, splat (double 4.0)
  %next = select <32 x i1> %mask, <32 x i1> %inside, <32 x i1> zeroinitializer
  %bits = bitcast <32 x i1> %next to i32
  %any = icmp ne i32 %bits, 0
  br i1 %any, label %loop, label %end
end:
  ret void
}
