; Arithmetic of indices that may wrap.

;--- wrapping_index
; RUN: %opt --passes=up-to-lower-runtime-calls,widen %s | %check
; An unknown offset may make a narrow index wrap inside the packet: lane 0's index is asked whether it does. If
; not, the lanes' addresses follow each other; if so, they do not.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @of_unsigned.body{{.*}}.packet(
; CHECK: [[I:%.*]] = add i32 %offset, %thread.x
; CHECK: [[BASE:%.*]] = freeze i32 [[I]]
; CHECK: [[GUARD:%.*]] = icmp ule i32 [[BASE]], -16
; CHECK: br i1 [[GUARD]], label %ordered, label %other
; CHECK: ordered:
; CHECK-NEXT: load <16 x float>
; CHECK: other:
; CHECK-NEXT: zext <16 x i32>
; CHECK-NEXT: getelementptr
; CHECK-NEXT: call <16 x float> @llvm.masked.gather
; CHECK: phi <16 x float>
; CHECK: store <16 x float>
; CHECK-NOT: scatter
define ptx_kernel void @of_unsigned(ptr %p, ptr %q, i32 %offset) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add i32 %offset, %t
  %x = zext i32 %i to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load float, ptr %a
  %b = getelementptr float, ptr %q, i32 %t
  store float %v, ptr %b
  ret void
}

