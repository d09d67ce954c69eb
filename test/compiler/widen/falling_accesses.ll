; RUN: %opt --passes=up-to-lower-runtime-calls,widen --remarks %s | %check
; An array from its end: a vector turned round.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-DAG: kernel 'copy': load in descending order: one vector, reversed
; CHECK-DAG: kernel 'pairs': store of elements -8 bytes apart: one wide access together with its neighbours, and shuffles

; Lane 15 has the lowest address. What is turned round by `not` never wraps.
; CHECK-LABEL: define internal void @copy.body{{.*}}.packet(
; CHECK: %[[LOWEST:.*]] = getelementptr i8, ptr %{{.*}}, i64 -60
; CHECK: %[[SPAN:.*]] = load <16 x float>, ptr %[[LOWEST]], align 1, !riffle.falls
; CHECK: %[[X:.*]] = shufflevector <16 x float> %[[SPAN]], <16 x float> poison, <16 x i32> <i32 15, i32 14, i32 13,
; CHECK: %[[TO:.*]] = getelementptr i8, ptr %{{.*}}, i64 -60
; CHECK: %[[TURNED:.*]] = shufflevector <16 x float> %[[X]], <16 x float> poison, <16 x i32> <i32 15, i32 14,
; CHECK: store <16 x float> %[[TURNED]], ptr %[[TO]], align 64, !nontemporal
; CHECK: store <16 x float> %[[TURNED]], ptr %[[TO]], align 4{{$}}
; CHECK-NOT: gather
; CHECK-NOT: scatter
; CHECK: ret void
define ptx_kernel void @copy(ptr %p, ptr %q, i64 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %not = xor i32 %t, -1
  %down = sext i32 %not to i64
  %i = add i64 %n, %down
  %pi = getelementptr float, ptr %p, i64 %i
  %qi = getelementptr float, ptr %q, i64 %i
  %x = load float, ptr %pi, align 4
  store float %x, ptr %qi, align 4
  ret void
}

; CHECK-LABEL: define internal void @pairs.body{{.*}}.packet(
; CHECK: load <32 x float>
; CHECK: store <32 x float>
; CHECK-NOT: scatter
; CHECK: ret void
define ptx_kernel void @pairs(ptr %p, ptr %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %down = sub i64 100, %i
  %p0 = getelementptr [2 x float], ptr %p, i64 %i
  %p1 = getelementptr i8, ptr %p0, i64 4
  %q0 = getelementptr [2 x float], ptr %q, i64 %down
  %q1 = getelementptr i8, ptr %q0, i64 4
  %x = load float, ptr %p0, align 8
  %y = load float, ptr %p1, align 4
  store float %x, ptr %q0, align 8
  store float %y, ptr %q1, align 4
  ret void
}

; Under a mask: a vector where all lanes are on, else the lanes' mask turned round.
; CHECK-LABEL: define internal void @guarded.body{{.*}}.packet(
; CHECK: %[[ALL:.*]] = icmp eq i16 %{{.*}}, -1
; CHECK: br i1 %[[ALL]]
; CHECK: shufflevector <16 x i1>
; CHECK: call void @llvm.masked.store.v16f32
; CHECK: store <16 x float>
define ptx_kernel void @guarded(ptr %q, i32 %n, float %x) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, %n
  br i1 %c, label %then, label %end
then:
  %i = zext i32 %t to i64
  %down = sub i64 100, %i
  %qi = getelementptr float, ptr %q, i64 %down
  store float %x, ptr %qi
  br label %end
end:
  ret void
}

; Too far apart; another `xor` than with -1 is no order.
; CHECK-LABEL: define internal void @apart.body{{.*}}.packet(
; CHECK: call <16 x float> @llvm.masked.gather
; CHECK: call void @llvm.masked.scatter
; CHECK: ret void
define ptx_kernel void @apart(ptr %p, ptr %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %fives = mul i64 %i, -5
  %pi = getelementptr float, ptr %p, i64 %fives
  %x = load float, ptr %pi
  %twice = mul i32 %t, 2
  %other = xor i32 %twice, -2
  %down = sext i32 %other to i64
  %qi = getelementptr float, ptr %q, i64 %down
  store float %x, ptr %qi
  ret void
}
