; RUN: %opt --passes=up-to-lower-runtime-calls,widen --cpu=haswell %s | %check
; Before AVX-512: where a guard has failed a gather is marked as rare,
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @wraps.body{{.*}}.packet(
; CHECK: other:
; CHECK: call <16 x float> @llvm.masked.gather{{.*}}, !riffle.rare
define ptx_kernel void @wraps(ptr %p, ptr %q, i32 %offset) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add i32 %offset, %t
  %x = zext i32 %i to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load float, ptr %a
  %b = getelementptr float, ptr %q, i32 %t
  store float %v, ptr %b
  ret void
}

; also of elements in falling order,
; CHECK-LABEL: define internal void @falls.body{{.*}}.packet(
; CHECK: part:
; CHECK: call <16 x float> @llvm.masked.gather{{.*}}, !riffle.rare
define ptx_kernel void @falls(ptr %p, ptr %q, i32 %offset) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = sub i32 %offset, %t
  %x = sext i32 %i to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load float, ptr %a
  %b = getelementptr float, ptr %q, i32 %t
  store float %v, ptr %b
  ret void
}

; but not where every other step goes there,
; CHECK-LABEL: define internal void @permutes.body{{.*}}.packet(
; CHECK: call <16 x float> @llvm.masked.gather
; CHECK-NOT: !riffle.rare
; CHECK: {{^}}}
define ptx_kernel void @permutes(ptr %p, ptr %q, i32 %step) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = xor i32 %t, %step
  %x = zext i32 %i to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load float, ptr %a
  %b = getelementptr float, ptr %q, i32 %t
  store float %v, ptr %b
  ret void
}

; and not in code for one shape.
; CHECK-LABEL: define internal void @of_one_shape.body{{.*}}.packet(
; CHECK: call <16 x float> @llvm.masked.gather
; CHECK-NOT: !riffle.rare
; CHECK: {{^}}}
define ptx_kernel void @of_one_shape(ptr %p, ptr %q, i32 %offset) "riffle-shape"="64,1,1" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add i32 %offset, %t
  %x = zext i32 %i to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load float, ptr %a
  %b = getelementptr float, ptr %q, i32 %t
  store float %v, ptr %b
  ret void
}
