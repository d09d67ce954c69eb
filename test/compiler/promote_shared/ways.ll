; RUN: %opt --cpu=znver3 --passes=promote-shared %s | %check
; RUN: %opt --cpu=skylake-avx512 --passes=promote-shared %s | %check --check-prefix=ASKED
; Shared memory that a block uses at known places only is in registers; blocks are iterations of the outermost loop.
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
declare void @out_of_line(ptr)

; A step of a tree. Processors that read ahead are not asked for the next block's lines then.
; CHECK-LABEL: define void @tree.run(
; CHECK-NOT: prefetch
; CHECK: [[A:%.*]] = load <8 x float>, ptr %in
; CHECK-NOT: prefetch
; CHECK: [[UPPER:%.*]] = shufflevector <8 x float> [[A]], <8 x float> poison, <4 x i32> <i32 4,
; CHECK: [[LOWER:%.*]] = shufflevector <8 x float> [[A]], <8 x float> poison, <4 x i32> <i32 0,
; CHECK: [[SUM:%.*]] = fadd <4 x float> [[UPPER]], [[LOWER]]
; CHECK: [[ONE:%.*]] = extractelement <4 x float> [[SUM]], i64 0
; CHECK: store float [[ONE]], ptr %out
; CHECK-NOT: store
; ASKED-LABEL: define void @tree.run(
; ASKED: call void @llvm.prefetch
; ASKED: load <8 x float>, ptr %in
; ASKED-NOT: store <
; ASKED: ret void
define void @tree.run(ptr %launch, ptr %frame, i64 %first, i64 %end, ptr %input, ptr %output) "riffle-shape"="8,1,1" {
entry:
  %shared = load ptr, ptr %frame
  br label %block
block:
  %b = phi i64 [ %first, %entry ], [ %next, %block ]
  %in = getelementptr [8 x float], ptr %input, i64 %b
  %later = getelementptr i8, ptr %in, i64 1024
  call void @llvm.prefetch.p0(ptr %later, i32 0, i32 3, i32 1)
  %a = load <8 x float>, ptr %in
  store <8 x float> %a, ptr %shared
  %half = getelementptr i8, ptr %shared, i64 16
  %upper = load <4 x float>, ptr %half
  %lower = load <4 x float>, ptr %shared
  %sum = fadd <4 x float> %upper, %lower
  store <4 x float> %sum, ptr %shared
  %one = load float, ptr %shared
  %out = getelementptr float, ptr %output, i64 %b
  store float %one, ptr %out
  %next = add i64 %b, 1
  %ends = icmp eq i64 %next, %end
  br i1 %ends, label %exit, label %block
exit:
  ret void
}

; What is loaded later comes second, where the code generator makes it a part of the addition: lines are loaded in order.
; CHECK-LABEL: define void @in_order.run(
; CHECK: [[A:%.*]] = load <8 x float>, ptr %input
; CHECK: [[B:%.*]] = load <8 x float>, ptr %later
; CHECK: [[SUM:%.*]] = fadd <8 x float> [[A]], [[B]]
; CHECK: store <8 x float> [[SUM]], ptr %output
define void @in_order.run(ptr %launch, ptr %frame, i64 %first, i64 %end, ptr %input, ptr %output) "riffle-shape"="16,1,1" {
  %shared = load ptr, ptr %frame
  %half = getelementptr i8, ptr %shared, i64 32
  %later = getelementptr i8, ptr %input, i64 32
  %a = load <8 x float>, ptr %input
  store <8 x float> %a, ptr %shared
  %b = load <8 x float>, ptr %later
  store <8 x float> %b, ptr %half
  %lower = load <8 x float>, ptr %shared
  %upper = load <8 x float>, ptr %half
  %sum = fadd <8 x float> %upper, %lower
  store <8 x float> %sum, ptr %output
  ret void
}

; What no thread has written is 0, whatever the block before has left.
; CHECK-LABEL: define void @unwritten.run(
; CHECK-NOT: store i32 %v, ptr %shared
; CHECK: store i32 0, ptr %out
; CHECK-NOT: store i32
; CHECK: ret void
define void @unwritten.run(ptr %launch, ptr %frame, i64 %first, i64 %end, ptr %output, i32 %v) "riffle-shape"="8,1,1" {
entry:
  %shared = load ptr, ptr %frame
  br label %block
block:
  %b = phi i64 [ %first, %entry ], [ %next, %block ]
  %one = load i32, ptr %shared
  %out = getelementptr i32, ptr %output, i64 %b
  store i32 %one, ptr %out
  store i32 %v, ptr %shared
  %next = add i64 %b, 1
  %ends = icmp eq i64 %next, %end
  br i1 %ends, label %exit, label %block
exit:
  ret void
}

; A way with an access at an unknown place keeps its memory, the other one does not.
; CHECK-LABEL: define void @two_ways.run(
; CHECK: whole:
; CHECK-NEXT: br label %done
; CHECK: partly:
; CHECK-NEXT: store i32 %v, ptr %shared
; CHECK-NEXT: [[PLACE:%.*]] = getelementptr i32, ptr %shared, i64 %n
; CHECK-NEXT: [[OTHER:%.*]] = load i32, ptr [[PLACE]]
; CHECK: phi i32 [ [[OTHER]], %partly ], [ %v, %whole ]
define void @two_ways.run(ptr %launch, ptr %frame, i64 %first, i64 %end, ptr %output, i32 %v, i64 %n) "riffle-shape"="8,1,1" {
entry:
  %shared = load ptr, ptr %frame
  br label %block
block:
  %b = phi i64 [ %first, %entry ], [ %next, %done ]
  %out = getelementptr i32, ptr %output, i64 %b
  %passes = icmp ult i64 %b, %n
  br i1 %passes, label %whole, label %partly
whole:
  store i32 %v, ptr %shared
  %one = load i32, ptr %shared
  store i32 %one, ptr %out
  br label %done
partly:
  store i32 %v, ptr %shared
  %place = getelementptr i32, ptr %shared, i64 %n
  %other = load i32, ptr %place
  store i32 %other, ptr %out
  br label %done
done:
  %next = add i64 %b, 1
  %ends = icmp eq i64 %next, %end
  br i1 %ends, label %exit, label %block
exit:
  ret void
}

; Ways that meet belong together: what is unknown behind one of them is so for both.
; CHECK-LABEL: define void @ways_that_meet.run(
; CHECK: left:
; CHECK-NEXT: store i32 %v, ptr %shared
; CHECK: right:
; CHECK: store i32 0, ptr %shared
; CHECK: load i32, ptr %shared
define void @ways_that_meet.run(ptr %launch, ptr %frame, i64 %first, i64 %end, ptr %output, i32 %v, i64 %n) "riffle-shape"="8,1,1" {
entry:
  %shared = load ptr, ptr %frame
  br label %block
block:
  %b = phi i64 [ %first, %entry ], [ %next, %done ]
  %out = getelementptr i32, ptr %output, i64 %b
  %passes = icmp ult i64 %b, %n
  br i1 %passes, label %left, label %right
left:
  store i32 %v, ptr %shared
  br label %done
right:
  %place = getelementptr i32, ptr %shared, i64 %n
  store i32 %v, ptr %place
  store i32 0, ptr %shared
  br label %done
done:
  %one = load i32, ptr %shared
  store i32 %one, ptr %out
  %next = add i64 %b, 1
  %ends = icmp eq i64 %next, %end
  br i1 %ends, label %exit, label %block
exit:
  ret void
}

; Others may have the address: a call of code that is not known, or who reads it from memory.
; CHECK-LABEL: define void @called.run(
; CHECK: store i32 %v, ptr %shared
; CHECK-NEXT: call void @out_of_line
; CHECK-NEXT: load i32, ptr %shared
define void @called.run(ptr %launch, ptr %frame, i64 %first, i64 %end, ptr %output, i32 %v) "riffle-shape"="8,1,1" {
  %shared = load ptr, ptr %frame
  store i32 %v, ptr %shared
  call void @out_of_line(ptr %frame)
  %one = load i32, ptr %shared
  store i32 %one, ptr %output
  ret void
}
; CHECK-LABEL: define void @told.run(
; CHECK: store i32 %v, ptr %shared
; CHECK: load i32, ptr %shared
define void @told.run(ptr %launch, ptr %frame, i64 %first, i64 %end, ptr %output, i32 %v) "riffle-shape"="8,1,1" {
  %shared = load ptr, ptr %frame
  store i32 %v, ptr %shared
  %one = load i32, ptr %shared
  store i32 %one, ptr %output
  store ptr %shared, ptr %output
  ret void
}

; More than the registers can take a part of.
; CHECK-LABEL: define void @large.run(
; CHECK: store i32 %v, ptr %far
define void @large.run(ptr %launch, ptr %frame, i64 %first, i64 %end, ptr %output, i32 %v) "riffle-shape"="8,1,1" {
  %shared = load ptr, ptr %frame
  %far = getelementptr i8, ptr %shared, i64 40000
  store i32 %v, ptr %far
  %one = load i32, ptr %far
  store i32 %one, ptr %output
  ret void
}
