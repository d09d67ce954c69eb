; RUN: %opt --cpu=znver3 --passes=up-to-choose-strategies --remarks %s | %check
; RUN: %opt --cpu=znver4 --passes=up-to-choose-strategies --remarks %s | %check --check-prefix=MANY
; What goes round a loop of arithmetic that all threads leave together, and what it needs from outside: where four registers for each
; would be more than 16, two are taken. Not where few values go round, nor where each thread has a place of its own in memory.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare float @llvm.fma.f32(float, float, float)
declare float @llvm.sqrt.f32(float)

; CHECK-DAG: kernel 'many': packets of 16 threads in vector registers: more goes round its loop of arithmetic than registers hold
; CHECK-DAG: kernel 'few': packets of 32 threads
; CHECK-DAG: kernel 'places': packets of 32 threads
; MANY-DAG: kernel 'many': packets of 32 threads
; MANY-DAG: kernel 'few': packets of 32 threads
define ptx_kernel void @many(ptr %in, ptr noalias %out, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr { float, float, float }, ptr %out, i32 %t
  %b = getelementptr i8, ptr %a, i64 4
  %c = getelementptr i8, ptr %a, i64 8
  %x = load float, ptr %a
  %y = load float, ptr %b
  %z = load float, ptr %c
  br label %rounds
rounds:
  %i = phi i32 [ 0, %0 ], [ %next, %rounds ]
  %u = phi float [ 0.0, %0 ], [ %u1, %rounds ]
  %v = phi float [ 0.0, %0 ], [ %v1, %rounds ]
  %w = phi float [ 0.0, %0 ], [ %w1, %rounds ]
  %place = getelementptr float, ptr %in, i32 %i
  %q = load float, ptr %place
  %dx = fsub float %q, %x
  %dy = fsub float %q, %y
  %dz = fsub float %q, %z
  %xy = fmul float %dx, %dy
  %xyz = call float @llvm.fma.f32(float %dz, float %dz, float %xy)
  %root = call float @llvm.sqrt.f32(float %xyz)
  %u1 = call float @llvm.fma.f32(float %dx, float %root, float %u)
  %v1 = call float @llvm.fma.f32(float %dy, float %root, float %v)
  %w1 = call float @llvm.fma.f32(float %dz, float %root, float %w)
  %next = add nuw nsw i32 %i, 1
  %end = icmp sge i32 %next, %n
  br i1 %end, label %store, label %rounds
store:
  store float %u1, ptr %a
  store float %v1, ptr %b
  store float %w1, ptr %c
  ret void
}

define ptx_kernel void @few(ptr %in, ptr noalias %out, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr float, ptr %out, i32 %t
  %x = load float, ptr %a
  br label %rounds
rounds:
  %i = phi i32 [ 0, %0 ], [ %next, %rounds ]
  %u = phi float [ 0.0, %0 ], [ %u1, %rounds ]
  %place = getelementptr float, ptr %in, i32 %i
  %q = load float, ptr %place
  %dx = fsub float %q, %x
  %root = call float @llvm.sqrt.f32(float %dx)
  %u1 = call float @llvm.fma.f32(float %dx, float %root, float %u)
  %next = add nuw nsw i32 %i, 1
  %end = icmp sge i32 %next, %n
  br i1 %end, label %store, label %rounds
store:
  store float %u1, ptr %a
  ret void
}

define ptx_kernel void @places(ptr %in, ptr noalias %out, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr { float, float, float }, ptr %out, i32 %t
  %b = getelementptr i8, ptr %a, i64 4
  %c = getelementptr i8, ptr %a, i64 8
  %x = load float, ptr %a
  %y = load float, ptr %b
  %z = load float, ptr %c
  br label %rounds
rounds:
  %i = phi i32 [ 0, %0 ], [ %next, %rounds ]
  %u = phi float [ 0.0, %0 ], [ %u1, %rounds ]
  %v = phi float [ 0.0, %0 ], [ %v1, %rounds ]
  %w = phi float [ 0.0, %0 ], [ %w1, %rounds ]
  %row = mul i32 %i, 1024
  %own = add i32 %row, %t
  %place = getelementptr float, ptr %in, i32 %own
  %q = load float, ptr %place
  %dx = fsub float %q, %x
  %dy = fsub float %q, %y
  %dz = fsub float %q, %z
  %u1 = call float @llvm.fma.f32(float %dx, float %dx, float %u)
  %v1 = call float @llvm.fma.f32(float %dy, float %dy, float %v)
  %w1 = call float @llvm.fma.f32(float %dz, float %dz, float %w)
  %next = add nuw nsw i32 %i, 1
  %end = icmp sge i32 %next, %n
  br i1 %end, label %store, label %rounds
store:
  store float %u1, ptr %a
  store float %v1, ptr %b
  store float %w1, ptr %c
  ret void
}
