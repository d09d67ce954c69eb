; RUN: %opt --passes=translate-ptx %s | %check
; A loop of labels, in a function's first block, becomes a loop with its registers in phis.
; CHECK-LABEL: define ptx_kernel void @k
; CHECK-NEXT: br label %ptx.again
; CHECK-NOT: asm
; CHECK: icmp ult i32 %{{.*}}, 100
; CHECK: br i1 %{{.*}}, label %ptx.again, label
; CHECK: ptx.again:
; CHECK-NEXT: phi i32 [ %x, %0 ]
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p, i32 %x) {
  %a = call i32 asm "{ .reg .pred q; mov.u32 $0, $1; again: add.u32 $0, $0, 3; setp.lt.u32 q, $0, 100; @q bra again; }", "=r,r"(i32 %x)
  store i32 %a, ptr %p
  ret void
}
