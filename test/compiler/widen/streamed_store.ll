; RUN: %opt --passes=up-to-lower-runtime-calls,widen %s | %check
; RUN: %opt --passes=up-to-choose-strategies %s | %check --check-prefix=RANGE
; A result that nothing reads back: past the caches when all lanes are on, the address is that of a cache
; line and the launch streams. Such stores are done before the range is.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @k.body{{.*}}.packet(
; CHECK: %streams = load i64, ptr %{{.*}}, align 8, !invariant.load
; CHECK: %in.line = and i64 %{{.*}}, 63
; CHECK: icmp ult i64 %in.line, %streams
; CHECK: icmp eq i16 %{{.*}}, -1
; CHECK: br i1 %{{.*}}, label %past.caches, label %kept
; CHECK: past.caches:
; CHECK-NEXT: store <16 x float> %[[V:.*]], ptr %[[P:.*]], align 64, !nontemporal
; CHECK: kept:
; CHECK-NEXT: call void @llvm.masked.store.v16f32.p0(<16 x float> %[[V]], ptr align 4 %[[P]], <16 x i1>

; RANGE-LABEL: define internal void @k.run(
; RANGE: fence:
; RANGE-NEXT: call void @llvm.x86.sse.sfence()
define ptx_kernel void @k(ptr %in, ptr %out, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %t, %n
  br i1 %c, label %then, label %end
then:
  %a = getelementptr float, ptr %in, i32 %t
  %v = load float, ptr %a
  %b = getelementptr float, ptr %out, i32 %t
  store float %v, ptr %b
  br label %end
end:
  ret void
}
