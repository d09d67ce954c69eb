; Kernels whose values do not fit into the registers.

;--- few_registers
; RUN: %opt --cpu=znver3 --passes=up-to-choose-strategies --remarks %s | %check
; RUN: %opt --cpu=znver4 --passes=up-to-choose-strategies --remarks %s | %check --check-prefix=MANY
; Before AVX-512 there are 16 registers, two of which a packet of 16 takes for a value: large bodies, and loops that lanes leave at
; different times with much going round, get no wider ones. With little going round, such a loop is done strip by strip.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-DAG: kernel 'large': packets of 16 threads in vector registers: a body of many values for few registers
; CHECK-DAG: kernel 'parting': packets of 16 threads in vector registers: its divergent loop carries
; CHECK-DAG: kernel 'escape': packets of 32 threads in vector registers: its divergent loop waits
; CHECK-DAG: kernel 'small': packets of 32 threads
; MANY-DAG: kernel 'large': packets of 32 threads
; MANY-DAG: kernel 'parting': packets of {{32|64}}
define ptx_kernel void @large(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr float, ptr %p, i32 %t
  %x0 = load float, ptr %a
  %x1 = fadd float %x0, 0.5
  %x2 = fadd float %x1, 1.5
  %x3 = fadd float %x2, 2.5
  %x4 = fadd float %x3, 3.5
  %x5 = fadd float %x4, 4.5
  %x6 = fadd float %x5, 5.5
  %x7 = fadd float %x6, 6.5
  %x8 = fadd float %x7, 7.5
  %x9 = fadd float %x8, 8.5
  %x10 = fadd float %x9, 9.5
  %x11 = fadd float %x10, 10.5
  %x12 = fadd float %x11, 11.5
  %x13 = fadd float %x12, 12.5
  %x14 = fadd float %x13, 13.5
  %x15 = fadd float %x14, 14.5
  %x16 = fadd float %x15, 15.5
  %x17 = fadd float %x16, 16.5
  %x18 = fadd float %x17, 17.5
  %x19 = fadd float %x18, 18.5
  %x20 = fadd float %x19, 19.5
  %x21 = fadd float %x20, 20.5
  %x22 = fadd float %x21, 21.5
  %x23 = fadd float %x22, 22.5
  %x24 = fadd float %x23, 23.5
  %x25 = fadd float %x24, 24.5
  %x26 = fadd float %x25, 25.5
  %x27 = fadd float %x26, 26.5
  %x28 = fadd float %x27, 27.5
  %x29 = fadd float %x28, 28.5
  %x30 = fadd float %x29, 29.5
  %x31 = fadd float %x30, 30.5
  %x32 = fadd float %x31, 31.5
  %x33 = fadd float %x32, 32.5
  %x34 = fadd float %x33, 33.5
  %x35 = fadd float %x34, 34.5
  %x36 = fadd float %x35, 35.5
  %x37 = fadd float %x36, 36.5
  %x38 = fadd float %x37, 37.5
  %x39 = fadd float %x38, 38.5
  %x40 = fadd float %x39, 39.5
  %x41 = fadd float %x40, 40.5
  %x42 = fadd float %x41, 41.5
  %x43 = fadd float %x42, 42.5
  %x44 = fadd float %x43, 43.5
  %x45 = fadd float %x44, 44.5
  %x46 = fadd float %x45, 45.5
  %x47 = fadd float %x46, 46.5
  %x48 = fadd float %x47, 47.5
  %x49 = fadd float %x48, 48.5
  %x50 = fadd float %x49, 49.5
  %x51 = fadd float %x50, 50.5
  %x52 = fadd float %x51, 51.5
  %x53 = fadd float %x52, 52.5
  %x54 = fadd float %x53, 53.5
  %x55 = fadd float %x54, 54.5
  %x56 = fadd float %x55, 55.5
  %x57 = fadd float %x56, 56.5
  %x58 = fadd float %x57, 57.5
  %x59 = fadd float %x58, 58.5
  %x60 = fadd float %x59, 59.5
  %x61 = fadd float %x60, 60.5
  %x62 = fadd float %x61, 61.5
  %x63 = fadd float %x62, 62.5
  %x64 = fadd float %x63, 63.5
  %x65 = fadd float %x64, 64.5
  %x66 = fadd float %x65, 65.5
  %x67 = fadd float %x66, 66.5
  %x68 = fadd float %x67, 67.5
  %x69 = fadd float %x68, 68.5
  %x70 = fadd float %x69, 69.5
  %x71 = fadd float %x70, 70.5
  %x72 = fadd float %x71, 71.5
  %x73 = fadd float %x72, 72.5
  %x74 = fadd float %x73, 73.5
  %x75 = fadd float %x74, 74.5
  %x76 = fadd float %x75, 75.5
  %x77 = fadd float %x76, 76.5
  %x78 = fadd float %x77, 77.5
  %x79 = fadd float %x78, 78.5
  %x80 = fadd float %x79, 79.5
  %x81 = fadd float %x80, 80.5
  %x82 = fadd float %x81, 81.5
  %x83 = fadd float %x82, 82.5
  %x84 = fadd float %x83, 83.5
  %x85 = fadd float %x84, 84.5
  %x86 = fadd float %x85, 85.5
  %x87 = fadd float %x86, 86.5
  %x88 = fadd float %x87, 87.5
  %x89 = fadd float %x88, 88.5
  %x90 = fadd float %x89, 89.5
  %x91 = fadd float %x90, 90.5
  %x92 = fadd float %x91, 91.5
  %x93 = fadd float %x92, 92.5
  %x94 = fadd float %x93, 93.5
  %x95 = fadd float %x94, 94.5
  %x96 = fadd float %x95, 95.5
  %x97 = fadd float %x96, 96.5
  %x98 = fadd float %x97, 97.5
  %x99 = fadd float %x98, 98.5
  %x100 = fadd float %x99, 99.5
  %x101 = fadd float %x100, 100.5
  %x102 = fadd float %x101, 101.5
  %x103 = fadd float %x102, 102.5
  %x104 = fadd float %x103, 103.5
  %x105 = fadd float %x104, 104.5
  %x106 = fadd float %x105, 105.5
  %x107 = fadd float %x106, 106.5
  %x108 = fadd float %x107, 107.5
  %x109 = fadd float %x108, 108.5
  %x110 = fadd float %x109, 109.5
  store float %x110, ptr %a
  ret void
}
define ptx_kernel void @parting(ptr %p, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr float, ptr %p, i32 %t
  %v = load float, ptr %a
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %r = phi float [ 0.0, %entry ], [ %r2, %loop ]
  %i = phi float [ 0.0, %entry ], [ %i2, %loop ]
  %u = phi float [ %v, %entry ], [ %u2, %loop ]
  %w = phi float [ %v, %entry ], [ %w2, %loop ]
  %rr = fmul float %r, %r
  %ii = fmul float %i, %i
  %d = fsub float %rr, %ii
  %r2 = fadd float %d, %u
  %ri = fmul float %r, %i
  %i2 = fadd float %ri, %w
  %u2 = fmul float %u, %w
  %w2 = fadd float %w, %u
  %size = fadd float %rr, %ii
  %next = add i32 %k, 1
  %inside = fcmp ole float %size, 4.0
  %left = icmp ult i32 %next, %n
  %more = and i1 %inside, %left
  br i1 %more, label %loop, label %end
end:
  %s = fadd float %r2, %i2
  store float %s, ptr %a
  ret void
}
define ptx_kernel void @escape(ptr %p, ptr %q, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr float, ptr %p, i32 %t
  %b = getelementptr i32, ptr %q, i32 %t
  %v = load float, ptr %a
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %r = phi float [ 0.0, %entry ], [ %r2, %loop ]
  %i = phi float [ 0.0, %entry ], [ %i2, %loop ]
  %rr = fmul float %r, %r
  %ii = fmul float %i, %i
  %d = fsub float %rr, %ii
  %r2 = fadd float %d, %v
  %ri = fmul float %r, %i
  %i2 = fadd float %ri, %v
  %size = fadd float %rr, %ii
  %next = add i32 %k, 1
  %inside = fcmp ole float %size, 4.0
  %left = icmp ult i32 %next, %n
  %more = and i1 %inside, %left
  br i1 %more, label %loop, label %end
end:
  store i32 %k, ptr %b
  ret void
}
define ptx_kernel void @small(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr float, ptr %p, i32 %t
  %x = load float, ptr %a
  %y = fadd float %x, 1.0
  store float %y, ptr %a
  ret void
}

;--- rounds_of_many_values
; RUN: %opt --cpu=znver3 --passes=up-to-choose-strategies --remarks %s | %check
; RUN: %opt --cpu=znver4 --passes=up-to-choose-strategies --remarks %s | %check --check-prefix=MANY
; What goes round a loop of arithmetic that all threads leave together, and what it needs from outside: where four registers for each
; would be more than 16, two are taken. Not where few values go round, nor where each thread has a place of its own in memory.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare float @llvm.fma.f32(float, float, float)
declare float @llvm.sqrt.f32(float)

; CHECK-DAG: kernel 'many': packets of 16 threads in vector registers: its loop of arithmetic carries more values than registers hold
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
