; RUN: %opt --passes=up-to-lower-runtime-calls,widen %s | %check
; Packets ask once for each line of places that follow each other, or that all lanes share; else lane by lane.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)

; CHECK-LABEL: define internal void @next.body{{.*}}.packet(
; CHECK: [[FIRST:%.*]] = getelementptr i8, ptr %a, i64 0
; CHECK-NEXT: call void @llvm.prefetch.p0(ptr [[FIRST]], i32 0, i32 3, i32 1)
; CHECK-NEXT: [[LAST:%.*]] = getelementptr i8, ptr %a, i64 60
; CHECK-NEXT: call void @llvm.prefetch.p0(ptr [[LAST]], i32 0, i32 3, i32 1)
; CHECK-NOT: call void @llvm.prefetch
; CHECK: {{^}}}
define ptx_kernel void @next(ptr %p) {
  %t = call range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = zext i32 %t to i64
  %a = getelementptr float, ptr %p, i64 %x
  call void @llvm.prefetch.p0(ptr %a, i32 0, i32 3, i32 1)
  store float 1.0, ptr %a
  ret void
}

; CHECK-LABEL: define internal void @shared.body{{.*}}.packet(
; CHECK: call void @llvm.prefetch.p0(ptr %p, i32 0, i32 3, i32 1)
; CHECK-NOT: call void @llvm.prefetch
; CHECK: {{^}}}
define ptx_kernel void @shared(ptr %p, ptr %q) {
  %t = call range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = zext i32 %t to i64
  %a = getelementptr float, ptr %q, i64 %x
  call void @llvm.prefetch.p0(ptr %p, i32 0, i32 3, i32 1)
  store float 1.0, ptr %a
  ret void
}

; CHECK-LABEL: define internal void @anywhere.body{{.*}}.packet(
; CHECK-COUNT-16: call void @llvm.prefetch.p0(
; CHECK: {{^}}}
define ptx_kernel void @anywhere(ptr %p, ptr %q) {
  %t = call range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = zext i32 %t to i64
  %a = getelementptr i64, ptr %q, i64 %x
  %place = load i64, ptr %a
  %b = getelementptr float, ptr %p, i64 %place
  call void @llvm.prefetch.p0(ptr %b, i32 0, i32 3, i32 1)
  ret void
}
