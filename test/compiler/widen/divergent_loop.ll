; RUN: %opt --passes=up-to-lower-runtime-calls,widen %s | %check
; Lanes leave the loop at different times; each keeps the count it saw last. The counter stays scalar.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @k.body{{.*}}.packet(
; CHECK: loop{{.*}}:
; CHECK-DAG: phi <16 x i1>
; CHECK-DAG: %i = phi i32
; CHECK: select <16 x i1>
; CHECK: br i1 %any
; CHECK: store <16 x i32>
define ptx_kernel void @k(ptr %p) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %j = add i32 %i, 1
  %c = icmp ult i32 %i, %t
  br i1 %c, label %loop, label %end
end:
  %a = getelementptr i32, ptr %p, i32 %t
  store i32 %i, ptr %a
  ret void
}
