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
