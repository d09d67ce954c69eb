; RUN: %opt --passes=up-to-bind-kernels,structurize,join-bytes %s | %check
; Bytes of one aligned word that lanes read far apart are one load of the word.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; Two words, of which four bytes and one short number are wanted.
; CHECK-LABEL: define internal void @pixels.body(
; CHECK: %[[WORD:word.*]] = load i32, ptr %{{.*}}, align 4
; CHECK-NEXT: trunc i32 %[[WORD]] to i8
; CHECK: lshr i32 %[[WORD]], 8
; CHECK: lshr i32 %[[WORD]], 16
; CHECK: trunc i32 %{{.*}} to i16
; CHECK: load i8, ptr
; CHECK-NOT: load i8
; CHECK: ret void
define ptx_kernel void @pixels(ptr %p, ptr %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr [8 x i8], ptr %p, i32 %t
  %x = load i8, ptr %at, align 8
  %at.1 = getelementptr i8, ptr %at, i64 1
  %y = load i8, ptr %at.1, align 1
  %at.2 = getelementptr i8, ptr %at, i64 2
  %z = load i16, ptr %at.2, align 2
  %at.5 = getelementptr i8, ptr %at, i64 5
  %w = load i8, ptr %at.5, align 1
  %xs = zext i8 %x to i32
  %ys = zext i8 %y to i32
  %zs = sext i16 %z to i32
  %ws = zext i8 %w to i32
  %s = add i32 %xs, %ys
  %s2 = add i32 %s, %zs
  %s3 = add i32 %s2, %ws
  %to = getelementptr i32, ptr %q, i32 %t
  store i32 %s3, ptr %to
  ret void
}
; Not where no alignment says which bytes are a word's, nor where memory changes in between, nor bytes side by side.
; CHECK-LABEL: define internal void @others.body(
; CHECK-NOT: load i32
; CHECK: ret void
define ptx_kernel void @others(ptr %p, ptr %q, ptr %r) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr [8 x i8], ptr %p, i32 %t
  %x = load i8, ptr %at, align 1
  %at.1 = getelementptr i8, ptr %at, i64 1
  %y = load i8, ptr %at.1, align 1
  %to = getelementptr [8 x i8], ptr %q, i32 %t
  %s = load i8, ptr %to, align 8
  store i8 7, ptr %at
  %to.1 = getelementptr i8, ptr %to, i64 1
  %u = load i8, ptr %to.1, align 1
  %sum = add i8 %x, %y
  %sum.1 = add i8 %s, %u
  %sum.2 = add i8 %sum, %sum.1
  %beside = getelementptr i8, ptr %r, i32 %t
  %v = load i8, ptr %beside, align 4
  %beside.1 = getelementptr i8, ptr %beside, i64 1
  %w = load i8, ptr %beside.1, align 1
  %sum.3 = add i8 %sum.2, %v
  %sum.4 = add i8 %sum.3, %w
  store i8 %sum.4, ptr %beside
  ret void
}
; Nor of a variable of which the word may not be a part.
; CHECK-LABEL: define internal void @variable.body(
; CHECK-NOT: load i32
; CHECK: ret void
define ptx_kernel void @variable(ptr %q, i32 %k) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %v = alloca [7 x i8], align 4
  call void @llvm.memset.p0.i64(ptr %v, i8 3, i64 7, i1 false)
  %number = trunc i32 %t to i8
  %some = getelementptr [7 x i8], ptr %v, i32 0, i32 %k
  store i8 %number, ptr %some
  %at.4 = getelementptr i8, ptr %v, i64 4
  %x = load i8, ptr %at.4, align 4
  %at.5 = getelementptr i8, ptr %v, i64 5
  %y = load i8, ptr %at.5, align 1
  %sum = add i8 %x, %y
  %to = getelementptr i8, ptr %q, i32 %t
  store i8 %sum, ptr %to
  ret void
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
