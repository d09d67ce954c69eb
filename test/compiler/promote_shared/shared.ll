; Shared memory in registers: elements and packets.

;--- elements
; RUN: %opt --cpu=skylake-avx512 --passes=promote-shared %s | %check
; RUN: %opt --cpu=znver3 --passes=promote-shared %s | %check --check-prefix=NARROW
; Shared memory that is accessed at known places under known masks, or by known indices, is in registers, too, where registers are wide.
; Not in a loop of the block's, where a mask is not known, or where a load would take elements of more than four stores.
declare <4 x float> @llvm.masked.load.v4f32.p0(ptr, <4 x i1>, <4 x float>)
declare void @llvm.masked.store.v4f32.p0(<4 x float>, ptr, <4 x i1>)
declare <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr>, <4 x i1>, <4 x float>)

; Every other lane adds its neighbour, then every fourth. What was never written is 0.
; CHECK-LABEL: define void @tree.run(
; CHECK: [[A:%.*]] = load <4 x float>, ptr %in
; CHECK: [[RIGHT:%.*]] = shufflevector <4 x float> [[A]], <4 x float> poison, <4 x i32> <i32 1, i32 poison, i32 3, i32 poison>
; CHECK: [[SUM:%.*]] = fadd <4 x float> [[RIGHT]],
; CHECK: [[UPPER:%.*]] = shufflevector <4 x float> [[SUM]], <4 x float> poison, <4 x i32> <i32 2, i32 poison,
; CHECK: [[ALL:%.*]] = fadd <4 x float> [[UPPER]],
; CHECK: [[ONE:%.*]] = extractelement <4 x float> [[ALL]], i64 0
; CHECK: [[TWO:%.*]] = fadd float [[ONE]], 0.000000e+00
; CHECK: store float [[TWO]], ptr %out
; CHECK-NOT: %shared
; CHECK: ret void
; NARROW-LABEL: define void @tree.run(
; NARROW: call void @llvm.masked.store
define void @tree.run(ptr %launch, ptr %frame, i64 %first, i64 %end, ptr %input, ptr %output) "riffle-shape"="8,1,1" {
entry:
  %shared = load ptr, ptr %frame
  br label %block
block:
  %b = phi i64 [ %first, %entry ], [ %next, %block ]
  %in = getelementptr [4 x float], ptr %input, i64 %b
  %a = load <4 x float>, ptr %in
  store <4 x float> %a, ptr %shared
  %p1 = getelementptr i8, ptr %shared, i64 4
  %right = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %p1, <4 x i1> <i1 1, i1 0, i1 1, i1 0>, <4 x float> poison)
  %left = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %shared, <4 x i1> <i1 1, i1 0, i1 1, i1 0>, <4 x float> poison)
  %sum = fadd <4 x float> %right, %left
  call void @llvm.masked.store.v4f32.p0(<4 x float> %sum, ptr %shared, <4 x i1> <i1 1, i1 0, i1 1, i1 0>)
  %p2 = getelementptr i8, ptr %shared, i64 8
  %upper = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %p2, <4 x i1> <i1 1, i1 0, i1 0, i1 0>, <4 x float> poison)
  %lower = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %shared, <4 x i1> <i1 1, i1 0, i1 0, i1 0>, <4 x float> poison)
  %all = fadd <4 x float> %upper, %lower
  call void @llvm.masked.store.v4f32.p0(<4 x float> %all, ptr %shared, <4 x i1> <i1 1, i1 0, i1 0, i1 0>)
  %one = load float, ptr %shared
  %p16 = getelementptr i8, ptr %shared, i64 64
  %zero = load float, ptr %p16
  %two = fadd float %one, %zero
  %out = getelementptr float, ptr %output, i64 %b
  store float %two, ptr %out
  %next = add i64 %b, 1
  %ends = icmp eq i64 %next, %end
  br i1 %ends, label %exit, label %block
exit:
  ret void
}

