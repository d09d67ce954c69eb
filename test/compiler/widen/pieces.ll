; RUN: %opt --width=32 --passes=up-to-lower-runtime-calls,widen %s | %check
; Lanes in rows of 16: a vector for each row, if the index does not wrap in it.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @k.body{{.*}}.packet(
; CHECK: %[[FIRST:.*]] = freeze ptr
; CHECK: %[[LAST:.*]] = freeze ptr
; CHECK: %[[L:.*]] = ptrtoint ptr %[[LAST]] to i64
; CHECK: %[[F:.*]] = ptrtoint ptr %[[FIRST]] to i64
; CHECK: %[[REACH:.*]] = sub i64 %[[L]], %[[F]]
; CHECK: icmp eq i64 %[[REACH]], 60
; CHECK: ordered:
; CHECK: %[[A:.*]] = load <16 x i32>, ptr %[[FIRST]], align 4
; CHECK: %[[B:.*]] = load <16 x i32>, ptr
; CHECK: shufflevector <16 x i32> %[[A]], <16 x i32> %[[B]], <32 x i32>
; CHECK: other:
; CHECK: call <32 x i32> @llvm.masked.gather
; CHECK: merged:
; CHECK: store <16 x i32> %{{.*}}, ptr %{{.*}}, align 4
; CHECK: store <16 x i32> %{{.*}}, ptr %{{.*}}, align 4
; CHECK: call void @llvm.masked.scatter
define ptx_kernel void @k(ptr %p, i32 %w) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = and i32 %t, 15
  %y = lshr i32 %t, 4
  %row = mul i32 %y, %w
  %i = add i32 %row, %x
  %l = zext i32 %i to i64
  %a = getelementptr i32, ptr %p, i64 %l
  %v = load i32, ptr %a
  %n = add i32 %v, 1
  store i32 %n, ptr %a
  ret void
}

; Lanes that are off keep what they have.
; CHECK-LABEL: define internal void @masked.body{{.*}}.packet(
; CHECK: ordered:
; CHECK: %[[M:.*]] = shufflevector <32 x i1> %c, <32 x i1> poison, <16 x i32> <i32 0,
; CHECK: call <16 x i32> @llvm.masked.load{{.*}}<16 x i1> %[[M]]
define ptx_kernel void @masked(ptr %p, i32 %w, i32 %most) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = and i32 %t, 15
  %y = lshr i32 %t, 4
  %row = mul i32 %y, %w
  %i = add i32 %row, %x
  %l = zext i32 %i to i64
  %a = getelementptr i32, ptr %p, i64 %l
  %o = getelementptr i32, ptr %p, i32 %t
  %c = icmp ult i32 %i, %most
  br i1 %c, label %then, label %end
then:
  %v = load i32, ptr %a
  store i32 %v, ptr %o
  br label %end
end:
  ret void
}

; Their opposites: rows that are too short, and elements two apart.
; CHECK-LABEL: define internal void @short.body{{.*}}.packet(
; CHECK-NOT: ordered:
; CHECK: call <32 x i32> @llvm.masked.gather
; CHECK-NOT: ordered:
; CHECK: ret void
define ptx_kernel void @short(ptr %p, i32 %w) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = and i32 %t, 3
  %y = lshr i32 %t, 2
  %row = mul i32 %y, %w
  %i = add i32 %row, %x
  %l = zext i32 %i to i64
  %a = getelementptr i32, ptr %p, i64 %l
  %v = load i32, ptr %a
  %o = getelementptr i32, ptr %p, i32 %t
  store i32 %v, ptr %o
  ret void
}

; CHECK-LABEL: define internal void @apart.body{{.*}}.packet(
; CHECK-NOT: ordered:
; CHECK: call <32 x i32> @llvm.masked.gather
; CHECK-NOT: ordered:
; CHECK: ret void
define ptx_kernel void @apart(ptr %p, i32 %w) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = and i32 %t, 15
  %two = shl i32 %x, 1
  %y = lshr i32 %t, 4
  %row = mul i32 %y, %w
  %i = add i32 %row, %two
  %l = zext i32 %i to i64
  %a = getelementptr i32, ptr %p, i64 %l
  %v = load i32, ptr %a
  %o = getelementptr i32, ptr %p, i32 %t
  store i32 %v, ptr %o
  ret void
}
