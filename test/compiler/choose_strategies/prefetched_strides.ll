; RUN: %opt --passes=up-to-choose-strategies %s | %check
; A loop that keeps a sum and goes on by the grid's size: what it will load is asked for before.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()

; CHECK-LABEL: define internal void @sum.run(
; CHECK: [[AHEAD:%.*]] = mul i32 %step{{.*}}, 7
; CHECK: [[LATER:%.*]] = add i32 {{%.*}}, [[AHEAD]]
; CHECK: [[X:%.*]] = sext i32 [[LATER]] to i64
; CHECK: [[A:%.*]] = getelementptr float, ptr {{%.*}}, i64 [[X]]
; CHECK: call void @llvm.prefetch.p0(ptr {{.*}}, i32 0, i32 3, i32 1)
define ptx_kernel void @sum(ptr %p, ptr %q, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %g = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %first = mul i32 %b, %d
  %start = add i32 %first, %t
  %step = mul i32 %d, %g
  br label %loop
loop:
  %i = phi i32 [ %start, %entry ], [ %next, %loop ]
  %s = phi float [ 0.0, %entry ], [ %sum, %loop ]
  %x = sext i32 %i to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load float, ptr %a
  %sum = fadd float %s, %v
  %next = add nsw i32 %i, %step
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %y = sext i32 %start to i64
  %o = getelementptr float, ptr %q, i64 %y
  store float %sum, ptr %o
  ret void
}

; Steps that the program chose, and addresses that come from memory: as they are.
; CHECK-LABEL: define internal void @others.run(
; CHECK-NOT: call void @llvm.prefetch
; CHECK: {{^}}}
define ptx_kernel void @others(ptr %p, ptr %q, i32 %n, i32 %step) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ %t, %entry ], [ %next, %loop ]
  %s = phi float [ 0.0, %entry ], [ %sum, %loop ]
  %x = sext i32 %i to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load float, ptr %a
  %sum = fadd float %s, %v
  %next = add nsw i32 %i, %step
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %o = getelementptr float, ptr %q, i32 %t
  store float %sum, ptr %o
  ret void
}
