; RUN: %opt --width=32 --cpu=haswell --passes=up-to-lower-runtime-calls,widen %s | %check
; RUN: %opt --width=32 --passes=up-to-lower-runtime-calls,widen %s | %check --check-prefix=FREE
; Where masks are dear, each line of a packet in which some lanes are off is stored past the caches by itself, if all of
; the line's are on: a row's first packet leaves one line in a cache, not all. Else the packet's lines stay together.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @k.body{{.*}}.packet(
; CHECK: [[PAST:%.*]] = icmp ult i64 %in.line, %streams
; CHECK: lshr i32 [[BITS:%.*]], 0
; CHECK: [[ALL:%.*]] = icmp eq i16 {{%.*}}, -1
; CHECK: [[BOTH:%.*]] = and i1 [[PAST]], [[ALL]]
; CHECK: br i1 [[BOTH]], label %past.caches, label %kept
; CHECK: past.caches:
; CHECK: store <16 x float> {{%.*}}, ptr {{%.*}}, align 64, !nontemporal
; CHECK: kept:
; CHECK: switch i8
; CHECK: stored:
; CHECK: [[HIGH:%.*]] = lshr i32 {{%.*}}, 16
; CHECK: [[LINE:%.*]] = trunc i32 [[HIGH]] to i16
; CHECK: icmp eq i16 [[LINE]], -1
; CHECK: whole:
; CHECK: store <8 x float>
; CHECK: partly:
; CHECK: masked.store.v8f32
; CHECK: store <16 x float> {{%.*}}, ptr {{%.*}}, align 64, !nontemporal

; FREE-LABEL: define internal void @k.body{{.*}}.packet(
; FREE: icmp eq i32 {{%.*}}, -1
; FREE: store <32 x float> {{%.*}}, ptr {{%.*}}, align 64, !nontemporal
; FREE-NOT: nontemporal
; FREE: masked.store.v32f32
; FREE-NOT: nontemporal
define ptx_kernel void @k(ptr %in, ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr float, ptr %in, i32 %t
  %v = load float, ptr %a
  %c = fcmp ogt float %v, 1.0
  br i1 %c, label %then, label %end
then:
  %b = getelementptr float, ptr %out, i32 %t
  store float %v, ptr %b
  br label %end
end:
  ret void
}
