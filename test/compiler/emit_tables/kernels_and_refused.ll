; RUN: %opt --passes=up-to-emit-tables %s | %check
; RUN: sed 's/call void @unknown()/store i32 1, ptr %p/' %s | %opt --passes=up-to-emit-tables - | %check --check-prefix=WHOLE
; A kernel that is refused is in a table of its own, with the reason; otherwise that table is empty.
target triple = "nvptx64-nvidia-cuda"
declare void @unknown()

; CHECK: @[[FINE:.*]] = private {{.*}}c"fine\00"
; CHECK: @[[ASKS:.*]] = private {{.*}}c"asks\00"
; CHECK: @[[WHY:.*]] = private {{.*}}c"undefined device function unknown\00"
; CHECK: @[[KERNELS:.*]] = private {{.*}}[1 x {{.*}}{ ptr @[[FINE]], ptr @fine.run,
; CHECK: @[[REFUSED:.*]] = private {{.*}}[1 x {{.*}}{ ptr @[[ASKS]], ptr @[[WHY]] }
; CHECK: @riffle_module = {{.*}}ptr @[[KERNELS]]{{.*}}ptr @[[REFUSED]]
; WHOLE: = private {{.*}}[2 x {{.*}}ptr @fine.run,{{.*}}ptr @asks.run,
; WHOLE-NOT: undefined device function
define ptx_kernel void @fine(ptr %p) {
  store i32 1, ptr %p
  ret void
}

define ptx_kernel void @asks(ptr %p) {
  call void @unknown()
  ret void
}
