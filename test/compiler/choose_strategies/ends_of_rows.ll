; RUN: %opt --passes=up-to-choose-strategies %s | %check
; RUN: sed s/12,12,1/64,4,1/ %s | %opt --passes=up-to-choose-strategies /dev/stdin | %check --check-prefix=WHOLE
; RUN: sed s/riffle-shape/other/ %s | %opt --passes=up-to-choose-strategies /dev/stdin | %check --check-prefix=WHOLE
; RUN: sed s/12,12,1/16,16,1/ %s | %opt --passes=up-to-choose-strategies /dev/stdin | %check --check-prefix=NARROW
; In code for one shape whose blocks are no whole packets, a row of blocks need not make whole ones either: the threads before
; and behind them run one by one, and only rows without a packet are blocks by themselves.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()

; CHECK-LABEL: define internal void @place.run(
; CHECK: [[FIRST:%.*]] = mul i32 %block.x, 12
; CHECK: [[TO_PACKET:%.*]] = sub i32 0, [[FIRST]]
; CHECK: %before = and i32 [[TO_PACKET]], 31
; CHECK: [[REST:%.*]] = call i32 @llvm.usub.sat.i32(i32 %threads, i32 %before)
; CHECK: %in.packets = and i32 [[REST]], -32
; CHECK: %behind = and i32 [[REST]], 31
; CHECK: icmp ne i32 %in.packets, 0
; CHECK: label %flat, label %not.flat
; CHECK-DAG: store <32 x i32>
; CHECK-DAG: select i1 {{.*}}, i32 %before, i32 %behind
; WHOLE-LABEL: define internal void @place.run(
; WHOLE: label %flat, label %not.flat
; WHOLE-NOT: %before
; WHOLE-NOT: ends:
; WHOLE: ret void
define ptx_kernel void @place(ptr %p) #0 {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %s = mul i32 %b, %n
  %i = add i32 %s, %t
  %x = sext i32 %i to i64
  %a = getelementptr i32, ptr %p, i64 %x
  store i32 %i, ptr %a
  ret void
}

; Blocks that are narrow packets stay so where they are left over.
; CHECK-LABEL: define internal void @rows.run(
; CHECK: %before = and
; NARROW-LABEL: define internal void @rows.run(
; NARROW-NOT: %before
; NARROW: store <16 x i32>
; NARROW-NOT: ends:
; NARROW: ret void
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
define ptx_kernel void @rows(ptr %p) #0 {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %s = mul i32 %b, %n
  %i = add i32 %s, %t
  %row = shl i32 %y, 10
  %j = add i32 %row, %i
  %x = sext i32 %j to i64
  %a = getelementptr i32, ptr %p, i64 %x
  store i32 %i, ptr %a
  ret void
}

attributes #0 = { "riffle-shape"="12,12,1" }
