; RUN: %opt --passes=translate-ptx %s | %check
; A look-back that writes a state and its value as one vector never sees the one without the other.
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: @publish(
; CHECK: store atomic i128 %{{.*}}, ptr %{{.*}} monotonic, align 16
; CHECK-NOT: store
define void @publish(ptr %p, i64 %state, i64 %value) {
  call void asm sideeffect "st.relaxed.gpu.v2.u64 [$0], {$1, $2};", "l,l,l"(ptr %p, i64 %state, i64 %value)
  ret void
}

; CHECK-LABEL: @look(
; CHECK: load atomic i64, ptr %{{.*}} acquire, align 8
; CHECK-NOT: load
define i32 @look(ptr %p) {
  %both = call { i32, i32 } asm sideeffect "ld.acquire.gpu.v2.u32 {$0, $1}, [$2];", "=r,=r,l"(ptr %p)
  %value = extractvalue { i32, i32 } %both, 1
  ret i32 %value
}

; What has no order is one access to each element.
; CHECK-LABEL: @weak(
; CHECK-COUNT-2: store i64
define void @weak(ptr %p, i64 %a, i64 %b) {
  call void asm sideeffect "st.global.v2.u64 [$0], {$1, $2};", "l,l,l"(ptr %p, i64 %a, i64 %b)
  ret void
}
