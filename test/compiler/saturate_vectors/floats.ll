; RUN: %opt --passes=saturate-vectors %s | %check
; Vectors of floats become integers by what every processor has for vectors; scalars and doubles have instructions that do.
declare <8 x i32> @llvm.fptosi.sat.v8i32.v8f32(<8 x float>)
declare <8 x i32> @llvm.fptoui.sat.v8i32.v8f32(<8 x float>)
declare i32 @llvm.fptosi.sat.i32.f32(float)
declare <4 x i32> @llvm.fptosi.sat.v4i32.v4f64(<4 x double>)

; CHECK-LABEL: define <8 x i32> @signed(
; CHECK: [[FITS:%.*]] = fcmp olt <8 x float> {{%.*}}, splat (float 0x41E0000000000000)
; CHECK: [[X:%.*]] = select <8 x i1> [[FITS]], <8 x float> {{%.*}}, <8 x float> splat (float 0xC1E0000000000000)
; CHECK: [[N:%.*]] = fptosi <8 x float> [[X]] to <8 x i32>
; CHECK: select <8 x i1> {{%.*}}, <8 x i32> zeroinitializer, <8 x i32> [[N]]
; CHECK: select <8 x i1> {{%.*}}, <8 x i32> splat (i32 2147483647)
define <8 x i32> @signed(<8 x float> %x) {
  %i = call <8 x i32> @llvm.fptosi.sat.v8i32.v8f32(<8 x float> %x)
  ret <8 x i32> %i
}

; CHECK-LABEL: define <8 x i32> @unsigned(
; CHECK: fptosi
; CHECK: xor
; CHECK: select <8 x i1> {{%.*}}, <8 x i32> splat (i32 -1)
define <8 x i32> @unsigned(<8 x float> %x) {
  %i = call <8 x i32> @llvm.fptoui.sat.v8i32.v8f32(<8 x float> %x)
  ret <8 x i32> %i
}

; CHECK-LABEL: define i32 @scalar(
; CHECK: fptosi.sat
define i32 @scalar(float %x) {
  %i = call i32 @llvm.fptosi.sat.i32.f32(float %x)
  ret i32 %i
}

; CHECK-LABEL: define <4 x i32> @doubles(
; CHECK: fptosi.sat
define <4 x i32> @doubles(<4 x double> %x) {
  %i = call <4 x i32> @llvm.fptosi.sat.v4i32.v4f64(<4 x double> %x)
  ret <4 x i32> %i
}
