; RUN: %opt --passes=rebind-statics %s | %check
; A use of the static variable's old name is bound to the definition clang renamed; other declarations stay.
target triple = "nvptx64-nvidia-cuda"
@_ZL1x = external addrspace(1) global i32
@_ZL1x__static__7f = addrspace(1) global i32 3
@_ZL1y = external addrspace(1) global i32

; CHECK-NOT: @_ZL1x =
; CHECK: @_ZL1y = external
; CHECK: load i32, ptr addrspace(1) @_ZL1x__static__7f
; CHECK: load i32, ptr addrspace(1) @_ZL1y
define i32 @f() {
  %a = load i32, ptr addrspace(1) @_ZL1x
  %b = load i32, ptr addrspace(1) @_ZL1y
  %c = add i32 %a, %b
  ret i32 %c
}
