// SPDX-License-Identifier: Apache-2.0
// libriffle_nvtx.so: what NVTX loads by NVTX_INJECTION64_PATH. It puts its functions into the tables that the
// program's header has (NVIDIA's of version 3, or Riffle's), and records what they are told.
//
// It needs nothing of the runtime: it writes into the same file, in chunks of its own.
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <new>
#include <string>

#include <dlfcn.h>
#include <pthread.h>

#include <nvtx3/nvToolsExt.h>

#include "base/options.h"
#include "platform/clock.h"
#include "trace/recording_file.h"
#include "trace/thread_log.h"

namespace riffle::trace {
namespace {

using Function = void (*)();
/// In the order of NVTX's ids; each place is the address of a function pointer, or null.
using FunctionTable = Function**;

struct NvtxCallbacks {
  std::size_t struct_size;
  int (*module_function_table)(int module, FunctionTable* table, unsigned* size);
};

enum NvtxModule : std::uint8_t { kCore = 1, kCuda = 2, kCudart = 4, kCore2 = 5 };
constexpr std::uint32_t kCallbacks = 1;
constexpr std::uint32_t kTextBytes = 1024;

RecordingFile* file = nullptr;
std::atomic<bool> is_recording{false};
std::atomic<std::uint64_t> newest_range{0};

struct Own {
  std::unique_ptr<ThreadLog> log;
  std::map<std::uint64_t, int> depth;  ///< of each domain's pushed ranges
};
thread_local Own own;

ThreadLog* log() {
  if (!is_recording.load(std::memory_order_relaxed)) return nullptr;
  if (own.log == nullptr) own.log.reset(new (std::nothrow) ThreadLog(*file));
  return own.log.get();
}

/// What a registered string or a domain is to the program: never freed, for names may be used until the end.
struct Named {
  std::string text;
};

std::string narrow(const wchar_t* wide) {
  std::string text;
  for (; wide != nullptr && *wide != 0 && text.size() < kTextBytes; ++wide) {
    const auto c = static_cast<std::uint32_t>(*wide);
    if (c < 0x80) {
      text += static_cast<char>(c);
    } else if (c < 0x800) {
      text += {static_cast<char>(0xc0 | c >> 6), static_cast<char>(0x80 | (c & 0x3f))};
    } else if (c < 0x10000) {
      text += {static_cast<char>(0xe0 | c >> 12), static_cast<char>(0x80 | (c >> 6 & 0x3f)),
               static_cast<char>(0x80 | (c & 0x3f))};
    } else {
      text += {static_cast<char>(0xf0 | c >> 18), static_cast<char>(0x80 | (c >> 12 & 0x3f)),
               static_cast<char>(0x80 | (c >> 6 & 0x3f)), static_cast<char>(0x80 | (c & 0x3f))};
    }
  }
  return text;
}

std::string plain(const char* text) { return text == nullptr ? std::string() : text; }

struct NvtxMessage {
  std::string text;
  std::uint32_t colour = 0;
};

NvtxMessage message_of(const nvtxDomainRegistration* domain,
                       const nvtxEventAttributes_t* attributes) {
  NvtxMessage message;
  if (attributes == nullptr) return message;
  if (attributes->messageType == NVTX_MESSAGE_TYPE_ASCII)
    message.text = plain(attributes->message.ascii);
  if (attributes->messageType == NVTX_MESSAGE_TYPE_UNICODE)
    message.text = narrow(attributes->message.unicode);
  if (attributes->messageType == NVTX_MESSAGE_TYPE_REGISTERED &&
      attributes->message.registered != nullptr)
    message.text = reinterpret_cast<const Named*>(attributes->message.registered)->text;
  if (attributes->colorType == NVTX_COLOR_ARGB) message.colour = attributes->color;
  if (domain != nullptr) message.text.insert(0, reinterpret_cast<const Named*>(domain)->text + ":");
  return message;
}

// ---- What is recorded ----

/// A record with the text, of which `fill` sets the rest.
template <class Fill>
void write(RecordKind kind, const NvtxMessage& message, Fill&& fill) {
  ThreadLog* const to = log();
  if (to == nullptr) return;
  const std::uint32_t name = to->write_text(message.text);
  Record& record = to->take();
  record.name = name;
  record.small = message.colour;
  record.end = 0;
  record.begin = platform::ticks();
  fill(record, *to);
  to->commit(kind);
}
void write(RecordKind kind, const NvtxMessage& message) {
  write(kind, message, [](Record&, ThreadLog&) {});
}

std::uint64_t number(nvtxDomainHandle_t domain) { return reinterpret_cast<std::uintptr_t>(domain); }

/// Each domain nests by itself. The answer is the level, from 0.
int push(nvtxDomainHandle_t domain, const NvtxMessage& message) {
  write(RecordKind::kRange, message, [&](Record& record, ThreadLog& to) {
    record.timeline = number(domain);
    to.open(record);
  });
  return own.depth[number(domain)]++;
}

int pop(nvtxDomainHandle_t domain) {
  int& depth = own.depth[number(domain)];
  if (depth == 0) return -1;
  if (ThreadLog* const to = log()) {
    if (Record* const range = to->close(RecordKind::kRange, number(domain), 0, 0))
      range->end = platform::ticks();
  }
  return --depth;
}

nvtxRangeId_t start(const NvtxMessage& message) {
  const std::uint64_t range = newest_range.fetch_add(1, std::memory_order_relaxed) + 1;
  write(RecordKind::kStart, message, [&](Record& record, ThreadLog&) { record.ticket = range; });
  return range;
}

void stop(nvtxRangeId_t range) {
  ThreadLog* const to = log();
  if (to == nullptr) return;
  Record& record = to->take();
  record.ticket = range;
  record.begin = platform::ticks();
  to->commit(RecordKind::kStop);
}

void name_thing(std::uint8_t what, std::uint32_t id, const std::string& text) {
  write(RecordKind::kName, {text, 0}, [&](Record& record, ThreadLog&) {
    record.type = static_cast<TracedOperationType>(what);
    record.small = id;
  });
}

/// The runtime may have been loaded in private; then it is found by its name.
void name_stream(void* stream, const std::string& text) {
  using GetId = int (*)(void* stream, unsigned long long* id);
  static const auto get_id = [] {
    void* const runtime = dlopen("libcudart.so.13", RTLD_LAZY | RTLD_NOLOAD);
    return reinterpret_cast<GetId>(runtime == nullptr ? nullptr
                                                      : dlsym(runtime, "cudaStreamGetId"));
  }();
  unsigned long long id = 0;
  if (get_id == nullptr || get_id(stream, &id) != 0) return;
  name_thing(1, static_cast<std::uint32_t>(id), text);
}

template <class Handle>
Handle keep(const std::string& text) {
  return reinterpret_cast<Handle>(new (std::nothrow) Named{text});
}

// ---- NVTX's functions ----

void mark_ex(const nvtxEventAttributes_t* a) { write(RecordKind::kMark, message_of(nullptr, a)); }
void mark_a(const char* text) { write(RecordKind::kMark, {plain(text), 0}); }
void mark_w(const wchar_t* text) { write(RecordKind::kMark, {narrow(text), 0}); }
nvtxRangeId_t start_ex(const nvtxEventAttributes_t* a) { return start(message_of(nullptr, a)); }
nvtxRangeId_t start_a(const char* text) { return start({plain(text), 0}); }
nvtxRangeId_t start_w(const wchar_t* text) { return start({narrow(text), 0}); }
int push_ex(const nvtxEventAttributes_t* a) { return push(nullptr, message_of(nullptr, a)); }
int push_a(const char* text) { return push(nullptr, {plain(text), 0}); }
int push_w(const wchar_t* text) { return push(nullptr, {narrow(text), 0}); }
void name_thread_a(std::uint32_t thread, const char* text) { name_thing(0, thread, plain(text)); }
void name_thread_w(std::uint32_t thread, const wchar_t* text) {
  name_thing(0, thread, narrow(text));
}

using Domain = nvtxDomainHandle_t;
using Attributes = const nvtxEventAttributes_t*;
void domain_mark(Domain domain, Attributes a) { write(RecordKind::kMark, message_of(domain, a)); }
nvtxRangeId_t domain_start(Domain domain, Attributes a) { return start(message_of(domain, a)); }
void domain_stop(Domain, nvtxRangeId_t range) { stop(range); }
int domain_push(Domain domain, Attributes a) { return push(domain, message_of(domain, a)); }
int domain_pop(Domain domain) { return pop(domain); }
int pop_plain() { return pop(nullptr); }
nvtxStringHandle_t register_a(Domain, const char* text) {
  return keep<nvtxStringHandle_t>(plain(text));
}
nvtxStringHandle_t register_w(Domain, const wchar_t* text) {
  return keep<nvtxStringHandle_t>(narrow(text));
}
Domain create_a(const char* text) { return keep<Domain>(plain(text)); }
Domain create_w(const wchar_t* text) { return keep<Domain>(narrow(text)); }

void name_stream_a(void* stream, const char* text) { name_stream(stream, plain(text)); }
void name_stream_w(void* stream, const wchar_t* text) { name_stream(stream, narrow(text)); }

struct FunctionRow {
  NvtxModule module;
  unsigned id;
  Function function;
};

template <class Any>
Function erased(Any* function) {
  return reinterpret_cast<Function>(function);
}

/// False when the header has no such table: then there is nothing to attach to.
bool attach(const NvtxCallbacks& callbacks) {
  const FunctionRow entries[] = {
      {kCore, 1, erased(mark_ex)},
      {kCore, 2, erased(mark_a)},
      {kCore, 3, erased(mark_w)},
      {kCore, 4, erased(start_ex)},
      {kCore, 5, erased(start_a)},
      {kCore, 6, erased(start_w)},
      {kCore, 7, erased(stop)},
      {kCore, 8, erased(push_ex)},
      {kCore, 9, erased(push_a)},
      {kCore, 10, erased(push_w)},
      {kCore, 11, erased(pop_plain)},
      {kCore, 14, erased(name_thread_a)},
      {kCore, 15, erased(name_thread_w)},
      {kCore2, 1, erased(domain_mark)},
      {kCore2, 2, erased(domain_start)},
      {kCore2, 3, erased(domain_stop)},
      {kCore2, 4, erased(domain_push)},
      {kCore2, 5, erased(domain_pop)},
      {kCore2, 10, erased(register_a)},
      {kCore2, 11, erased(register_w)},
      {kCore2, 12, erased(create_a)},
      {kCore2, 13, erased(create_w)},
      {kCudart, 3, erased(name_stream_a)},
      {kCudart, 4, erased(name_stream_w)},
      {kCuda, 5, erased(name_stream_a)},
      {kCuda, 6, erased(name_stream_w)},
  };
  bool attached = false;
  for (const FunctionRow& entry : entries) {
    FunctionTable table = nullptr;
    unsigned size = 0;
    if (callbacks.module_function_table(entry.module, &table, &size) == 0) continue;
    if (table == nullptr || entry.id >= size || table[entry.id] == nullptr) continue;
    *table[entry.id] = entry.function;
    attached = true;
  }
  return attached;
}

/// A child shares the mapping: it must not write where its parent does.
void leave_to_parent() { is_recording.store(false, std::memory_order_relaxed); }

bool begin() {
  static const bool has_begun = [] {
    const std::string& path = options_of_programs().trace_file;
    if (path.empty()) return false;
    auto opened = RecordingFile::open(path);
    if (!opened) return false;  // another process has it; the runtime says so
    file = opened->release();
    pthread_atfork(nullptr, nullptr, leave_to_parent);
    is_recording.store(true, std::memory_order_relaxed);
    return true;
  }();
  return has_begun;
}

}  // namespace
}  // namespace riffle::trace

/// NVTX calls this once for each part of the program with a header of its own. 0: it is not wanted.
extern "C" [[gnu::visibility("default")]] int InitializeInjectionNvtx2(
    const void* (*get_export_table)(std::uint32_t id)) {
  using namespace riffle::trace;
  const auto* const callbacks = static_cast<const NvtxCallbacks*>(get_export_table(kCallbacks));
  if (callbacks == nullptr || callbacks->module_function_table == nullptr || !begin()) return 0;
  return attach(*callbacks) ? 1 : 0;
}
