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
