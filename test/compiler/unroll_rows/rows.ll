; Loops along rows, unrolled.

;--- neighbours
; RUN: %opt --cpu=skylake-avx512 --passes=unroll-rows %s | %check
; RUN: %opt --cpu=nehalem --passes=unroll-rows %s | %check --check-prefix=FEW
; Rows that load what the rows before have loaded, from what the loop does not write, stand one behind the other. Here row y of a
; ring of four adds its neighbours.
declare <16 x i32> @llvm.masked.load.v16i32.p0(ptr, <16 x i1>, <16 x i32>)

; CHECK-LABEL: define internal void @ring.run(
; CHECK-COUNT-4: load <16 x i32>
; CHECK-NOT: load <16 x i32>
; CHECK: ret void
; Where two rows would take more than half of the registers, they do not.
; FEW-LABEL: define internal void @ring.run(
; FEW: br i1
; FEW: ret void
define internal void @ring.run(ptr %launch, ptr %frame, i64 %first, i64 %end) "riffle-shape"="16,4,1" {
entry:
  %shared = load ptr, ptr %frame
  %f = getelementptr i8, ptr %frame, i64 8
  %scratch = load ptr, ptr %f
  %alike = icmp eq i64 %first, 0
  br label %row
row:
  %y = phi i64 [ 0, %entry ], [ %next, %latch ]
  br i1 %alike, label %sums, label %latch
sums:
  %above.row = add i64 %y, 3
  %above.ring = and i64 %above.row, 3
  %above.at = getelementptr [16 x i32], ptr %shared, i64 %above.ring
  %above = load <16 x i32>, ptr %above.at
  %here.at = getelementptr [16 x i32], ptr %shared, i64 %y
  %here = load <16 x i32>, ptr %here.at
  %below.row = add i64 %y, 1
  %below.ring = and i64 %below.row, 3
  %below.at = getelementptr [16 x i32], ptr %shared, i64 %below.ring
  %below = load <16 x i32>, ptr %below.at
  %s = add <16 x i32> %above, %below
  %t = add <16 x i32> %s, %here
  %m = icmp sgt <16 x i32> %t, zeroinitializer
  %u = call <16 x i32> @llvm.masked.load.v16i32.p0(ptr align 4 %here.at, <16 x i1> %m, <16 x i32> %t)
  %slot = getelementptr [16 x i32], ptr %scratch, i64 %y
  store <16 x i32> %u, ptr %slot
  br label %latch
latch:
  %next = add i64 %y, 1
  %ends = icmp eq i64 %next, 4
  br i1 %ends, label %exit, label %row
exit:
  ret void
}

; Each row changes what the next one loads; what parameters point to may be the same.
; CHECK-LABEL: define internal void @in_place.run(
; CHECK: br i1 %ends, label %exit, label %row
; CHECK: ret void
define internal void @in_place.run(ptr %launch, ptr %frame, i64 %first, i64 %end) "riffle-shape"="16,4,1" {
entry:
  %shared = load ptr, ptr %frame
  br label %row
row:
  %y = phi i64 [ 0, %entry ], [ %next, %row ]
  %here.at = getelementptr [16 x i32], ptr %shared, i64 %y
  %here = load <16 x i32>, ptr %here.at
  %next = add i64 %y, 1
  %below.at = getelementptr [16 x i32], ptr %shared, i64 %next
  %below = load <16 x i32>, ptr %below.at
  %s = add <16 x i32> %here, %below
  store <16 x i32> %s, ptr %here.at
  %ends = icmp eq i64 %next, 4
  br i1 %ends, label %exit, label %row
exit:
  ret void
}

; Rows that share nothing.
; CHECK-LABEL: define internal void @apart.run(
; CHECK: br i1 %ends, label %exit, label %row
; CHECK: ret void
define internal void @apart.run(ptr %launch, ptr %frame, i64 %first, i64 %end) "riffle-shape"="16,4,1" {
entry:
  %shared = load ptr, ptr %frame
  %f = getelementptr i8, ptr %frame, i64 8
  %scratch = load ptr, ptr %f
  br label %row
row:
  %y = phi i64 [ 0, %entry ], [ %next, %row ]
  %here.at = getelementptr [16 x i32], ptr %shared, i64 %y
  %here = load <16 x i32>, ptr %here.at
  %slot = getelementptr [16 x i32], ptr %scratch, i64 %y
  store <16 x i32> %here, ptr %slot
  %next = add i64 %y, 1
  %ends = icmp eq i64 %next, 4
  br i1 %ends, label %exit, label %row
exit:
  ret void
}

; For any shape nothing is known of the rows.
; CHECK-LABEL: define internal void @any_shape.run(
; CHECK: br i1 %ends, label %exit, label %row
; CHECK: ret void
define internal void @any_shape.run(ptr %launch, ptr %frame, i64 %first, i64 %end) {
entry:
  %shared = load ptr, ptr %frame
  %f = getelementptr i8, ptr %frame, i64 8
  %scratch = load ptr, ptr %f
  br label %row
row:
  %y = phi i64 [ 0, %entry ], [ %next, %row ]
  %here.at = getelementptr [16 x i32], ptr %shared, i64 %y
  %here = load <16 x i32>, ptr %here.at
  %next = add i64 %y, 1
  %below.at = getelementptr [16 x i32], ptr %shared, i64 %next
  %below = load <16 x i32>, ptr %below.at
  %s = add <16 x i32> %here, %below
  %slot = getelementptr [16 x i32], ptr %scratch, i64 %y
  store <16 x i32> %s, ptr %slot
  %ends = icmp eq i64 %next, 4
  br i1 %ends, label %exit, label %row
exit:
  ret void
}

;--- in_place
; RUN: %opt --cpu=skylake-avx512 --passes=unroll-rows %s | %check
; Results that a loop behind the rows copies from scratch memory to where the rows have read: they are stored there at once, where
; every row has read its place by then.

; Row y of a ring of four adds its neighbours: row 0 is stored when rows 3, 0 and 1 are loaded.
; CHECK-LABEL: define internal void @ring.run(
; CHECK-COUNT-3: load <16 x i32>
; CHECK-NOT: load <16 x i32>
; CHECK: store <16 x i32> {{.*}}, ptr %shared, align 64
; CHECK: load <16 x i32>
; CHECK-NOT: load <16 x i32>
; CHECK: [[ROW:%.*]] = getelementptr i8, ptr %shared, i64 64
; CHECK-NEXT: store <16 x i32> {{.*}}, ptr [[ROW]], align 64
; CHECK: getelementptr i8, ptr %shared, i64 128
; CHECK: store <16 x i32>
; CHECK: getelementptr i8, ptr %shared, i64 192
; CHECK: store <16 x i32>
; CHECK-NOT: store
; CHECK: ret void
define internal void @ring.run(ptr %launch, ptr %frame, i64 %first, i64 %end) "riffle-shape"="16,4,1" {
entry:
  %shared = load ptr, ptr %frame
  %f = getelementptr i8, ptr %frame, i64 8
  %scratch = load ptr, ptr %f
  br label %row
row:
  %y = phi i64 [ 0, %entry ], [ %next, %row ]
  %above.row = add i64 %y, 3
  %above.ring = and i64 %above.row, 3
  %above.at = getelementptr [16 x i32], ptr %shared, i64 %above.ring
  %above = load <16 x i32>, ptr %above.at
  %here.at = getelementptr [16 x i32], ptr %shared, i64 %y
  %here = load <16 x i32>, ptr %here.at
  %below.row = add i64 %y, 1
  %below.ring = and i64 %below.row, 3
  %below.at = getelementptr [16 x i32], ptr %shared, i64 %below.ring
  %below = load <16 x i32>, ptr %below.at
  %s = add <16 x i32> %above, %below
  %t = add <16 x i32> %s, %here
  %slot = getelementptr [16 x i32], ptr %scratch, i64 %y
  store <16 x i32> %t, ptr %slot
  %next = add i64 %y, 1
  %ends = icmp eq i64 %next, 4
  br i1 %ends, label %copy, label %row
copy:
  %z = phi i64 [ 0, %row ], [ %later, %copy ]
  %from = getelementptr [16 x i32], ptr %scratch, i64 %z
  %kept = load <16 x i32>, ptr %from
  %to = getelementptr [16 x i32], ptr %shared, i64 %z
  store <16 x i32> %kept, ptr %to
  %later = add i64 %z, 1
  %copied = icmp eq i64 %later, 4
  br i1 %copied, label %exit, label %copy
exit:
  ret void
}

; Blends with what was there are frozen: the code generator would make masked stores of them.
; CHECK-LABEL: define internal void @blend.run(
; CHECK: [[FROZEN:%.*]] = freeze <16 x i32>
; CHECK-NEXT: store <16 x i32> [[FROZEN]], ptr %shared
; CHECK: ret void
define internal void @blend.run(ptr %launch, ptr %frame, i64 %first, i64 %end) "riffle-shape"="16,4,1" {
entry:
  %shared = load ptr, ptr %frame
  %f = getelementptr i8, ptr %frame, i64 8
  %scratch = load ptr, ptr %f
  br label %row
row:
  %y = phi i64 [ 0, %entry ], [ %next, %row ]
  %above.row = add i64 %y, 3
  %above.ring = and i64 %above.row, 3
  %above.at = getelementptr [16 x i32], ptr %shared, i64 %above.ring
  %above = load <16 x i32>, ptr %above.at
  %here.at = getelementptr [16 x i32], ptr %shared, i64 %y
  %here = load <16 x i32>, ptr %here.at
  %m = icmp sgt <16 x i32> %above, %here
  %t = add <16 x i32> %above, %above
  %u = select <16 x i1> %m, <16 x i32> %here, <16 x i32> %t
  %slot = getelementptr [16 x i32], ptr %scratch, i64 %y
  store <16 x i32> %u, ptr %slot
  %next = add i64 %y, 1
  %ends = icmp eq i64 %next, 4
  br i1 %ends, label %copy, label %row
copy:
  %z = phi i64 [ 0, %row ], [ %later, %copy ]
  %from = getelementptr [16 x i32], ptr %scratch, i64 %z
  %kept = load <16 x i32>, ptr %from
  %to = getelementptr [16 x i32], ptr %shared, i64 %z
  store <16 x i32> %kept, ptr %to
  %later = add i64 %z, 1
  %copied = icmp eq i64 %later, 4
  br i1 %copied, label %exit, label %copy
exit:
  ret void
}

; A row goes to where the next but one has not read yet.
; CHECK-LABEL: define internal void @further.run(
; CHECK: store <16 x i32> {{.*}}, ptr %scratch
; CHECK: copy:
; CHECK: ret void
define internal void @further.run(ptr %launch, ptr %frame, i64 %first, i64 %end) "riffle-shape"="16,4,1" {
entry:
  %shared = load ptr, ptr %frame
  %f = getelementptr i8, ptr %frame, i64 8
  %scratch = load ptr, ptr %f
  br label %row
row:
  %y = phi i64 [ 0, %entry ], [ %next, %row ]
  %above.row = add i64 %y, 3
  %above.ring = and i64 %above.row, 3
  %above.at = getelementptr [16 x i32], ptr %shared, i64 %above.ring
  %above = load <16 x i32>, ptr %above.at
  %here.at = getelementptr [16 x i32], ptr %shared, i64 %y
  %here = load <16 x i32>, ptr %here.at
  %t = add <16 x i32> %above, %here
  %slot = getelementptr [16 x i32], ptr %scratch, i64 %y
  store <16 x i32> %t, ptr %slot
  %next = add i64 %y, 1
  %ends = icmp eq i64 %next, 4
  br i1 %ends, label %copy, label %row
copy:
  %z = phi i64 [ 0, %row ], [ %later, %copy ]
  %from = getelementptr [16 x i32], ptr %scratch, i64 %z
  %kept = load <16 x i32>, ptr %from
  %to.row = add i64 %z, 1
  %to = getelementptr [16 x i32], ptr %shared, i64 %to.row
  store <16 x i32> %kept, ptr %to
  %later = add i64 %z, 1
  %copied = icmp eq i64 %later, 4
  br i1 %copied, label %exit, label %copy
exit:
  ret void
}

; Something else wants what is in scratch memory.
; CHECK-LABEL: define internal void @wanted.run(
; CHECK: store <16 x i32> {{.*}}, ptr %scratch
; CHECK: copy:
; CHECK: ret void
define internal void @wanted.run(ptr %launch, ptr %frame, i64 %first, i64 %end) "riffle-shape"="16,4,1" {
entry:
  %shared = load ptr, ptr %frame
  %f = getelementptr i8, ptr %frame, i64 8
  %scratch = load ptr, ptr %f
  br label %row
row:
  %y = phi i64 [ 0, %entry ], [ %next, %row ]
  %above.row = add i64 %y, 3
  %above.ring = and i64 %above.row, 3
  %above.at = getelementptr [16 x i32], ptr %shared, i64 %above.ring
  %above = load <16 x i32>, ptr %above.at
  %here.at = getelementptr [16 x i32], ptr %shared, i64 %y
  %here = load <16 x i32>, ptr %here.at
  %t = add <16 x i32> %above, %here
  %slot = getelementptr [16 x i32], ptr %scratch, i64 %y
  store <16 x i32> %t, ptr %slot
  %next = add i64 %y, 1
  %ends = icmp eq i64 %next, 4
  br i1 %ends, label %copy, label %row
copy:
  %z = phi i64 [ 0, %row ], [ %later, %copy ]
  %from = getelementptr [16 x i32], ptr %scratch, i64 %z
  %kept = load <16 x i32>, ptr %from
  %to = getelementptr [16 x i32], ptr %shared, i64 %z
  store <16 x i32> %kept, ptr %to
  %later = add i64 %z, 1
  %copied = icmp eq i64 %later, 4
  br i1 %copied, label %exit, label %copy
exit:
  %place = getelementptr i8, ptr %scratch, i64 %first
  %some = load <16 x i32>, ptr %place
  store <16 x i32> %some, ptr %shared
  ret void
}
