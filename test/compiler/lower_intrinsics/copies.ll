;--- nobody_follows
; RUN: %opt --passes=retarget,lower-intrinsics %s | %check
; What is said of asynchronous copies is for those who follow threads.
; CHECK-LABEL: define {{.*}}@copies(
; CHECK: store i32
; CHECK-NOT: __riffle_copies
target triple = "nvptx64-nvidia-cuda"
define void @copies(ptr %to, ptr %from) {
  %value = load i32, ptr %from
  store i32 %value, ptr %to
  call void @__riffle_copies_issue(ptr %to, ptr %from, i64 4)
  call void @__riffle_copies_commit()
  call void @__riffle_copies_await(i64 0)
  ret void
}
declare void @__riffle_copies_issue(ptr, ptr, i64)
declare void @__riffle_copies_commit()
declare void @__riffle_copies_await(i64)

;--- somebody_follows
; RUN: %opt --passes=to-follow,retarget,lower-intrinsics %s | %check
; CHECK-LABEL: define {{.*}}@copies(
; CHECK: call void @__riffle_copies_issue(ptr %to, ptr %from, i64 4)
; CHECK: call void @__riffle_copies_await(i64 0)
target triple = "nvptx64-nvidia-cuda"
define void @copies(ptr %to, ptr %from) {
  call void @__riffle_copies_issue(ptr %to, ptr %from, i64 4)
  call void @__riffle_copies_await(i64 0)
  ret void
}
declare void @__riffle_copies_issue(ptr, ptr, i64)
declare void @__riffle_copies_await(i64)

;--- scopes_of_fences
; RUN: %opt --passes=retarget,lower-intrinsics %s | %check
; CHECK-LABEL: define {{.*}}@fences(
; CHECK: fence syncscope("block") seq_cst
; CHECK-NEXT: fence seq_cst
; CHECK-NEXT: fence seq_cst
target triple = "nvptx64-nvidia-cuda"
define void @fences() {
  call void @llvm.nvvm.membar.cta()
  call void @llvm.nvvm.membar.gl()
  call void @llvm.nvvm.membar.sys()
  ret void
}
declare void @llvm.nvvm.membar.cta()
declare void @llvm.nvvm.membar.gl()
declare void @llvm.nvvm.membar.sys()
