; RUN: %opt --cpu=haswell --passes=up-to-choose-strategies --remarks %s | %check
; What lanes tell each other by volatile memory without asking for order wants a warp that goes in step, as wide as that is.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
@part = internal addrspace(3) global [64 x float] undef

; CHECK: kernel 'alone': packets of 64, else 32 threads
; CHECK: kernel 'last_warp': packets of 32 threads in vector registers: a warp, whose lanes may go in step by volatile memory
; CHECK: kernel 'of_rows': packets of 32, else 16 threads
; CHECK-LABEL: define internal void @last_warp.run(
; One access each, as on hardware.
; CHECK: load volatile <32 x float>
; CHECK: load volatile <32 x float>
; CHECK: fadd <32 x float>
; CHECK: store volatile <32 x float>
; CHECK-NOT: fadd <64 x float>
define ptx_kernel void @last_warp(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %own = getelementptr float, ptr addrspace(3) @part, i32 %t
  %next = add nuw nsw i32 %t, 1
  %other = getelementptr float, ptr addrspace(3) @part, i32 %next
  %x = load volatile float, ptr addrspace(3) %own
  %y = load volatile float, ptr addrspace(3) %other
  %z = fadd float %x, %y
  store volatile float %z, ptr addrspace(3) %own
  ret void
}

; Its opposite: a thread by itself in a loop.
define ptx_kernel void @alone(ptr %p) {
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

; Blocks of two dimensions are often narrower than a warp.
define ptx_kernel void @of_rows(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %row = getelementptr [16 x float], ptr %p, i32 %r
  %a = getelementptr float, ptr %row, i32 %t
  %x = load volatile float, ptr %a
  store volatile float %x, ptr %a
  ret void
}
