; RUN: %opt --cpu=haswell --passes=up-to-lower-runtime-calls,widen %s | %check
; RUN: %opt --passes=up-to-lower-runtime-calls,widen %s | %check --check-prefix=FREE
; Where stores under masks are dear, registers of which all lanes or none are on have none.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @k.body{{.*}}.packet(
; CHECK: kept:
; CHECK-NEXT: [[BITS:%.*]] = bitcast <16 x i1> %c to i16
; CHECK: {{%.*}} = lshr i16 [[BITS]], 0
; CHECK: [[ON:%.*]] = trunc i16 {{%.*}} to i8
; CHECK: switch i8 [[ON]], label %partly [
; CHECK-NEXT: i8 0, label %behind
; CHECK-NEXT: i8 -1, label %whole
; CHECK: whole:
; CHECK: store <8 x i32>
; CHECK: partly:
; CHECK: llvm.masked.store.v8i32
; CHECK: lshr i16 [[BITS]], 8
; CHECK: switch i8
; FREE-LABEL: define internal void @k.body{{.*}}.packet(
; FREE-NOT: switch
; FREE: llvm.masked.store.v16i32
define ptx_kernel void @k(ptr %p, ptr %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = shl i32 %t, 1
  %a = getelementptr i32, ptr %p, i32 %i
  %v = load i32, ptr %a
  %b = getelementptr i32, ptr %q, i32 %t
  %c = icmp ne i32 %v, 0
  br i1 %c, label %then, label %end
then:
  store i32 %t, ptr %b
  br label %end
end:
  store i32 7, ptr %p
  ret void
}
