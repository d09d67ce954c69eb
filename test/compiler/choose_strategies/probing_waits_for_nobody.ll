; RUN: %opt --passes=up-to-choose-strategies %s | %check
target triple = "nvptx64-nvidia-cuda"

; A table's next place is tried in each turn: no thread waits for another.
; CHECK-NOT: @insert.thread
define ptx_kernel void @insert(ptr %table, i32 %key) {
entry:
  br label %probe
probe:
  %slot = phi i32 [ %key, %entry ], [ %next, %taken ]
  %place = getelementptr i32, ptr %table, i32 %slot
  %pair = cmpxchg ptr %place, i32 0, i32 %key monotonic monotonic
  %old = extractvalue { i32, i1 } %pair, 0
  %free = icmp eq i32 %old, 0
  br i1 %free, label %done, label %taken
taken:
  %after = add i32 %slot, 1
  %next = and i32 %after, 1023
  br label %probe
done:
  ret void
}
