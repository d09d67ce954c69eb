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
