; RUN: %opt --passes=up-to-choose-strategies %s | %check
; What packets load one after the other is asked for some packets before.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
@tile = internal addrspace(3) global [256 x float] poison

; CHECK-LABEL: define internal void @copy.run(
; CHECK: [[LATER:%.*]] = getelementptr i8, ptr [[A:%.*]], i64 1024
; CHECK: call void @llvm.prefetch.p0(ptr [[LATER]], i32 0, i32 3, i32 1)
; CHECK: [[NEXT:%.*]] = getelementptr i8, ptr [[LATER]], i64 64
; CHECK: call void @llvm.prefetch.p0(ptr [[NEXT]], i32 0, i32 3, i32 1)
; CHECK: load <32 x float>, ptr [[A]]
define ptx_kernel void @copy(ptr %p, ptr %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %first = mul nsw i32 %b, %d
  %i = add nsw i32 %first, %t
  %x = sext i32 %i to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load float, ptr %a
  %o = getelementptr float, ptr %q, i64 %x
  store float %v, ptr %o
  ret void
}

; Rows of a block lie apart: what follows one of them in memory comes much later.
; CHECK-LABEL: define internal void @rows.run(
; CHECK-NOT: call void @llvm.prefetch
; CHECK: {{^}}}
define ptx_kernel void @rows(ptr %p, ptr %q, i32 %pitch) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %first = mul nsw i32 %r, %pitch
  %i = add nsw i32 %first, %t
  %x = sext i32 %i to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load float, ptr %a
  %o = getelementptr float, ptr %q, i64 %x
  store float %v, ptr %o
  ret void
}

; Shared memory is in the cache; in a loop the next iteration's lines matter.
; CHECK-LABEL: define internal void @near.run(
; CHECK-NOT: call void @llvm.prefetch
; CHECK: {{^}}}
define ptx_kernel void @near(ptr %p, ptr %q, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %s = getelementptr float, ptr addrspace(3) @tile, i32 %t
  %first = load float, ptr addrspace(3) %s
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ %first, %entry ], [ %more, %loop ]
  %offset = mul nsw i32 %i, 32
  %at = add nsw i32 %offset, %t
  %x = sext i32 %at to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load float, ptr %a
  %more = fadd float %sum, %v
  %next = add nsw i32 %i, 1
  %goes.on = icmp slt i32 %next, %n
  br i1 %goes.on, label %loop, label %end
end:
  %o = getelementptr float, ptr %q, i32 %t
  store float %more, ptr %o
  ret void
}

; An array from its end: what comes next is lower.
; CHECK-LABEL: define internal void @from_end.run(
; CHECK: [[LOWER:%.*]] = getelementptr i8, ptr [[E:%.*]], i64 -1024
; CHECK: call void @llvm.prefetch.p0(ptr [[LOWER]], i32 0, i32 3, i32 1)
; CHECK: load <32 x float>, ptr [[E]]
define ptx_kernel void @from_end(ptr %p, ptr %q, i64 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %first = mul nsw i32 %b, %d
  %i = add nsw i32 %first, %t
  %x = sext i32 %i to i64
  %y = sub i64 %n, %x
  %a = getelementptr float, ptr %p, i64 %y
  %v = load float, ptr %a
  %o = getelementptr float, ptr %q, i64 %x
  store float %v, ptr %o
  ret void
}
