; PTX text as LLVM IR.

;--- declared_variables
; RUN: %opt --passes=translate-ptx %s | %check
; Shared memory that a statement declares is the function's, known to the statements after it, and counts without a use.
target triple = "nvptx64-nvidia-cuda"

; CHECK-DAG: @k.unused = internal addrspace(3) global [64 x i8] undef, align 16
; CHECK-DAG: @k.used = internal addrspace(3) global i32 undef, align 4
; CHECK-LABEL: define ptx_kernel void @k(
; CHECK: call void @riffle.declares.shared(ptr addrspacecast (ptr addrspace(3) @k.unused to ptr))
; CHECK: store i32 %x, ptr addrspacecast (ptr addrspace(3) @k.used to ptr)
; CHECK: load i32, ptr addrspacecast (ptr addrspace(3) @k.used to ptr)
; CHECK-NOT: asm
define ptx_kernel void @k(ptr %p, i32 %x) {
  call void asm sideeffect ".shared .align 16 .b8 unused[$0];", "n"(i32 64)
  call void asm sideeffect ".shared .u32 used; .reg .u32 v;", ""()
  call void asm sideeffect "st.shared.u32 [used], $0;", "r,~{memory}"(i32 %x)
  %y = call i32 asm sideeffect "ld.shared.u32 v, [used]; add.u32 $0, v, 1;", "=r,~{memory}"()
  store i32 %y, ptr %p
  ret void
}

; A scope's names are known in it alone: the inner one hides the outer one until its end.
; CHECK-LABEL: define ptx_kernel void @scopes(
; CHECK: store i32 1, ptr addrspacecast (ptr addrspace(1) @g to ptr)
; CHECK: store i32 2, ptr addrspacecast (ptr addrspace(3) @scopes.g to ptr)
; CHECK: store i32 3, ptr addrspacecast (ptr addrspace(1) @g to ptr)
@g = addrspace(1) externally_initialized global i32 0, align 4
define ptx_kernel void @scopes() {
  call void asm sideeffect "st.global.u32 [g], 1; { .shared .u32 g; st.shared.u32 [g], 2; } st.global.u32 [g], 3;", "~{memory}"()
  ret void
}

;--- predicates_and_labels
; RUN: %opt --passes=translate-ptx %s | %check
; A loop of labels, in a function's first block, becomes a loop with its registers in phis.
; CHECK-LABEL: define ptx_kernel void @k
; CHECK-NEXT: br label %ptx.again
; CHECK-NOT: asm
; CHECK: icmp ult i32 %{{.*}}, 100
; CHECK: br i1 %{{.*}}, label %ptx.again, label
; CHECK: ptx.again:
; CHECK-NEXT: phi i32 [ %x, %0 ]
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p, i32 %x) {
  %a = call i32 asm "{ .reg .pred q; mov.u32 $0, $1; again: add.u32 $0, $0, 3; setp.lt.u32 q, $0, 100; @q bra again; }", "=r,r"(i32 %x)
  store i32 %a, ptr %p
  ret void
}

;--- contraction
; RUN: %opt --passes=translate-ptx,retarget,exact-arithmetic %s | %check
target triple = "nvptx64-nvidia-cuda"

; Products and sums without a rounding are fused, also packed ones.
; CHECK-LABEL: @packed(
; CHECK-COUNT-2: call half @llvm.fma.f16(
; CHECK-NOT: fadd
define i32 @packed(i32 noundef %a, i32 noundef %b, i32 noundef %c) {
  %p = call i32 asm "mul.f16x2 $0, $1, $2;", "=r,r,r"(i32 %a, i32 %b) "riffle-contracts"
  %s = call i32 asm "add.f16x2 $0, $1, $2;", "=r,r,r"(i32 %p, i32 %c) "riffle-contracts"
  ret i32 %s
}

; CHECK-LABEL: @rounded(
; CHECK: fmul float
; CHECK: fadd float
define float @rounded(float noundef %a, float noundef %b, float noundef %c) {
  %p = call float asm "mul.rn.f32 $0, $1, $2;", "=f,f,f"(float %a, float %b) "riffle-contracts"
  %s = call float asm "add.f32 $0, $1, $2;", "=f,f,f"(float %p, float %c) "riffle-contracts"
  ret float %s
}

; -fmad=false
; CHECK-LABEL: @not_asked(
; CHECK: fmul float
; CHECK: fadd float
define float @not_asked(float noundef %a, float noundef %b, float noundef %c) {
  %s = call float asm "{ .reg .f32 p; mul.f32 p, $1, $2; add.f32 $0, p, $3; }", "=f,f,f,f"(float %a, float %b, float %c)
  ret float %s
}

;--- strong_vectors_are_one_access
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

;--- unknown_is_named
; RUN: %opt --passes=translate-ptx %s | %check
; CHECK: "riffle-refused"="inline PTX instruction 'frobnicate.u32 %0, 1' is not supported (in k)"
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p) {
  %a = call i32 asm "frobnicate.u32 $0, 1;", "=r"()
  store i32 %a, ptr %p
  ret void
}

;--- unknown_modifier_is_named
; RUN: %opt --passes=translate-ptx %s | %check
; CHECK: "riffle-refused"="inline PTX instruction 'add.rna.f32 %0, %1, %1' is not supported: .rna (in k)"
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p, float %x) {
  %a = call float asm "add.rna.f32 $0, $1, $1;", "=f,f"(float %x)
  store float %a, ptr %p
  ret void
}
