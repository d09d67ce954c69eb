; RUN: %opt --passes=up-to-choose-strategies %s | %check
target triple = "nvptx64-nvidia-cuda"

; Two nested loops in one: %i starts anew until the places that other threads write hold something.
; CHECK-LABEL: define internal void @rescan.run(
; CHECK: call void %{{.*}}(ptr %launch, ptr %frame, ptr @rescan.thread)
define ptx_kernel void @rescan(ptr %p, i32 %n) {
entry:
  br label %scan
scan:
  %i = phi i32 [ 0, %entry ], [ %i.next, %again ]
  %missing = phi i32 [ 0, %entry ], [ %missing.next, %again ]
  %place = getelementptr i32, ptr %p, i32 %i
  %v = load volatile i32, ptr %place
  %none = icmp eq i32 %v, 0
  br i1 %none, label %note, label %step
note:
  br label %step
step:
  %seen = phi i32 [ %missing, %scan ], [ 1, %note ]
  %more = add i32 %i, 1
  %in = icmp slt i32 %more, %n
  br i1 %in, label %again, label %end
end:
  %complete = icmp eq i32 %seen, 0
  br i1 %complete, label %done, label %again
again:
  %i.next = phi i32 [ %more, %step ], [ 0, %end ]
  %missing.next = phi i32 [ %seen, %step ], [ 0, %end ]
  br label %scan
done:
  ret void
}
