; RUN: %opt --cpu=haswell --passes=up-to-lower-runtime-calls,widen %s | %check
; Packets of which all threads pass the guard run code without masks; where warp operations follow, there
; is one code for all.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; CHECK-LABEL: define internal void @k.body{{.*}}.packet(
; CHECK: [[LAST:%.*]] = add i32 %thread.x, 15
; CHECK: %all = icmp slt i32 [[LAST]], %n
; CHECK: br i1 %all, label %then.all, label %guard
; CHECK: guard:
; CHECK: br i1 %any, label %then, label %end
; CHECK: then:
; CHECK: llvm.masked.load
; CHECK: then.all:
; CHECK-NOT: masked.load
; CHECK: load <16 x float>
; CHECK: store <16 x float>
; CHECK-LABEL: define internal void @waits.body{{.*}}.packet(
; CHECK-NOT: %all
; CHECK: llvm.masked.load
define ptx_kernel void @k(ptr %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %t, %n
  br i1 %c, label %then, label %end
then:
  %a = getelementptr float, ptr %p, i32 %t
  %v = load float, ptr %a
  %w = fadd float %v, 1.0
  store float %w, ptr %a
  br label %end
end:
  ret void
}
define ptx_kernel void @waits(ptr %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %t, %n
  br i1 %c, label %then, label %end
then:
  %a = getelementptr float, ptr %p, i32 %t
  %v = load float, ptr %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store float %v, ptr %a
  br label %end
end:
  ret void
}
