; RUN: %opt --passes=up-to-lower-runtime-calls,widen %s | %check
; Quotients and remainders of threads' numbers: a packet whose lanes share the quotient accesses memory in order, at
; row * width + column too. In one that goes on in the next row, lanes behind the restart are a constant distance away.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; One division, of which the remainder is asked.
; CHECK-LABEL: define internal void @row_and_column.body{{.*}}.packet(
; CHECK: [[COLUMN:%.*]] = urem i32 [[N:%.*]], [[M:%.*]]
; CHECK: %straight = icmp ult i32 15, {{%.*}}
; CHECK: udiv i32 [[N]], [[M]]
; CHECK: load float, ptr
; CHECK-NEXT: insertelement <16 x float>
; CHECK: load <16 x float>
define ptx_kernel void @row_and_column(ptr noalias %a, ptr noalias %b, ptr noalias %o, i32 %offset, i32 %width) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %n = add i32 %offset, %t
  %row = udiv i32 %n, %width
  %begin = mul i32 %row, %width
  %column = sub i32 %n, %begin
  %i = zext i32 %row to i64
  %j = zext i32 %column to i64
  %p = getelementptr float, ptr %a, i64 %i
  %x = load float, ptr %p
  %q = getelementptr float, ptr %b, i64 %j
  %y = load float, ptr %q
  %s = fadd float %x, %y
  %r = getelementptr float, ptr %o, i32 %t
  store float %s, ptr %r
  ret void
}

; Rows of 40 behind each other: a packet that goes on in the next row is in order as well.
; CHECK-LABEL: define internal void @whole_rows.body{{.*}}.packet(
; CHECK-NOT: masked.load
; CHECK: load <16 x float>
; CHECK: load <16 x float>
; CHECK-NOT: masked.load
; CHECK: ret void
define ptx_kernel void @whole_rows(ptr noalias %a, ptr noalias %o, i16 %offset) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t.short = trunc i32 %t to i16
  %n = add nuw i16 %offset, %t.short
  %row = udiv i16 %n, 40
  %column = urem i16 %n, 40
  %i = zext i16 %row to i64
  %j = zext i16 %column to i64
  %p = getelementptr [40 x float], ptr %a, i64 %i
  %q = getelementptr float, ptr %p, i64 %j
  %x = load float, ptr %q
  %r = getelementptr float, ptr %o, i32 %t
  store float %x, ptr %r
  ret void
}

; A divisor of one value is turned over once; 64 bits go through double where they fit.
; CHECK-LABEL: define internal void @values.body{{.*}}.packet(
; CHECK: %reciprocal = fdiv double 1.000000e+00
; CHECK: fmul <16 x double>
; CHECK: %are.small = icmp eq i16
; CHECK: fdiv <16 x double>
; CHECK: udiv <16 x i64>
define ptx_kernel void @values(ptr noalias %a, ptr noalias %b, i32 %m) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr %a, i32 %t
  %v = load i32, ptr %p
  %u = udiv i32 %v, %m
  store i32 %u, ptr %p
  %q = getelementptr i64, ptr %b, i32 %t
  %w = load i64, ptr %q
  %long = zext i32 %v to i64
  %k = or i64 %long, 1
  %x = udiv i64 %w, %k
  store i64 %x, ptr %q
  ret void
}
