; RUN: %opt --passes=range-instructions %s | %check
; fmaxf and fminf of packets become AVX-512's range instructions, once signalling NaNs are quiet.
declare <16 x float> @llvm.maximumnum.v16f32(<16 x float>, <16 x float>)
declare <32 x float> @llvm.minimumnum.v32f32(<32 x float>, <32 x float>)
declare <8 x double> @llvm.maximumnum.v8f64(<8 x double>, <8 x double>)
declare <3 x float> @llvm.maximumnum.v3f32(<3 x float>, <3 x float>)
declare float @llvm.maximumnum.f32(float, float)

; What memory holds may signal, a sum does not, and what is carried round a loop does not if all that comes in does not.
; CHECK-LABEL: define <16 x float> @largest(
; CHECK: [[Q:%.*]] = call <16 x float> @llvm.canonicalize.v16f32(<16 x float> %v)
; CHECK-NEXT: %next = call <16 x float> @llvm.x86.avx512.mask.range.ps.512(<16 x float> %most, <16 x float> [[Q]], i32 5, <16 x float> poison, i16 -1, i32 4)
; CHECK: %sum = fadd <16 x float> %next, %next
; CHECK-NEXT: %r = call <16 x float> @llvm.x86.avx512.mask.range.ps.512(<16 x float> %sum, <16 x float> %next, i32 5,
define <16 x float> @largest(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %most = phi <16 x float> [ splat (float -1.0), %entry ], [ %next, %loop ]
  %a = getelementptr <16 x float>, ptr %p, i64 %i
  %v = load <16 x float>, ptr %a
  %next = call <16 x float> @llvm.maximumnum.v16f32(<16 x float> %most, <16 x float> %v)
  %i1 = add i64 %i, 1
  %c = icmp eq i64 %i1, %n
  br i1 %c, label %exit, label %loop
exit:
  %sum = fadd <16 x float> %next, %next
  %r = call <16 x float> @llvm.maximumnum.v16f32(<16 x float> %sum, <16 x float> %next)
  ret <16 x float> %r
}

; Two registers are two instructions.
; CHECK-LABEL: define <32 x float> @two_registers(
; CHECK: call <16 x float> @llvm.x86.avx512.mask.range.ps.512({{.*}}, i32 4,
; CHECK: call <16 x float> @llvm.x86.avx512.mask.range.ps.512({{.*}}, i32 4,
; CHECK: %r = shufflevector <16 x float>
define <32 x float> @two_registers(<32 x float> %a, <32 x float> %b) {
  %r = call <32 x float> @llvm.minimumnum.v32f32(<32 x float> %a, <32 x float> %b)
  ret <32 x float> %r
}

; CHECK-LABEL: define <8 x double> @doubles(
; CHECK: @llvm.canonicalize.v8f64(<8 x double> %a)
; CHECK: @llvm.canonicalize.v8f64(<8 x double> %b)
; CHECK: %r = call <8 x double> @llvm.x86.avx512.mask.range.pd.512({{.*}}, i32 5, <8 x double> poison, i8 -1, i32 4)
define <8 x double> @doubles(<8 x double> %a, <8 x double> %b) {
  %r = call <8 x double> @llvm.maximumnum.v8f64(<8 x double> %a, <8 x double> %b)
  ret <8 x double> %r
}

; One thread's numbers, and what does not fill a register: the same instruction, for the same bits.
; CHECK-LABEL: define <3 x float> @narrow(
; CHECK: [[X:%.*]] = insertelement <16 x float> poison, float {{%.*}}, i64 0
; CHECK: [[R:%.*]] = call <16 x float> @llvm.x86.avx512.mask.range.ps.512(<16 x float> [[X]],
; CHECK: %t = extractelement <16 x float> [[R]], i64 0
; CHECK: [[W:%.*]] = shufflevector <3 x float> {{%.*}}, <3 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 poison,
; CHECK: [[S:%.*]] = call <16 x float> @llvm.x86.avx512.mask.range.ps.512(<16 x float> [[W]],
; CHECK: %s = shufflevector <16 x float> [[S]], <16 x float> poison, <3 x i32> <i32 0, i32 1, i32 2>
define <3 x float> @narrow(<3 x float> %b, <3 x float> %d, float %c, float %e, ptr %p) {
  %t = call float @llvm.maximumnum.f32(float %c, float %e)
  store float %t, ptr %p
  %s = call <3 x float> @llvm.maximumnum.v3f32(<3 x float> %b, <3 x float> %d)
  ret <3 x float> %s
}

; Beside a constant one instruction is enough.
; CHECK-LABEL: define <16 x float> @constant(
; CHECK-NOT: range
; CHECK: ret <16 x float>
define <16 x float> @constant(<16 x float> %a) {
  %r = call <16 x float> @llvm.maximumnum.v16f32(<16 x float> %a, <16 x float> splat (float 1.0))
  ret <16 x float> %r
}
