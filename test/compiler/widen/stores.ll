; Stores of which some lanes are off or share an address.

;--- blended_stores
; RUN: %opt --passes=up-to-lower-runtime-calls,widen %s | %check
; In the block's own memory lanes that are off store what they have just read, so that no store has a mask; two stores
; that fill registers' worth of memory are made together.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
@part = internal addrspace(3) global [1024 x i32] poison, align 4

; CHECK-LABEL: define internal void @read_before.body{{.*}}.packet(
; CHECK: [[OLD:%.*]] = load <16 x i32>
; CHECK: then:
; CHECK: [[VALUE:%.*]] = select <16 x i1> {{.*}}, <16 x i32> {{.*}}, <16 x i32> [[OLD]]
; CHECK: [[FROZEN:%.*]] = freeze <16 x i32> [[VALUE]]
; CHECK: store <16 x i32> [[FROZEN]]
; CHECK-NOT: masked.store
; CHECK: ret void
define ptx_kernel void @read_before(i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(3) @part, i32 %t
  %v = load i32, ptr addrspace(3) %a
  %c = icmp slt i32 %v, %n
  br i1 %c, label %then, label %end
then:
  store i32 %n, ptr addrspace(3) %a
  br label %end
end:
  ret void
}

; A step of a sorting network. The values of both stores are permuted together where they fill two registers of memory.
; CHECK-LABEL: define internal void @exchange.body{{.*}}.packet(
; CHECK: br i1 {{.*}}, label %[[CONSECUTIVE:.*]], label %[[OTHER:.*]]
; CHECK: %filled
; CHECK: br i1 %filled{{.*}}, label %[[JOINED:.*]], label %[[APART:.*]]
; CHECK: [[JOINED]]:
; CHECK: call <16 x i32> @llvm.x86.avx512.vpermi2var.d.512(
; CHECK-NEXT: getelementptr
; CHECK-NEXT: store <16 x i32>
; CHECK: call <16 x i32> @llvm.x86.avx512.vpermi2var.d.512(
; CHECK-NEXT: getelementptr
; CHECK-NEXT: store <16 x i32>
; CHECK: [[APART]]:
; CHECK: masked.scatter
define ptx_kernel void @exchange(i32 %reach) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %m = add i32 %reach, -1
  %l = and i32 %m, %t
  %d = shl nuw nsw i32 %t, 1
  %i = sub nsw i32 %d, %l
  %k = add nsw i32 %i, %reach
  %a = getelementptr i32, ptr addrspace(3) @part, i32 %i
  %b = getelementptr i32, ptr addrspace(3) @part, i32 %k
  %v = load i32, ptr addrspace(3) %a
  %w = load i32, ptr addrspace(3) %b
  %c = icmp sgt i32 %v, %w
  br i1 %c, label %then, label %end
then:
  store i32 %w, ptr addrspace(3) %a
  store i32 %v, ptr addrspace(3) %b
  br label %end
end:
  ret void
}

; Other memory may be another block's, or nobody's to write.
; CHECK-LABEL: define internal void @global.body{{.*}}.packet(
; CHECK: masked.store
; CHECK: ret void
define ptx_kernel void @global(ptr %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %t
  %v = load i32, ptr %a
  %c = icmp slt i32 %v, %n
  br i1 %c, label %then, label %end
then:
  store i32 %n, ptr %a
  br label %end
end:
  ret void
}

; Another thread may have stored since.
; CHECK-LABEL: define internal void @behind_barrier.body{{.*}}.packet(
; CHECK: masked.store
; CHECK: ret void
define ptx_kernel void @behind_barrier(i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(3) @part, i32 %t
  %v = load i32, ptr addrspace(3) %a
  %c = icmp slt i32 %v, %n
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %c, label %then, label %end
then:
  store i32 %n, ptr addrspace(3) %a
  br label %end
end:
  ret void
}

; Lanes may be at the same place: one that is off must not take back what another one stores.
; CHECK-LABEL: define internal void @anywhere.body{{.*}}.packet(
; CHECK: masked.scatter
; CHECK: ret void
define ptx_kernel void @anywhere(ptr %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %q = getelementptr i32, ptr %p, i32 %t
  %i = load i32, ptr %q
  %a = getelementptr i32, ptr addrspace(3) @part, i32 %i
  %v = load i32, ptr addrspace(3) %a
  %c = icmp slt i32 %v, %n
  br i1 %c, label %then, label %end
then:
  store i32 %n, ptr addrspace(3) %a
  br label %end
end:
  ret void
}

;--- masked_stores
; RUN: %opt --cpu=haswell --passes=up-to-lower-runtime-calls,widen %s | %check
; RUN: %opt --passes=up-to-lower-runtime-calls,widen %s | %check --check-prefix=FREE
; Where stores under masks are dear, registers of which all lanes or none are on have none.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @k.body{{.*}}.packet(
; CHECK: kept:
; CHECK-NEXT: [[BITS:%.*]] = bitcast <16 x i1> %c to i16
; CHECK: {{%.*}} = lshr i16 [[BITS]], 0
; CHECK: [[ON:%.*]] = trunc i16 {{%.*}} to i8
; CHECK: switch i8 [[ON]], label %partly [
; CHECK-NEXT: i8 0, label %behind
; CHECK-NEXT: i8 -1, label %whole
; CHECK: whole:
; CHECK: store <8 x i32>
; CHECK: partly:
; CHECK: llvm.masked.store.v8i32
; CHECK: lshr i16 [[BITS]], 8
; CHECK: switch i8
; FREE-LABEL: define internal void @k.body{{.*}}.packet(
; FREE-NOT: switch
; FREE: llvm.masked.store.v16i32
define ptx_kernel void @k(ptr %p, ptr %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = shl i32 %t, 1
  %a = getelementptr i32, ptr %p, i32 %i
  %v = load i32, ptr %a
  %b = getelementptr i32, ptr %q, i32 %t
  %c = icmp ne i32 %v, 0
  br i1 %c, label %then, label %end
then:
  store i32 %t, ptr %b
  br label %end
end:
  store i32 7, ptr %p
  ret void
}

;--- last_lane_stores
; RUN: %opt --cpu=icelake-server --width=128 --passes=up-to-choose-strategies %s | %check --check-prefixes=CHECK,WIDE
; RUN: %opt --cpu=icelake-server --width=32 --passes=up-to-choose-strategies %s | %check --check-prefixes=CHECK,WARP
; Of lanes that store to one address the last one wins, whose number has as many bits as there are lanes: 128, too.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @k.run(
; WIDE: %[[LANE:.*]] = trunc {{.*}}i128 %{{.*}} to i64
; WIDE: extractelement <128 x float> %{{.*}}, i64 %[[LANE]]
; WARP: ctlz.i32
; WARP: %[[LANE:.*]] = zext {{.*}}i32 %{{.*}} to i64
; WARP: extractelement <32 x float> %{{.*}}, i64 %[[LANE]]
define ptx_kernel void @k(ptr %a, ptr %c) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr float, ptr %a, i32 %t
  %v = load float, ptr %at
  %some = fcmp ogt float %v, 3.0
  br i1 %some, label %store, label %exit
store:
  store float %v, ptr %c
  br label %exit
exit:
  ret void
}

;--- store_order
; RUN: %opt --width=32 --passes=up-to-lower-runtime-calls,widen %s | %check
; Of lanes of a warp that store to one address the first one's value stays: its element where the address is the same for all, and
; scatters with their lanes turned around where only memory knows. Of 8-byte elements the second half of the warp stores last.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32)
declare void @llvm.nvvm.bar.warp.sync(i32)

; CHECK-LABEL: define internal void @one.body{{.*}}.packet(
; CHECK: %[[FIRST:.*]] = extractelement <32 x i32> %{{.*}}, i64 0
; CHECK: store i32 %[[FIRST]], ptr %
; CHECK: call i32 @llvm.cttz.i32(i32 %
; CHECK-NOT: ctlz
define ptx_kernel void @one(ptr %p, ptr %some) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %s = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %t, i32 16, i32 31)
  store i32 %s, ptr %p
  %q = getelementptr i32, ptr %some, i32 %t
  %v = load i32, ptr %q
  %on = icmp sgt i32 %v, 3
  br i1 %on, label %store, label %exit
store:
  store i32 %v, ptr %some
  br label %exit
exit:
  ret void
}

; CHECK-LABEL: define internal void @anywhere.body{{.*}}.packet(
; CHECK: shufflevector <32 x float> %{{.*}}, <32 x float> poison, <32 x i32> <i32 31, i32 30, i32 29,
; CHECK: %[[PLACES:.*]] = shufflevector <32 x i32> %{{.*}}, <32 x i32> poison, <32 x i32> <i32 31, i32 30, i32 29,
; CHECK: sext <32 x i32> %[[PLACES]] to <32 x i64>
; CHECK: call void @llvm.masked.scatter.v32f32
; CHECK: shufflevector <32 x double> %{{.*}}, <32 x double> poison, <32 x i32> <i32 15, i32 14, {{.*}} i32 0, i32 31, i32 30,
; CHECK: call void @llvm.masked.scatter.v32f64
define ptx_kernel void @anywhere(ptr %p, ptr %doubles, ptr %places) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %q = getelementptr i32, ptr %places, i32 %t
  %place = load i32, ptr %q
  %index = sext i32 %place to i64
  %f = sitofp i32 %t to float
  %at = getelementptr float, ptr %p, i64 %index
  store float %f, ptr %at
  %d = sitofp i32 %t to double
  %wide = getelementptr double, ptr %doubles, i64 %index
  store double %d, ptr %wide
  ret void
}

; Four words of 16 bytes are one store: of 8 lanes at once, so that lane 24 is the last one.
; CHECK-LABEL: define internal void @four.body{{.*}}.packet(
; CHECK-COUNT-4: extractelement <32 x float> %{{.*}}, i64 24
define ptx_kernel void @four(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %f = sitofp i32 %t to float
  %g = fadd float %f, 1.0
  %h = fadd float %f, 2.0
  %i = fadd float %f, 3.0
  %p1 = getelementptr i8, ptr %p, i64 4
  %p2 = getelementptr i8, ptr %p, i64 8
  %p3 = getelementptr i8, ptr %p, i64 12
  store float %f, ptr %p, align 16
  store float %g, ptr %p1, align 4
  store float %h, ptr %p2, align 8
  store float %i, ptr %p3, align 4
  ret void
}