; Elements of two stores, in any order; lanes that are off keep what they are given.
; CHECK-LABEL: define void @gathered.run(
; CHECK: [[A:%.*]] = load <4 x float>, ptr %input
; CHECK: [[B:%.*]] = load <4 x float>, ptr %later
; CHECK: [[BOTH:%.*]] = shufflevector <4 x float> [[A]], <4 x float> [[B]], <4 x i32> <i32 0, i32 2, i32 4, i32 poison>
; CHECK: [[KEPT:%.*]] = insertelement <4 x float> [[BOTH]], float 1.000000e+00, i64 3
; CHECK: store <4 x float> [[KEPT]], ptr %output
; CHECK-NOT: %shared
; CHECK: ret void
define void @gathered.run(ptr %launch, ptr %frame, i64 %first, i64 %end, ptr %input, ptr %output) "riffle-shape"="8,1,1" {
  %shared = load ptr, ptr %frame
  %half = getelementptr i8, ptr %shared, i64 16
  %later = getelementptr i8, ptr %input, i64 16
  %a = load <4 x float>, ptr %input
  store <4 x float> %a, ptr %shared
  %b = load <4 x float>, ptr %later
  store <4 x float> %b, ptr %half
  %places = getelementptr float, ptr %shared, <4 x i64> <i64 0, i64 2, i64 4, i64 6>
  %v = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %places, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 1.0))
  store <4 x float> %v, ptr %output
  ret void
}

