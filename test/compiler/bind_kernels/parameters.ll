; RUN: %opt --passes=up-to-emit-tables --strategy=loop %s | %check
; Offsets as the host packs them: int at 0, structure at 8, double at 24; a structure that the kernel
; changes is copied per thread.
target triple = "nvptx64-nvidia-cuda"
%P = type { i32, [2 x float] }
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK: @riffle.table{{.*}} = {{.*}}[3 x { i32, i32 }] [{ i32, i32 } { i32 0, i32 4 }, { i32, i32 } { i32 8, i32 12 }, { i32, i32 } { i32 24, i32 8 }]
; CHECK: @riffle_module = constant
; CHECK-LABEL: define internal void @k.run(ptr %launch, ptr %frame, i64 %0, i64 %1)
; CHECK: %p.own{{.*}} = alloca %P
; CHECK: thread.x:
; CHECK: call void @llvm.memcpy{{.*}}(ptr align 8 %p.own
define ptx_kernel void @k(i32 %a, ptr byval(%P) align 8 %p, double %d) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  store i32 %t, ptr %p
  ret void
}
