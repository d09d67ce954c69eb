; RUN: %opt --passes=up-to-lower-runtime-calls,widen %s | %check
; A divergent branch becomes a mask; its code is skipped when no lane is on. A uniform branch stays.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @k.body{{.*}}.packet(
; CHECK: br i1 %uniform, label
; CHECK: %[[C:.*]] = icmp slt <16 x i32>
; CHECK: %[[B:.*]] = bitcast <16 x i1> %{{.*}} to i16
; CHECK: %any = icmp ne i16 %[[B]], 0
; CHECK: br i1 %any
; CHECK: call void @llvm.masked.store.v16i32.p0(<16 x i32> {{.*}}, ptr {{.*}}, <16 x i1>
define ptx_kernel void @k(ptr %p, i32 %n, i1 %uniform) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br i1 %uniform, label %go, label %end
go:
  %square = mul i32 %t, %t
  %c = icmp slt i32 %square, %n
  br i1 %c, label %then, label %end
then:
  %a = getelementptr i32, ptr %p, i32 %t
  store i32 %t, ptr %a
  br label %end
end:
  ret void
}
