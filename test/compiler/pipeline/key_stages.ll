; Keys of the pipeline that are refused.

;--- misplaced_keys
; RUN: (%opt --verify --passes=retarget %s || true) | %check
; RUN: %opt --verify --passes=up-to-bind-imports %S/scale.ll | %check --check-prefix=ALL
; A question that split_guard asks of lanes is gone once packets are made, and cannot be there before. The whole pipeline has
; nothing in a wrong place.
; CHECK: error: invalid code after retarget: 'riffle.all.lanes' may not stand in stage lower
; ALL: define internal void @scale.run(
target triple = "nvptx64-nvidia-cuda"
declare i1 @riffle.all.lanes(i1)
define ptx_kernel void @k(ptr %p) {
  %all = call i1 @riffle.all.lanes(i1 true)
  ret void
}

;--- undeclared_key
; RUN: (%opt --verify --passes=retarget %s || true) | %check
; What steps leave for each other is declared: anything else is an error when the code is verified.
; CHECK: error: invalid code after retarget: 'riffle.anything' is not declared in spmd/pipeline/key_stages.cpp
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p) {
  store i32 0, ptr %p, !riffle.anything !0
  ret void
}
!0 = !{}
