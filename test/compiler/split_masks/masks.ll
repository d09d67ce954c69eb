; Masks and words that are wider than a register.

;--- comparisons
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

;--- loops
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

;--- words
; RUN: %opt --cpu=haswell --passes=split-masks %s | %check
; Without registers of masks, one that goes round a loop becomes words for each register: and'ed where bits are selected, which a
; freeze keeps poison from, with the sign as the condition of blends. As a number a word is what it is.
declare void @llvm.masked.store.v32f32.p0(<32 x float>, ptr, <32 x i1>)

; CHECK-LABEL: define void @parting(
; CHECK: freeze <8 x i1>
; CHECK: loop:
; CHECK: [[A:%.*]] = phi <8 x i32>
; CHECK: [[B:%.*]] = phi <8 x i32>
; CHECK: [[C:%.*]] = phi <8 x i32>
; CHECK: [[D:%.*]] = phi <8 x i32>
; CHECK-NOT: <32 x i1>
; CHECK: [[INSIDE:%.*]] = fcmp ole <8 x float>
; CHECK: [[FROZEN:%.*]] = freeze <8 x i1> [[INSIDE]]
; CHECK: [[WORD:%.*]] = sext <8 x i1> [[FROZEN]] to <8 x i32>
; CHECK: and <8 x i32> [[A]], [[WORD]]
; CHECK: and <8 x i32> [[D]],
; CHECK: [[ON:%.*]] = icmp slt <8 x i32> [[A]], zeroinitializer
; CHECK: select <8 x i1> [[ON]], <8 x float>
; CHECK-NOT: <32 x i1>
; CHECK: or <8 x i32>
; CHECK: or <8 x i32>
; CHECK: [[ALL:%.*]] = or <8 x i32>
; CHECK: [[SIGNS:%.*]] = icmp slt <8 x i32> [[ALL]], zeroinitializer
; CHECK: [[BITS:%.*]] = bitcast <8 x i1> [[SIGNS]] to i8
; CHECK: [[ANY:%.*]] = icmp ne i8 [[BITS]], 0
; CHECK: [[MORE:%.*]] = select i1 [[ANY]], i1 %in.limit, i1 false
; CHECK: br i1 [[MORE]], label %loop, label %end
; CHECK: end:
; CHECK: icmp slt <8 x i32>
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

; CHECK-LABEL: define <32 x i32> @counts(
; CHECK: loop:
; CHECK-NOT: <32 x i1>
; CHECK: [[WHOLE:%.*]] = shufflevector <16 x i32>
; CHECK: sub <32 x i32> %count, [[WHOLE]]
define <32 x i32> @counts(<32 x float> %start) {
entry:
  br label %loop
loop:
  %mask = phi <32 x i1> [ splat (i1 true), %entry ], [ %next, %loop ]
  %count = phi <32 x i32> [ zeroinitializer, %entry ], [ %more, %loop ]
  %x = phi <32 x float> [ %start, %entry ], [ %y, %loop ]
  %y = fmul <32 x float> %x, %x
  %one = sext <32 x i1> %mask to <32 x i32>
  %more = sub <32 x i32> %count, %one
  %inside = fcmp ole <32 x float> %y, splat (float 4.0)
  %next = select <32 x i1> %mask, <32 x i1> %inside, <32 x i1> zeroinitializer
  %bits = bitcast <32 x i1> %next to i32
  %any = icmp ne i32 %bits, 0
  br i1 %any, label %loop, label %end
end:
  ret <32 x i32> %more
}

; Masks that only a round makes and blends with stay bits, which the code generator sees beside their comparisons; what all lanes
; share is spread over vectors.
; CHECK-LABEL: define void @one_round(
; CHECK-NOT: <8 x i32>
; CHECK: [[FIRST:%.*]] = insertelement <32 x i1> poison, i1 %up
; CHECK: [[SHARED:%.*]] = shufflevector <32 x i1> [[FIRST]]
; CHECK: xor <32 x i1> %more, [[SHARED]]
; CHECK-NOT: <8 x i32>
; CHECK: ret void
define void @one_round(ptr %p, i32 %n, i1 %up) {
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

; What is shared may have been asked for first: it goes behind what is not.
; CHECK-LABEL: define <32 x float> @shared_first(
; CHECK: loop:
; CHECK-NOT: <32 x i1>
; CHECK: [[INSIDE:%.*]] = fcmp ole <8 x float>
; CHECK: freeze <8 x i1> [[INSIDE]]
; CHECK: [[MORE:%.*]] = select i1 {{%.*}}, i1 %in.limit, i1 false
; CHECK: br i1 [[MORE]], label %loop, label %end
define <32 x float> @shared_first(<32 x i1> %on, <32 x float> %start, i32 %limit) {
entry:
  br label %loop
loop:
  %mask = phi <32 x i1> [ %on, %entry ], [ %next, %loop ]
  %x = phi <32 x float> [ %start, %entry ], [ %y, %loop ]
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %y = fmul <32 x float> %x, %x
  %k1 = add i32 %k, 1
  %in.limit = icmp ne i32 %k1, %limit
  %inside = fcmp ole <32 x float> %y, splat (float 4.0)
  %own = select i1 %in.limit, <32 x i1> %inside, <32 x i1> zeroinitializer
  %next = select <32 x i1> %mask, <32 x i1> %own, <32 x i1> zeroinitializer
  %bits = bitcast <32 x i1> %next to i32
  %any = icmp ne i32 %bits, 0
  br i1 %any, label %loop, label %end
end:
  ret <32 x float> %y
}

; What is loaded under such a mask is loaded for each register, by 32-bit indices where lanes have addresses of their own.
declare <32 x float> @llvm.masked.load.v32f32.p0(ptr, <32 x i1>, <32 x float>)
declare <32 x i32> @llvm.masked.load.v32i32.p0(ptr, <32 x i1>, <32 x i32>)
declare <32 x float> @llvm.masked.gather.v32f32.v32p0(<32 x ptr>, <32 x i1>, <32 x float>)
; CHECK-LABEL: define void @loading(
; CHECK: loop:
; CHECK: [[A:%.*]] = phi <8 x i32>
; CHECK-NOT: <32 x i1>
; CHECK: [[ON:%.*]] = icmp slt <8 x i32> [[A]], zeroinitializer
; CHECK: call <8 x i32> @llvm.masked.load.v8i32.p0(ptr align 4 {{%.*}}, <8 x i1> [[ON]], <8 x i32> poison)
; CHECK: [[SECOND:%.*]] = getelementptr i32, ptr %place, i64 8
; CHECK: call <8 x i32> @llvm.masked.load.v8i32.p0(ptr align 4 [[SECOND]],
; CHECK: [[INDEX:%.*]] = shufflevector <32 x i32> %column, <32 x i32> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
; CHECK: [[LONG:%.*]] = sext <8 x i32> [[INDEX]] to <8 x i64>
; CHECK: [[PLACES:%.*]] = getelementptr float, ptr %x, <8 x i64> [[LONG]]
; CHECK: call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> align 4 [[PLACES]], <8 x i1> {{%.*}}, <8 x float> poison)
; CHECK-NOT: <32 x i1>
; CHECK: br i1
define void @loading(ptr %columns, ptr %x, <32 x i1> %on, i32 %limit, ptr %out) {
entry:
  br label %loop
loop:
  %mask = phi <32 x i1> [ %on, %entry ], [ %next, %loop ]
  %sum = phi <32 x float> [ zeroinitializer, %entry ], [ %more, %loop ]
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %place = getelementptr i32, ptr %columns, i32 %k
  %column = call <32 x i32> @llvm.masked.load.v32i32.p0(ptr align 4 %place, <32 x i1> %mask, <32 x i32> poison)
  %wide = sext <32 x i32> %column to <32 x i64>
  %places = getelementptr float, ptr %x, <32 x i64> %wide
  %v = call <32 x float> @llvm.masked.gather.v32f32.v32p0(<32 x ptr> align 4 %places, <32 x i1> %mask, <32 x float> poison)
  %added = fadd <32 x float> %sum, %v
  %more = select <32 x i1> %mask, <32 x float> %added, <32 x float> %sum
  %k1 = add i32 %k, 32
  %small = fcmp ole <32 x float> %more, splat (float 4.0)
  %next = select <32 x i1> %mask, <32 x i1> %small, <32 x i1> zeroinitializer
  %bits = bitcast <32 x i1> %next to i32
  %any = icmp ne i32 %bits, 0
  br i1 %any, label %loop, label %end
end:
  store <32 x float> %more, ptr %out
  ret void
}

; Addresses that no common base leads to stay together, and the mask with them.
; CHECK-LABEL: define void @by_addresses(
; CHECK: phi <32 x i1>
; CHECK: call <32 x float> @llvm.masked.gather.v32f32.v32p0(
define void @by_addresses(<32 x ptr> %places, <32 x i1> %on, ptr %out) {
entry:
  br label %loop
loop:
  %mask = phi <32 x i1> [ %on, %entry ], [ %next, %loop ]
  %sum = phi <32 x float> [ zeroinitializer, %entry ], [ %more, %loop ]
  %v = call <32 x float> @llvm.masked.gather.v32f32.v32p0(<32 x ptr> align 4 %places, <32 x i1> %mask, <32 x float> poison)
  %added = fadd <32 x float> %sum, %v
  %more = select <32 x i1> %mask, <32 x float> %added, <32 x float> %sum
  %small = fcmp ole <32 x float> %more, splat (float 4.0)
  %next = select <32 x i1> %mask, <32 x i1> %small, <32 x i1> zeroinitializer
  %bits = bitcast <32 x i1> %next to i32
  %any = icmp ne i32 %bits, 0
  br i1 %any, label %loop, label %end
end:
  store <32 x float> %more, ptr %out
  ret void
}
