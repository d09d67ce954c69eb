; RUN: %opt --cpu=haswell --passes=up-to-choose-strategies %s | %check
; RUN: %opt --cpu=znver4 --passes=up-to-choose-strategies %s | %check --check-prefix=MANY
; A loop of dependent arithmetic on one value: 128 threads at a time hide its latency, or 64 of a smaller block; 64 where
; 128 of one value would take all registers. Where
; threads leave the loop at different times, or carry more values than registers hold, packets stay narrow: 64 threads that
; leave at different times fit into 32 registers, 16 into 16. A loop around it may end when it will.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; MANY-LABEL: define internal void @chain.run(
; MANY: fmul <128 x float>
; MANY: fmul <64 x float>
; MANY: fmul <32 x float>
; MANY-LABEL: define internal void @leaves_early.run(
; MANY-NOT: <128 x float>
; MANY: fmul <64 x float>
; MANY: fmul <32 x float>
; MANY-LABEL: define internal void @two_values.run(
; CHECK-LABEL: define internal void @chain.run(
; CHECK-NOT: <128 x float>
; CHECK: fmul <64 x float>
; CHECK: fmul <32 x float>
; CHECK-LABEL: define internal void @leaves_early.run(
; CHECK-NOT: <32 x float>
; CHECK: fmul <16 x float>
; CHECK-LABEL: define internal void @two_values.run(
; CHECK-NOT: <64 x float>
; CHECK: fmul <32 x float>
; CHECK-LABEL: define internal void @in_strides.run(
; CHECK: fmul <64 x float>
define ptx_kernel void @chain(ptr %p) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr float, ptr %p, i32 %t
  %v = load float, ptr %a
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi float [ %v, %entry ], [ %y, %loop ]
  %y = fmul float %x, 3.0
  %next = add i32 %k, 1
  %more = icmp ult i32 %next, 50
  br i1 %more, label %loop, label %end
end:
  store float %y, ptr %a
  ret void
}
define ptx_kernel void @leaves_early(ptr %p) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr float, ptr %p, i32 %t
  %v = load float, ptr %a
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi float [ %v, %entry ], [ %y, %loop ]
  %y = fmul float %x, 3.0
  %next = add i32 %k, 1
  %more = icmp ult i32 %next, %t
  br i1 %more, label %loop, label %end
end:
  store float %y, ptr %a
  ret void
}
define ptx_kernel void @two_values(ptr %p) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr float, ptr %p, i32 %t
  %v = load float, ptr %a
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi float [ %v, %entry ], [ %y, %loop ]
  %z = phi float [ 1.0, %entry ], [ %w, %loop ]
  %y = fmul float %x, 3.0
  %w = fadd float %z, %x
  %next = add i32 %k, 1
  %more = icmp ult i32 %next, 50
  br i1 %more, label %loop, label %end
end:
  %s = fadd float %y, %w
  store float %s, ptr %a
  ret void
}
define ptx_kernel void @in_strides(ptr %p, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %outer
outer:
  %i = phi i32 [ %t, %entry ], [ %j, %end ]
  %a = getelementptr float, ptr %p, i32 %i
  %v = load float, ptr %a
  br label %loop
loop:
  %k = phi i32 [ 0, %outer ], [ %next, %loop ]
  %x = phi float [ %v, %outer ], [ %y, %loop ]
  %y = fmul float %x, 3.0
  %next = add i32 %k, 1
  %more = icmp ult i32 %next, 50
  br i1 %more, label %loop, label %end
end:
  store float %y, ptr %a
  %j = add i32 %i, 1000
  %again = icmp slt i32 %j, %n
  br i1 %again, label %outer, label %exit
exit:
  ret void
}