; CHECK-LABEL: define void @mask.run(
; CHECK: call void @llvm.masked.store
define void @mask.run(ptr %launch, ptr %frame, i64 %first, i64 %end, <4 x i1> %mask, ptr %input, ptr %output) "riffle-shape"="8,1,1" {
  %shared = load ptr, ptr %frame
  %a = load <4 x float>, ptr %input
  call void @llvm.masked.store.v4f32.p0(<4 x float> %a, ptr %shared, <4 x i1> %mask)
  %v = load <4 x float>, ptr %shared
  store <4 x float> %v, ptr %output
  ret void
}

; What one round of the block's own loop stores the next one reads.
; CHECK-LABEL: define void @rounds.run(
; CHECK: call void @llvm.masked.store
define void @rounds.run(ptr %launch, ptr %frame, i64 %first, i64 %end, ptr %input, ptr %output) "riffle-shape"="8,1,1" {
entry:
  %shared = load ptr, ptr %frame
  br label %block
block:
  %b = phi i64 [ %first, %entry ], [ %next, %after ]
  br label %round
round:
  %k = phi i64 [ 0, %block ], [ %more, %round ]
  %before = load <4 x float>, ptr %shared
  %in = getelementptr [4 x float], ptr %input, i64 %k
  %a = load <4 x float>, ptr %in
  %sum = fadd <4 x float> %a, %before
  call void @llvm.masked.store.v4f32.p0(<4 x float> %sum, ptr %shared, <4 x i1> <i1 1, i1 0, i1 1, i1 0>)
  %more = add i64 %k, 1
  %done = icmp eq i64 %more, %end
  br i1 %done, label %after, label %round
after:
  %out = getelementptr [4 x float], ptr %output, i64 %b
  store <4 x float> %before, ptr %out
  %next = add i64 %b, 1
  %ends = icmp eq i64 %next, %end
  br i1 %ends, label %exit, label %block
exit:
  ret void
}

; CHECK-LABEL: define void @five.run(
; CHECK-COUNT-5: store float
; CHECK: call <4 x float> @llvm.masked.gather
define void @five.run(ptr %launch, ptr %frame, i64 %first, i64 %end, float %a, float %b, float %c, float %d, float %e, ptr %output) "riffle-shape"="8,1,1" {
  %shared = load ptr, ptr %frame
  store float %a, ptr %shared
  %p1 = getelementptr i8, ptr %shared, i64 4
  store float %b, ptr %p1
  %p2 = getelementptr i8, ptr %shared, i64 8
  store float %c, ptr %p2
  %p3 = getelementptr i8, ptr %shared, i64 12
  store float %d, ptr %p3
  %p4 = getelementptr i8, ptr %shared, i64 16
  store float %e, ptr %p4
  %places = getelementptr float, ptr %shared, <4 x i64> <i64 0, i64 1, i64 2, i64 3>
  %v = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %places, <4 x i1> splat (i1 true), <4 x float> poison)
  store <4 x float> %v, ptr %output
  %w = load <5 x float>, ptr %shared
  %out = getelementptr i8, ptr %output, i64 16
  store <5 x float> %w, ptr %out
  ret void
}

;--- packets
; RUN: %opt --cpu=skylake-avx512 --passes=promote-shared %s | %check
; RUN: %opt --cpu=znver3 --passes=promote-shared %s | %check --check-prefix=NARROW
; Packets come one after the other where their numbers decide which elements of shared memory they access, so that these are in registers.
; Not where something else decides, or where registers are too narrow.
declare <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr>, <4 x i1>, <4 x float>)
declare void @llvm.masked.scatter.v4f32.v4p0(<4 x float>, <4 x ptr>, <4 x i1>)

; A step of a tree with a stride of two: of four packets two have lanes that are on, and what is read
; afterwards needs three. A lane that is off may have no place.
; CHECK-LABEL: define void @strided.run(
; CHECK-COUNT-3: load <4 x float>
; CHECK-NOT: gather
; CHECK-NOT: scatter
; CHECK: [[RIGHT:%.*]] = shufflevector <4 x float> %a, <4 x float> %a.1, <4 x i32> <i32 1, i32 poison, i32 5, i32 poison>
; CHECK: fadd <4 x float> {{.*}}, [[RIGHT]]
; CHECK-NOT: gather
; CHECK-NOT: scatter
; CHECK: ret void
; NARROW-LABEL: define void @strided.run(
; NARROW: masked.scatter
define void @strided.run(ptr %launch, ptr %frame, i64 %first, i64 %end, ptr %input, ptr %output) "riffle-shape"="16,1,1" {
entry:
  %shared = load ptr, ptr %frame
  br label %block
block:
  %b = phi i64 [ %first, %entry ], [ %more, %after ]
  %in = getelementptr [16 x float], ptr %input, i64 %b
  br label %fill
fill:
  %f = phi i32 [ 0, %block ], [ %f.next, %fill ]
  %f.x = shl nuw nsw i32 %f, 2
  %f.place = zext nneg i32 %f.x to i64
  %f.in = getelementptr float, ptr %in, i64 %f.place
  %f.shared = getelementptr float, ptr %shared, i64 %f.place
  %a = load <4 x float>, ptr %f.in
  store <4 x float> %a, ptr %f.shared
  %f.next = add nuw nsw i32 %f, 1
  %f.done = icmp eq i32 %f.next, 4
  br i1 %f.done, label %step, label %fill
step:
  %p = phi i32 [ 0, %fill ], [ %p.next, %stepped ]
  %p.x = shl nuw nsw i32 %p, 2
  %p.one = insertelement <4 x i32> poison, i32 %p.x, i64 0
  %p.all = shufflevector <4 x i32> %p.one, <4 x i32> poison, <4 x i32> zeroinitializer
  %x = or disjoint <4 x i32> %p.all, <i32 0, i32 1, i32 2, i32 3>
  %place = shl nuw nsw <4 x i32> %x, splat (i32 1)
  %on = icmp ult <4 x i32> %place, splat (i32 16)
  %bits = bitcast <4 x i1> %on to i4
  %none = icmp eq i4 %bits, 0
  br i1 %none, label %stepped, label %active
active:
  %beside = or disjoint <4 x i32> %place, splat (i32 1)
  %left.at = getelementptr float, ptr %shared, <4 x i32> %place
  %right.at = getelementptr float, ptr %shared, <4 x i32> %beside
  %right = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %right.at, <4 x i1> %on, <4 x float> poison)
  %left = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %left.at, <4 x i1> %on, <4 x float> poison)
  %sum = fadd <4 x float> %left, %right
  call void @llvm.masked.scatter.v4f32.v4p0(<4 x float> %sum, <4 x ptr> %left.at, <4 x i1> %on)
  br label %stepped
stepped:
  %p.next = add nuw nsw i32 %p, 1
  %p.done = icmp eq i32 %p.next, 4
  br i1 %p.done, label %read, label %step
read:
  %last.at = getelementptr float, ptr %shared, <4 x i64> <i64 0, i64 4, i64 8, i64 poison>
  %last = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %last.at, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> zeroinitializer)
  br label %after
after:
  %out = getelementptr [4 x float], ptr %output, i64 %b
  store <4 x float> %last, ptr %out
  %more = add i64 %b, 1
  %ends = icmp eq i64 %more, %end
  br i1 %ends, label %exit, label %block
exit:
  ret void
}

