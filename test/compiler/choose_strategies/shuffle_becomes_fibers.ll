; RUN: %opt --passes=up-to-choose-strategies %s | %check
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)

; CHECK-LABEL: define internal void @k.thread(ptr %0)
; WarpOp::kShuffleIndex is 1.
; CHECK: call i64 %{{.*}}(ptr %0, i32 1, i32 -1, i64 %{{.*}}, i32 3, i32 31, ptr null)
; CHECK-LABEL: define internal void @k.run(
; CHECK: call void %{{.*}}(ptr %launch, ptr %frame, ptr @k.thread)
define ptx_kernel void @k(ptr %p) {
  %v = load i32, ptr %p
  %a = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %v, i32 3, i32 31)
  store i32 %a, ptr %p
  ret void
}
