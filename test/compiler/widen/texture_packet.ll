; RUN: %opt --passes=up-to-lower-runtime-calls,widen %s | %check
; RUN: %opt --cpu=icelake-server --width=128 --passes=up-to-choose-strategies %s | %check --check-prefix=WIDE
; One texture read by all lanes: one call, with the lanes that are on. Objects that differ, and more lanes than a word has bits: a call
; for each lane.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @__riffle_sample_texture(i64, i32, float, float, float, i32, float, ptr)

; CHECK-LABEL: define internal void @one.body{{.*}}.packet(
; CHECK: %[[X:.*]] = sitofp <16 x i32> %{{.*}} to <16 x float>
; CHECK: store <16 x float> %[[X]], ptr %[[PLACES:places.*]], align 64
; CHECK: call void %{{.*}}(i64 %object, i32 2, i32 16, i64 65535, ptr %[[PLACES]], ptr
; CHECK-NOT: call void %{{.*}}(i64
; CHECK: ret void
; WIDE-LABEL: define internal void @one.run(
; WIDE: <128 x
; WIDE-COUNT-128: call void %{{.*}}(i64 %object, i32 2, float
define ptx_kernel void @one(i64 %object, ptr %to) {
  %r = alloca [4 x i32]
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = sitofp i32 %t to float
  call void @__riffle_sample_texture(i64 %object, i32 2, float %x, float 0.0, float 0.0, i32 0, float 0.0, ptr %r)
  %v = load i32, ptr %r
  %a = getelementptr i32, ptr %to, i32 %t
  store i32 %v, ptr %a
  ret void
}

; CHECK-LABEL: define internal void @masked.body{{.*}}.packet(
; CHECK: {{^}}read:
; CHECK: %[[BITS:.*]] = bitcast <16 x i1> %{{.*}} to i16
; CHECK: %[[MASK:.*]] = zext i16 %[[BITS]] to i64
; CHECK: call void %{{.*}}(i64 %object, i32 2, i32 16, i64 %[[MASK]], ptr
define ptx_kernel void @masked(i64 %object, ptr %to, i32 %n) {
entry:
  %r = alloca [4 x i32]
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %odd = and i32 %t, %n
  %c = icmp eq i32 %odd, 0
  br i1 %c, label %read, label %end
read:
  %x = sitofp i32 %t to float
  call void @__riffle_sample_texture(i64 %object, i32 2, float %x, float 0.0, float 0.0, i32 0, float 0.0, ptr %r)
  %v = load i32, ptr %r
  %a = getelementptr i32, ptr %to, i32 %t
  store i32 %v, ptr %a
  br label %end
end:
  ret void
}

; CHECK-LABEL: define internal void @several.body{{.*}}.packet(
; CHECK: call void %{{.*}}(i64 %{{.*}}, i32 2, float
; CHECK-NOT: i32 16, i64
; CHECK: ret void
define ptx_kernel void @several(ptr %objects, ptr %to) {
  %r = alloca [4 x i32]
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %o = getelementptr i64, ptr %objects, i32 %t
  %object = load i64, ptr %o
  call void @__riffle_sample_texture(i64 %object, i32 2, float 0.0, float 0.0, float 0.0, i32 0, float 0.0, ptr %r)
  %v = load i32, ptr %r
  %a = getelementptr i32, ptr %to, i32 %t
  store i32 %v, ptr %a
  ret void
}
