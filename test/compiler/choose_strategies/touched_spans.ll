; RUN: %opt --passes=up-to-choose-strategies %s | %check
; RUN: %opt --passes=up-to-choose-strategies %s | %check --check-prefix=NONE
; What blocks of a launch touch at most, where addresses are sums and products of indices and of what the launch says.
; NONE-NOT: @gathers.spans
; NONE-NOT: @fenced.spans
; NONE-NOT: @polls.spans
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare void @llvm.nvvm.membar.gl()

; 4 bytes of each thread, of the blocks' first to their last; both arrays are found by the launch's arguments. A number that does not
; fit into what the program computes with says that nothing is known.
; CHECK-LABEL: define internal i32 @scale.spans(ptr %0, i64 %1, i64 %2, ptr %3)
; CHECK: %in = load ptr, ptr %arguments
; CHECK: icmp sle i64 %{{.*}}, 2147483647
; CHECK: %[[IN:.*]] = ptrtoint ptr %in to i64
; CHECK-NEXT: add i64 %[[IN]],
; CHECK: store i64 0, ptr
; CHECK: ptrtoint ptr %out to i64
; CHECK: store i64 1, ptr
; CHECK: %[[COUNT:.*]] = select i1 %{{.*}}, i32 2, i32 0
; CHECK-NEXT: ret i32 %[[COUNT]]
define ptx_kernel void @scale(ptr %in, ptr %out, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %e = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %start = mul i32 %b, %e
  %i = add i32 %start, %t
  %c = icmp slt i32 %i, %n
  br i1 %c, label %then, label %end
then:
  %wide = sext i32 %i to i64
  %from = getelementptr inbounds float, ptr %in, i64 %wide
  %v = load float, ptr %from
  %to = getelementptr inbounds float, ptr %out, i64 %wide
  store float %v, ptr %to
  br label %end
end:
  ret void
}
; An array that a parameter's member points to.
; CHECK-LABEL: define internal i32 @of_member.spans(
; CHECK: select i1 %{{.*}}, i32 1, i32 0
define ptx_kernel void @of_member(ptr byval({ptr, i32}) align 8 %s) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %array = load ptr, ptr %s
  %wide = sext i32 %t to i64
  %to = getelementptr inbounds i32, ptr %array, i64 %wide
  store i32 1, ptr %to
  ret void
}
; Their opposites: an index that memory tells,
define ptx_kernel void @gathers(ptr %in, ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %wide = sext i32 %t to i64
  %at = getelementptr inbounds i32, ptr %in, i64 %wide
  %index = load i32, ptr %at
  %there = sext i32 %index to i64
  %to = getelementptr inbounds i32, ptr %out, i64 %there
  store i32 1, ptr %to
  ret void
}
; a fence: others look at what was written before it,
define ptx_kernel void @fenced(ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %wide = sext i32 %t to i64
  %to = getelementptr inbounds i32, ptr %out, i64 %wide
  store i32 1, ptr %to
  call void @llvm.nvvm.membar.gl()
  ret void
}
; and memory that others write meanwhile.
define ptx_kernel void @polls(ptr %out) {
  %v = load volatile i32, ptr %out
  ret void
}
