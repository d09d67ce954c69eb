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