; CHECK-LABEL: define internal void @of_signed_under_mask.body{{.*}}.packet(
; CHECK: icmp sge i32 {{.*}}, -2147483633
; CHECK-DAG: call void @llvm.masked.store
; CHECK-DAG: call void @llvm.masked.scatter
define ptx_kernel void @of_signed_under_mask(ptr %p, i32 %offset, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %t, %n
  br i1 %c, label %then, label %end
then:
  %i = sub i32 %offset, %t
  %x = sext i32 %i to i64
  %z = sub i64 0, %x
  %a = getelementptr float, ptr %p, i64 %z
  store float 0.0, ptr %a
  br label %end
end:
  ret void
}

; Lanes that are on have no negative index; a packet may begin below zero all the same.
; CHECK-LABEL: define internal void @never_negative.body{{.*}}.packet(
; CHECK: sext i32
; CHECK: icmp sle i32 {{.*}}, 2147483632
define ptx_kernel void @never_negative(ptr %p, i32 %offset) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add i32 %offset, %t
  %x = zext nneg i32 %i to i64
  %a = getelementptr float, ptr %p, i64 %x
  store float 0.0, ptr %a
  ret void
}

; Two sums, two questions.
; CHECK-LABEL: define internal void @of_two.body{{.*}}.packet(
; CHECK: icmp ule i32 {{.*}}, -16
; CHECK: icmp ule i32 {{.*}}, -61
; CHECK: and i1
; CHECK: br i1 {{.*}}, label %ordered, label %other
define ptx_kernel void @of_two(ptr %p, i32 %offset, i32 %other) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add i32 %offset, %t
  %x = zext i32 %i to i64
  %four = mul i32 %t, 4
  %j = add i32 %other, %four
  %y = zext i32 %j to i64
  %five = mul i64 %x, -3
  %z = add i64 %five, %y
  %a = getelementptr float, ptr %p, i64 %z
  store float 0.0, ptr %a
  ret void
}

; An address that moves on in a loop behind the question.
; CHECK-LABEL: define internal void @moves_on.body{{.*}}.packet(
; CHECK: [[GUARD:%.*]] = icmp ule i32 {{.*}}, -16
; CHECK: loop:
; CHECK: phi ptr
; CHECK: br i1 [[GUARD]], label %ordered, label %other
define ptx_kernel void @moves_on(ptr %p, i32 %offset, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add i32 %offset, %t
  %x = zext i32 %i to i64
  %a = getelementptr float, ptr %p, i64 %x
  br label %loop
loop:
  %k = phi i32 [ 0, %0 ], [ %k1, %loop ]
  %at = phi ptr [ %a, %0 ], [ %next, %loop ]
  store float 0.0, ptr %at
  %next = getelementptr i8, ptr %at, i64 128
  %k1 = add i32 %k, 1
  %c = icmp slt i32 %k1, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}

; The address is last round's, the answer would be this round's.
; CHECK-LABEL: define internal void @of_last_round.body{{.*}}.packet(
; CHECK-NOT: br i1 {{.*}}, label %ordered
; CHECK: call void @llvm.masked.scatter
define ptx_kernel void @of_last_round(ptr %p, i32 %offset, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = getelementptr float, ptr %p, i32 %t
  br label %loop
loop:
  %k = phi i32 [ 0, %0 ], [ %k1, %loop ]
  %at = phi ptr [ %first, %0 ], [ %next, %loop ]
  store float 0.0, ptr %at
  %k1 = add i32 %k, %offset
  %i = add i32 %k1, %t
  %x = zext i32 %i to i64
  %next = getelementptr float, ptr %p, i64 %x
  %c = icmp slt i32 %k1, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}

; A pitch that no 8-bit index holds: nothing to ask.
; CHECK-LABEL: define internal void @never_fits.body{{.*}}.packet(
; CHECK-NOT: label %ordered
; CHECK: call void @llvm.masked.scatter
define ptx_kernel void @never_fits(ptr %p, i32 %offset) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %s = mul i32 %t, 32
  %i = add i32 %offset, %s
  %n = trunc i32 %i to i8
  %x = zext i8 %n to i64
  %a = getelementptr i8, ptr %p, i64 %x
  store i8 0, ptr %a
  ret void
}

; Addresses of lanes are made where they are apart, for the load and for the store.
; CHECK-LABEL: define internal void @in_place.body{{.*}}.packet(
; CHECK-NOT: zext <16 x i32>
; CHECK: br i1 {{.*}}, label %ordered, label %other
; CHECK: other:
; CHECK-NEXT: zext <16 x i32>
; CHECK: masked.gather
; CHECK: zext <16 x i32>
; CHECK: masked.scatter
; CHECK: ret void
define ptx_kernel void @in_place(ptr %p, i32 %offset) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add i32 %offset, %t
  %x = zext i32 %i to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load float, ptr %a
  %w = fadd float %v, 1.0
  store float %w, ptr %a
  ret void
}

; What else is made of an index needs it in all cases: once, behind its definition.
; CHECK-LABEL: define internal void @index_is_stored.body{{.*}}.packet(
; CHECK: zext <16 x i32>
; CHECK: br i1 {{.*}}, label %ordered, label %other
; CHECK: store <16 x i64>
; CHECK: ret void
define ptx_kernel void @index_is_stored(ptr %p, ptr %q, i32 %offset) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add i32 %offset, %t
  %x = zext i32 %i to i64
  %a = getelementptr float, ptr %p, i64 %x
  store float 1.0, ptr %a
  %b = getelementptr i64, ptr %q, i32 %t
  %y = xor i64 %x, 5
  store i64 %y, ptr %b
  ret void
}

;--- high_bits_of_loop_index
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

;--- high_product
; RUN: %opt --passes=up-to-lower-runtime-calls,widen %s | %check
; The upper half of a product of 32 bits: even and odd lanes, two to a number of 64 bits.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @high.body{{.*}}.packet(
; CHECK: [[EVEN:%.*]] = mul <8 x i64>
; CHECK: [[ODD:%.*]] = mul <8 x i64>
; CHECK: lshr <8 x i64> [[EVEN]], splat (i64 32)
; CHECK: and <8 x i64> [[ODD]], splat (i64 -4294967296)
; CHECK: store <16 x i32>
define ptx_kernel void @high(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %t
  %v = load i32, ptr %a
  %w = zext i32 %v to i64
  %m = mul i64 %w, 3528531795
  %s = lshr i64 %m, 32
  %h = trunc i64 %s to i32
  store i32 %h, ptr %a
  ret void
}

; Other bits of it: as it stands.
; CHECK-LABEL: define internal void @middle.body{{.*}}.packet(
; CHECK: mul {{.*}}<16 x i64>
; CHECK-NOT: mul <8 x i64>
; CHECK: store <16 x i32>
define ptx_kernel void @middle(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %t
  %v = load i32, ptr %a
  %w = zext i32 %v to i64
  %m = mul i64 %w, 3528531795
  %s = lshr i64 %m, 31
  %h = trunc i64 %s to i32
  store i32 %h, ptr %a
  ret void
}

;--- disjoint_bits
; RUN: %opt --passes=up-to-lower-runtime-calls,widen %s | %check
; Bits are known to be disjoint only in lanes that are on. Lane 0's number, from which the others count, is a sum.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @behind.body{{.*}}.packet(
; CHECK-NOT: = or i32
; CHECK: [[BASE:%.*]] = sub i32 %thread.x, %k
; CHECK: add i32 [[BASE]], 2048
; CHECK-NOT: = or i32
; CHECK: masked.load
define ptx_kernel void @behind(ptr %p, ptr %q, i32 %k) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %on = icmp uge i32 %t, %k
  br i1 %on, label %more, label %done
more:
  %d = sub nuw nsw i32 %t, %k
  %i = or disjoint i32 %d, 2048
  %x = zext nneg i32 %i to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load float, ptr %a
  %b = getelementptr float, ptr %q, i32 %t
  store float %v, ptr %b
  br label %done
done:
  ret void
}

;--- warp_index
; RUN: %opt --width=32 --passes=up-to-lower-runtime-calls,widen %s | %check
; Packets start at multiples of 32: threadIdx.x / 32 is the same for all lanes, threadIdx.x / 16 is not.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()

; CHECK-LABEL: define internal void @same.body{{.*}}.packet(
; CHECK: %w = lshr i32 %{{.*}}, 5
; CHECK: %c = icmp eq i32 %w, 0
; CHECK: br i1 %c, label
define ptx_kernel void @same(ptr %p) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %r = mul i32 %y, %n
  %t = add i32 %r, %x
  %w = lshr i32 %t, 5
  %c = icmp eq i32 %w, 0
  br i1 %c, label %then, label %end
then:
  store i32 %w, ptr %p
  br label %end
end:
  ret void
}

; CHECK-LABEL: define internal void @differs.body{{.*}}.packet(
; CHECK: icmp eq <32 x i32>
; CHECK: br i1 %any
define ptx_kernel void @differs(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = lshr i32 %t, 4
  %c = icmp eq i32 %w, 0
  br i1 %c, label %then, label %end
then:
  store i32 %w, ptr %p
  br label %end
end:
  ret void
}
