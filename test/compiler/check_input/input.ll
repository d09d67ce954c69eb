; Device code that is refused, and that is taken.

;--- unknown_intrinsic_is_refused
; RUN: %opt --passes=check-input %s | %check
; CHECK: ; k is refused: intrinsic llvm.nvvm.fns is not supported
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.fns(i32, i32, i32)
define ptx_kernel void @k(ptr %p) {
  %a = call i32 @llvm.nvvm.fns(i32 1, i32 2, i32 3)
  store i32 %a, ptr %p
  ret void
}

;--- unknown_symbol_is_refused
; RUN: %opt --passes=check-input %s | %check
; Functions of libm pass, others are undefined.
; CHECK: ; k is refused: undefined device function nowhere
target triple = "nvptx64-nvidia-cuda"
declare float @erff(float)
declare float @nowhere(float)
define ptx_kernel void @k(ptr %p, float %x) {
  %a = call float @erff(float %x)
  %b = call float @nowhere(float %a)
  store float %b, ptr %p
  ret void
}

;--- inline_ptx_is_refused
; RUN: %opt --passes=check-input %s | %check
; An empty text is a compiler barrier and passes.
; CHECK: ; k is refused: inline PTX "mov.u32 $0, %frob;" in k is not supported
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p) {
  call void asm sideeffect "", "~{memory}"()
  %a = call i32 asm "mov.u32 $0, %frob;", "=r"()
  store i32 %a, ptr %p
  ret void
}

; CHECK-NOT: define {{.*}}@k(

;--- others_stay
; RUN: %opt --passes=check-input %s | %check
; What reaches unknown code is refused: by a call, or through a table. The rest of the image stays, the
; variables too.
; CHECK: ; caller is refused: intrinsic llvm.nvvm.fns is not supported
; CHECK: ; indirect is refused: intrinsic llvm.nvvm.fns is not supported
; CHECK: @table = addrspace(1) externally_initialized global [2 x ptr] [ptr @good, ptr null]
; CHECK: define i32 @good(
; CHECK-NOT: @bad
; CHECK-NOT: define {{.*}}@caller
; CHECK-NOT: define {{.*}}@indirect
; CHECK: define ptx_kernel void @stays(
target triple = "nvptx64-nvidia-cuda"
@table = addrspace(1) externally_initialized global [2 x ptr] [ptr @good, ptr @bad]
@llvm.used = appending global [2 x ptr] [ptr @caller, ptr @stays], section "llvm.metadata"
declare i32 @llvm.nvvm.fns(i32, i32, i32)
define i32 @good(i32 %x) {
  ret i32 %x
}
define i32 @bad(i32 %x) {
  %a = call i32 @llvm.nvvm.fns(i32 %x, i32 2, i32 3)
  ret i32 %a
}
define ptx_kernel void @caller(ptr %p) {
  %a = call i32 @bad(i32 1)
  store i32 %a, ptr %p
  ret void
}
define ptx_kernel void @indirect(ptr %p) {
  %f = load ptr, ptr addrspace(1) @table
  %a = call i32 %f(i32 1)
  store i32 %a, ptr %p
  ret void
}
define ptx_kernel void @stays(ptr %p) {
  %a = call i32 @good(i32 1)
  store i32 %a, ptr %p
  ret void
}
