// SPDX-License-Identifier: Apache-2.0
#include "race/misuse.h"

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include <execinfo.h>

#include "race/result_use.h"
#include "race/script_stack.h"
#include "race/touches.h"
#include "race/unchecked_errors.h"
#include "runtime/engine/engine.h"

namespace riffle::race {
namespace {

/// Small: a library that programs open has little room for what each thread has.
struct OpenHandleCalls {
  CallSite outermost;
  bool has_stack = false;
  bool is_pageable = false;
  bool has_waited = false;
  bool waits_unpromised = false;
  std::uintptr_t refused_free = 0;
};
thread_local OpenHandleCalls open_calls;
/// How many there are. Handlers of signals look at it: nothing is to be made for that.
[[gnu::tls_model("initial-exec")]] constinit thread_local unsigned open_depth = 0;
thread_local SharedOperation newest;

/// Null: the result says nothing against the call. The codes are the same in both APIs.
struct MisuseRule {
  int result;
  const char* kind;
  const char* text;
  const char* fix;
};
constexpr MisuseRule kRules[] = {
    {900, "call inside capture", "it cannot be captured and has invalidated the capture",
     "make the call before the capture begins or after it has ended"},
    {905, "call inside capture",
     "it depends on work outside the capture and has invalidated the capture",
     "record the event on a stream of the same capture"},
    {906, "call inside capture",
     "it uses the default stream, which waits for the blocking stream that is capturing",
     "use another stream, or capture on a stream created with cudaStreamNonBlocking"},
    {904, "unjoined capture",
     "a stream that was forked in the capture was not joined before its end",
     "record an event on the forked stream and make the origin stream wait for it before the end"},
};

Finding finding_of(const char* symbol, int result, const char* kind, const std::string& text,
                   const char* fix) {
  Finding finding{.tool = "api", .kind = kind};
  finding.text = std::string(symbol) + ": " + text;
  if (result != 0) finding.text += " (error " + std::to_string(result) + ")";
  finding.fix = fix;
  finding.operations = {Party{.what = "call", .call = current_call()}};
  return finding;
}

}  // namespace

void enter_call(const char* symbol, const void* caller) {
  OpenHandleCalls& open = open_calls;
  if (open_depth++ != 0) return;
  open.is_pageable = open.has_waited = open.has_stack = open.waits_unpromised = false;
  open.refused_free = 0;
  open.outermost = {};
  open.outermost.symbol = symbol;
  open.outermost.frames[0] = reinterpret_cast<std::uintptr_t>(caller);
}

void leave_call() {
  if (open_depth != 0) --open_depth;
  newest = nullptr;
}

void note_enqueued(SharedOperation operation) {
  if (open_depth != 0) newest = std::move(operation);
}
SharedOperation newest_of_call() { return newest; }

namespace {

/// What lies above the runtime's own frames.
void add_stack(CallSite& call) {
  std::array<void*, 32> raw{};
  const int count = backtrace(raw.data(), static_cast<int>(raw.size()));
  int first = 0;
  while (first < count && reinterpret_cast<std::uintptr_t>(raw[first]) != call.frames[0]) ++first;
  for (unsigned i = 1; i < CallSite::kMostFrames && first + static_cast<int>(i) < count; ++i)
    call.frames[i] = reinterpret_cast<std::uintptr_t>(raw[first + i]);
  call.script = current_script();
}

}  // namespace

CallSite current_call() {
  OpenHandleCalls& open = open_calls;
  if (open_depth == 0) return {};
  if (!open.has_stack) {
    open.has_stack = true;
    add_stack(open.outermost);
  }
  return open.outermost;
}

bool has_open_call() { return open_depth != 0; }
bool is_in_outermost_call() { return open_depth == 1; }

CallSite place_on_stack(std::uintptr_t address, CodeAddress kind) {
  CallSite place;
  place.frames[0] = address;
  add_stack(place);
  // Places are told as where calls return to: behind the instruction.
  if (kind == CodeAddress::kInstruction) ++place.frames[0];
  return place;
}

bool is_answer_ignored() {
  const std::string_view symbol = open_depth == 0 ? "" : open_calls.outermost.symbol;
  const bool is_query = symbol.contains("StreamQuery") || symbol.contains("EventQuery");
  return is_query && !may_look_at_result(current_call().frames);
}

void note_refused_free(std::uintptr_t pointer) { open_calls.refused_free = pointer; }
std::uintptr_t take_refused_free() { return std::exchange(open_calls.refused_free, 0); }

void note_pageable() { open_calls.is_pageable = open_depth != 0; }
void note_waits_unpromised() { open_calls.waits_unpromised = open_depth != 0; }
bool waits_are_promised() { return open_depth == 0 || !open_calls.waits_unpromised; }
void note_host_waited() { open_calls.has_waited = true; }

std::optional<Finding> misuse_of(const char* symbol, int result,
                                 const std::optional<MemoryPlace>& memory) {
  const OpenHandleCalls& open = open_calls;
  if (open_depth != 1) return std::nullopt;
  const std::string_view name = symbol;
  if (result == 0) {
    if (!open.is_pageable || !open.has_waited || name.find("Async") == std::string_view::npos)
      return std::nullopt;
    Finding finding =
        finding_of(symbol, 0, "asynchronous copy of pageable memory",
                   "the copy is not asynchronous: its host memory is pageable, so the call waits "
                   "for the stream and for the copy",
                   "allocate the host memory with cudaMallocHost, or register it with "
                   "cudaHostRegister");
    finding.severity = Severity::kPerformance;
    return finding;
  }
  if (result == 800 && engine::in_host_function())
    return finding_of(symbol, result, "call in a host function",
                      "host functions and callbacks must not call CUDA functions",
                      "let the host function notify a thread of the program, which makes the call");
  for (const MisuseRule& rule : kRules)
    if (rule.result == result) return finding_of(symbol, result, rule.kind, rule.text, rule.fix);
  // What libraries leave unchecked is mostly meant so; a launch cannot be checked otherwise.
  if (name.starts_with("cudaLaunchKernel") || is_of_program(open.outermost))
    note_result(symbol, result, current_call(), memory);
  return std::nullopt;
}

}  // namespace riffle::race
