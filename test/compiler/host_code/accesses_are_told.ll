; RUN: %opt --passes=host-code %s | %check
; Accesses to memory that others may know are told, each once in a block between calls; own variables are not.
@constant = internal constant i32 7
@variable = global i32 7

declare void @wait(ptr)
declare i32 @memcmp(ptr, ptr, i64)
declare void @free(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; CHECK: @riffle_host_code = linkonce_odr hidden global ptr null, comdat
; CHECK: @llvm.global_ctors = appending global {{.*}} @riffle_host_code_start

; CHECK-LABEL: define i32 @read_and_write(
; CHECK-NOT: riffle_host
; CHECK: store i32 1, ptr %own
; CHECK: call preserve_mostcc void @riffle_host_read(ptr %p, i64 4)
; CHECK-NEXT: %v = load i32, ptr %p
; CHECK-NEXT: %again = load i32, ptr %p
; CHECK-NEXT: %c = load i32, ptr @constant
; CHECK-NEXT: call preserve_mostcc void @riffle_host_write(ptr @variable, i64 4)
; CHECK-NEXT: store i32 %v, ptr @variable
; CHECK-NEXT: %g = load i32, ptr @variable
; CHECK: call void @wait(ptr %captured)
; CHECK-NEXT: call preserve_mostcc void @riffle_host_read(ptr %p, i64 4)
; CHECK-NEXT: %later = load i32, ptr %p
; CHECK-NEXT: call preserve_mostcc void @riffle_host_range(ptr %captured, i64 4, i32 3)
; CHECK-NEXT: ret i32
define i32 @read_and_write(ptr %p) sanitize_thread {
  %own = alloca i32
  %captured = alloca i32
  store i32 1, ptr %own
  %v = load i32, ptr %p
  %again = load i32, ptr %p
  %c = load i32, ptr @constant
  store i32 %v, ptr @variable
  %g = load i32, ptr @variable
  call void @wait(ptr %captured)
  %later = load i32, ptr %p
  ret i32 %later
}

; CHECK-LABEL: define void @others(
; CHECK: call preserve_mostcc void @riffle_host_atomic(ptr %p, i64 4)
; CHECK-NEXT: load volatile
; CHECK: call preserve_mostcc void @riffle_host_atomic(ptr %p, i64 8)
; CHECK-NEXT: atomicrmw
; CHECK: call preserve_mostcc void @riffle_host_range(ptr %q, i64 %n, i32 0)
; CHECK-NEXT: call preserve_mostcc void @riffle_host_range(ptr %p, i64 %n, i32 1)
; CHECK-NEXT: call void @llvm.memcpy
; CHECK: call preserve_mostcc void @riffle_host_read(ptr %p, i64 16)
; CHECK-NEXT: call preserve_mostcc void @riffle_host_read(ptr %q, i64 16)
; CHECK-NEXT: call i32 @memcmp
; CHECK: call preserve_mostcc void @riffle_host_range(ptr %p, i64 400, i32 0)
; CHECK-NEXT: load [100 x i32]
; CHECK: call preserve_mostcc void @riffle_host_range(ptr %p, i64 0, i32 3)
; CHECK-NEXT: call void @free
define void @others(ptr %p, ptr %q, i64 %n) sanitize_thread {
  %flag = load volatile i32, ptr %p
  %sum = atomicrmw add ptr %p, i64 1 seq_cst
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 false)
  %order = call i32 @memcmp(ptr %p, ptr %q, i64 16)
  %all = load [100 x i32], ptr %p
  call void @free(ptr %p)
  ret void
}

; Without a checker: a load, a comparison and the return.
; CHECK-LABEL: define linkonce_odr hidden preserve_mostcc void @riffle_host_read(
; CHECK: load ptr, ptr @riffle_host_code
; CHECK: icmp ne ptr
; CHECK: musttail call preserve_mostcc void @riffle_host_read_checked(
; CHECK: ret void
