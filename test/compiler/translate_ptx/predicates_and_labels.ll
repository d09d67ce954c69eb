; RUN: %opt --passes=translate-ptx %s | %check
; A loop of labels becomes a loop, with its registers in phis.
; CHECK-LABEL: define ptx_kernel void @k
; CHECK: ptx.again:
; CHECK: phi i32
; CHECK: add i32 %{{.*}}, 3
; CHECK: icmp ult i32 %{{.*}}, 100
; CHECK: br i1 %{{.*}}, label %ptx.again, label
; CHECK-NOT: asm
; CHECK: ret void
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p, i32 %x) {
  %a = call i32 asm "{ .reg .pred q; mov.u32 $0, $1; again: add.u32 $0, $0, 3; setp.lt.u32 q, $0, 100; @q bra again; }", "=r,r"(i32 %x)
  store i32 %a, ptr %p
  ret void
}
