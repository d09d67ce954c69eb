; RUN: %opt --passes=up-to-choose-strategies %s | %check
; RUN: sed s/8,8,1/4,4,1/ %s | %opt --passes=up-to-choose-strategies /dev/stdin | %check --check-prefix=FOUR
; RUN: sed s/8,8,1/2,8,1/ %s | %opt --passes=up-to-choose-strategies /dev/stdin | %check --check-prefix=TWO
; RUN: sed s/8,8,1/24,2,1/ %s | %opt --passes=up-to-choose-strategies /dev/stdin | %check
; RUN: sed s/8,8,1/48,2,1/ %s | %opt --passes=up-to-choose-strategies /dev/stdin | %check --check-prefix=SIXTEEN
; RUN: sed s/riffle-shape/other/ %s | %opt --passes=up-to-choose-strategies /dev/stdin | %check --check-prefix=ANY
; In code for one shape packets are as wide as the block's rows allow, down to four threads; code for any shape has no such
; form, but the one for rows of 16.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
@tile = internal addrspace(3) global [64 x i32] undef

; CHECK-LABEL: define internal void @tiles.run(
; CHECK: store <8 x i32>
; CHECK: load <8 x i32>
; FOUR-LABEL: define internal void @tiles.run(
; FOUR: store <4 x i32>
; FOUR: load <4 x i32>
; TWO-LABEL: define internal void @tiles.run(
; TWO-NOT: x i32>
; TWO: ret void
; SIXTEEN-LABEL: define internal void @tiles.run(
; SIXTEEN: store <16 x i32>
; SIXTEEN-NOT: <8 x i32>
; SIXTEEN: ret void
; ANY-LABEL: define internal void @tiles.run(
; ANY-NOT: <8 x i32>
; ANY: store <16 x i32>
; ANY-NOT: <8 x i32>
; ANY: ret void
define ptx_kernel void @tiles(ptr %p) #0 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %row = shl i32 %y, 5
  %i = add i32 %row, %x
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %i
  store i32 %x, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %j = xor i32 %i, 32
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %j
  %v = load i32, ptr addrspace(3) %b
  %c = getelementptr i32, ptr %p, i32 %i
  store i32 %v, ptr %c
  ret void
}

attributes #0 = { "riffle-shape"="8,8,1,row" }