; Where a lane writes is what it has read.
; CHECK-LABEL: define void @data.run(
; CHECK: br label %packet
; CHECK: masked.scatter
; CHECK: br i1
define void @data.run(ptr %launch, ptr %frame, i64 %first, i64 %end, ptr %input, ptr %output) "riffle-shape"="16,1,1" {
entry:
  %shared = load ptr, ptr %frame
  br label %block
block:
  %b = phi i64 [ %first, %entry ], [ %more, %after ]
  br label %packet
packet:
  %p = phi i32 [ 0, %block ], [ %p.next, %packet ]
  %p.in = getelementptr [4 x i32], ptr %input, i32 %p
  %place = load <4 x i32>, ptr %p.in
  %at = getelementptr float, ptr %shared, <4 x i32> %place
  call void @llvm.masked.scatter.v4f32.v4p0(<4 x float> splat (float 1.0), <4 x ptr> %at, <4 x i1> splat (i1 true))
  %p.next = add nuw nsw i32 %p, 1
  %p.done = icmp eq i32 %p.next, 4
  br i1 %p.done, label %after, label %packet
after:
  %v = load <4 x float>, ptr %shared
  %out = getelementptr [4 x float], ptr %output, i64 %b
  store <4 x float> %v, ptr %out
  %more = add i64 %b, 1
  %ends = icmp eq i64 %more, %end
  br i1 %ends, label %exit, label %block
exit:
  ret void
}

; Accesses on a way that is taken or not: what is read behind it is in memory.
; CHECK-LABEL: define void @ways.run(
; CHECK: masked.scatter
define void @ways.run(ptr %launch, ptr %frame, i64 %first, i64 %end, i1 %asked, ptr %input, ptr %output) "riffle-shape"="8,1,1" {
entry:
  %shared = load ptr, ptr %frame
  %at = getelementptr float, ptr %shared, <4 x i64> <i64 6, i64 4, i64 2, i64 0>
  %a = load <4 x float>, ptr %input
  store <4 x float> %a, ptr %shared
  br i1 %asked, label %more, label %done
more:
  call void @llvm.masked.scatter.v4f32.v4p0(<4 x float> %a, <4 x ptr> %at, <4 x i1> splat (i1 true))
  br label %done
done:
  %v = load <4 x float>, ptr %shared
  store <4 x float> %v, ptr %output
  ret void
}

; Each access comes after those before it, in blocks of its own.
; CHECK-LABEL: define void @chain.run(
; CHECK-NOT: scatter
; CHECK: ret void
define void @chain.run(ptr %launch, ptr %frame, i64 %first, i64 %end, i1 %asked, ptr %input, ptr %output) "riffle-shape"="8,1,1" {
entry:
  %shared = load ptr, ptr %frame
  %at = getelementptr float, ptr %shared, <4 x i64> <i64 6, i64 4, i64 2, i64 0>
  %a = load <4 x float>, ptr %input
  call void @llvm.masked.scatter.v4f32.v4p0(<4 x float> %a, <4 x ptr> %at, <4 x i1> splat (i1 true))
  br i1 %asked, label %more, label %done
more:
  store <4 x float> %a, ptr %output
  br label %done
done:
  %v = load <4 x float>, ptr %shared
  %out = getelementptr i8, ptr %output, i64 16
  store <4 x float> %v, ptr %out
  ret void
}
