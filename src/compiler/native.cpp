// SPDX-License-Identifier: Apache-2.0
#include "compiler/native.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <set>
#include <utility>

#include "base/log.h"
#include "base/mutex.h"
#include "compiler/cache/key.h"
#include "compiler/image.h"
#include "compiler/library.h"
#include "compiler/progress.h"

namespace riffle::compiler {
namespace {

struct ImageView {
  ImageHeader header;
  std::span<const std::byte> payload;
};

Result<ImageView> split_image(std::span<const std::byte> bytes) {
  ImageView image{};
  if (bytes.size() < sizeof(ImageHeader)) {
    return error(Code::kInvalidKernelImage, "device image of " + std::to_string(bytes.size()) +
                                                " bytes is shorter than its header");
  }
  std::memcpy(&image.header, bytes.data(), sizeof(ImageHeader));
  if (std::memcmp(image.header.magic, kImageMagic, sizeof kImageMagic) != 0) {
    return error(Code::kInvalidKernelImage, "not a device image made by riffle cc");
  }
  if (image.header.version != kImageVersion) {
    return error(Code::kInvalidKernelImage,
                 "device image version " + std::to_string(image.header.version) +
                     ", this library reads version " + std::to_string(kImageVersion));
  }
  bytes = bytes.subspan(sizeof(ImageHeader));
  if (image.header.payload_bytes > bytes.size()) {
    return error(Code::kInvalidKernelImage,
                 "device image announces " + std::to_string(image.header.payload_bytes) +
                     " bytes of code and has " + std::to_string(bytes.size()));
  }
  image.payload = bytes.first(image.header.payload_bytes);
  return image;
}

/// Verifies the content too.
Result<ImageView> parse_image(std::span<const std::byte> bytes) {
  auto image = split_image(bytes);
  if (!image) return image;
  const Hash128 hash = hash128(image->payload);
  const std::uint64_t* const announced = image->header.payload_hash;
  if (hash.low != announced[0] || hash.high != announced[1]) {
    return error(Code::kInvalidKernelImage,
                 "device image is corrupt: its hash differs from the header's");
  }
  return image;
}

/// Compilations that are under way in this process, so that one image is compiled once.
class InFlight {
 public:
  void enter(const Hash128& key) RIFFLE_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    while (keys_.contains(key)) lock.wait(left_);
    keys_.insert(key);
  }
  void leave(const Hash128& key) RIFFLE_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    keys_.erase(key);
    left_.notify_all();
  }

 private:
  Mutex mutex_;
  std::condition_variable left_;
  std::set<Hash128> keys_ RIFFLE_GUARDED_BY(mutex_);
};

class InFlightScope {
 public:
  InFlightScope(InFlight& set, const Hash128& key) : set_(set), key_(key) { set_.enter(key_); }
  ~InFlightScope() { set_.leave(key_); }
  InFlightScope(const InFlightScope&) = delete;
  InFlightScope& operator=(const InFlightScope&) = delete;

 private:
  InFlight& set_;
  Hash128 key_;
};

InFlight& in_flight() {
  static InFlight* set =
      new InFlight;  // never destroyed: kernels may be launched by static destructors
  return *set;
}

/// Answers the compiler's question whether an object is in the cache, and keeps it.
struct CacheQuery {
  const DiskCache& cache;
  Source source;
  const CodegenOptions& options;
  bool (*cancelled)() = nullptr;
  Hash128 key = {};  ///< of the object, whether it is there or not
  std::optional<CachedFile> found = std::nullopt;

  static bool is_known(void* owner, std::uint64_t low, std::uint64_t high) {
    auto& self = *static_cast<CacheQuery*>(owner);
    self.source.content = {low, high};
    self.key = cache_key(self.source, self.options);
    if (!self.options.looks_inside()) self.found = self.cache.find(self.key);
    return self.found.has_value();
  }
  static bool is_cancelled(void* owner) {
    const auto& self = *static_cast<CacheQuery*>(owner);
    return self.cancelled != nullptr && self.cancelled();
  }
};

CompileRequest request_for(const ImageView& image, const CodegenOptions& options) {
  return {.bitcode = image.payload.data(),
          .bitcode_bytes = image.payload.size(),
          .image_flags = image.header.flags,
          .optimization_level = image.header.optimization_level,
          .strategy = options.strategy.c_str(),
          .cpu = options.cpu.c_str(),
          .width = options.width,
          .grouping = options.grouping,
          .accesses = options.accesses,
          .wants_remarks = options.wants_remarks,
          .wants_object = true,
          .steps_off = options.steps_off.c_str(),
          .verifies_steps = options.verifies_steps,
          .dump_folder = options.dump_folder.c_str(),
          .kernel = nullptr,
          .shape = nullptr,
          .is_known = nullptr,
          .is_cancelled = nullptr,
          .owner = nullptr};
}

std::string text_of(const LaunchShape& shape) {
  const auto [x, y, z] = shape.block;
  return "blocks of " + std::to_string(x) + "x" + std::to_string(y) + "x" + std::to_string(z) +
         (shape.one_row ? " in a row" : "");
}

/// RIFFLE_LOG=compiler
void report(const CompileRequest& request, const CompileReply& reply,
            std::chrono::milliseconds time) {
  if (!log_enabled("compiler")) return;
  std::string what = request.kernel != nullptr
                         ? "kernel " + std::string(request.kernel)
                         : "image of " + std::to_string(request.bitcode_bytes) + " bytes";
  if (request.shape != nullptr) what += " for " + text_of(*request.shape);
  const char* const end = reply.descriptor >= 0 ? "compiled" : reply.is_known ? "known" : "failed";
  what.append(": ").append(end).append(" after " + std::to_string(time.count()) + " ms");
  if (reply.error_text != nullptr) what.append(": ").append(reply.error_text);
  log("compiler", what);
}

/// RIFFLE_REMARKS=on. Other shapes of a kernel, and other devices, have the same to say: each line comes once.
void print_remarks(std::string_view text) {
  struct Printed {
    Mutex mutex;
    std::set<std::string, std::less<>> lines RIFFLE_GUARDED_BY(mutex);
  };
  static auto* const printed = new Printed;  // never destroyed, as in_flight()
  const MutexLock lock(printed->mutex);
  std::string fresh;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n') + 1);
    text.remove_prefix(line.size());
    if (printed->lines.emplace(line).second) fresh += line;
  }
  std::fputs(fresh.c_str(), stderr);
}

/// Nobody waits for what may be cancelled.
std::optional<CompilationNotice> waiting_for(const CompileRequest& request) {
  if (request.is_cancelled != nullptr &&
      static_cast<CacheQuery*>(request.owner)->cancelled != nullptr)
    return std::nullopt;
  return std::make_optional<CompilationNotice>(request.kernel != nullptr ? request.kernel
                                                                         : "kernels");
}

/// A memory file; -1 when the caller knows the object.
Result<int> compile(const CompileRequest& request) {
  auto entry = compiler_entry();
  if (!entry) return std::unexpected(entry.error());
  CompileReply reply{-1, false, false, nullptr, nullptr};
  const auto begin = std::chrono::steady_clock::now();
  {
    const std::optional<CompilationNotice> waiting = waiting_for(request);
    (*entry)(&request, &reply);
  }
  report(request, reply,
         std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() -
                                                               begin));
  if (reply.remarks != nullptr) print_remarks(reply.remarks);
  std::free(reply.remarks);
  if (reply.descriptor >= 0 || reply.is_known) return reply.descriptor;
  std::string text = reply.error_text == nullptr ? "unknown failure" : reply.error_text;
  std::free(reply.error_text);
  return error(reply.image_is_bad ? Code::kInvalidKernelImage : Code::kJitCompilationFailed,
               std::move(text));
}

/// Moves a freshly compiled object into the cache; keeps the memory file when that fails.
NativeModule keep(const DiskCache& cache, const Hash128& key, int memory_file) {
  struct stat status{};
  std::optional<CachedFile> cached;
  if (::fstat(memory_file, &status) == 0 && status.st_size > 0) {
    const auto bytes = static_cast<std::size_t>(status.st_size);
    void* address = ::mmap(nullptr, bytes, PROT_READ, MAP_SHARED, memory_file, 0);
    if (address != MAP_FAILED) {
      cached = cache.store(key, {static_cast<const std::byte*>(address), bytes});
      ::munmap(address, bytes);
    }
  }
  if (!cached) return NativeModule(memory_file, "memory");
  ::close(memory_file);
  return NativeModule(cached->descriptor, std::move(cached->path));
}

Source source_of(const ImageView& image) {
  const std::uint64_t* const hash = image.header.payload_hash;
  return {.content = {.low = hash[0], .high = hash[1]},
          .flags = image.header.flags,
          .optimization_level = image.header.optimization_level};
}

/// The key that was stored under another one.
std::optional<Hash128> find_key(const DiskCache& cache, const Hash128& under) {
  const auto bytes = cache.read(under);
  Hash128 key;
  if (!bytes || bytes->size() != sizeof key) return std::nullopt;
  std::memcpy(&key, bytes->data(), sizeof key);
  return key;
}

void store_key(const DiskCache& cache, const Hash128& under, const Hash128& key) {
  cache.keep(under, {reinterpret_cast<const char*>(&key), sizeof key});
}

/// A kernel's object. Two keys: that of the object, made from what the kernel depends on, which only the compiler finds;
/// and that of its name in this image, under which the first is kept, so that a program that has run needs no compiler.
struct KernelRequest {
  ImageView image;
  CodegenOptions options;
  std::string kernel;
  const LaunchShape* shape;
  Source source;
  Hash128 name_key;

  static Result<KernelRequest> parse(
      std::span<const std::byte> bytes, std::string_view kernel, const LaunchShape* shape,
      const CodegenOptions& options = CodegenOptions::from_environment()) {
    // The base was made from it: its content has been verified.
    const auto image = split_image(bytes);
    if (!image) return std::unexpected(image.error());
    KernelRequest wanted{*image, options, std::string(kernel), shape, source_of(*image), {}};
    wanted.source.part = kernel;
    if (shape != nullptr) wanted.source.part += " for " + text_of(*shape);
    wanted.name_key = cache_key(wanted.source, wanted.options);
    return wanted;
  }

  [[nodiscard]] std::optional<NativeModule> find(const DiskCache& cache) const {
    if (options.looks_inside()) return std::nullopt;
    const auto key = find_key(cache, name_key);
    auto hit = key ? cache.find(*key) : std::nullopt;
    if (!hit) return std::nullopt;
    return NativeModule(hit->descriptor, std::move(hit->path));
  }

  [[nodiscard]] Result<NativeModule> find_or_make(bool (*is_cancelled)(),
                                                  const DiskCache& cache) const {
    const InFlightScope scope(in_flight(), name_key);
    if (auto found = find(cache)) return std::move(*found);
    CacheQuery known{cache, source, options, is_cancelled};
    CompileRequest request = request_for(image, options);
    request.kernel = kernel.c_str();
    request.shape = shape;
    request.is_known = CacheQuery::is_known;
    request.is_cancelled = CacheQuery::is_cancelled;
    request.owner = &known;
    auto memory_file = compile(request);
    if (!memory_file) return std::unexpected(memory_file.error());
    store_key(cache, name_key, known.key);
    if (known.found) return NativeModule(known.found->descriptor, std::move(known.found->path));
    return keep(cache, known.key, *memory_file);
  }
};

}  // namespace

NativeModule::NativeModule(int descriptor, std::string label)
    : descriptor_(descriptor), label_(std::move(label)) {}

NativeModule::~NativeModule() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

NativeModule::NativeModule(NativeModule&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), label_(std::move(other.label_)) {}

NativeModule& NativeModule::operator=(NativeModule&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(label_, other.label_);
  return *this;
}

Result<std::span<const std::byte>> check_image(std::span<const std::byte> bytes) {
  const auto parsed = parse_image(bytes);
  if (!parsed) return std::unexpected(parsed.error());
  return bytes.first(sizeof(ImageHeader) + parsed->payload.size());
}

Result<NativeModule> native_module(std::span<const std::byte> image, const DiskCache& cache) {
  const auto parsed = parse_image(image);
  if (!parsed) return std::unexpected(parsed.error());
  const CodegenOptions options = CodegenOptions::from_environment();
  const Hash128 key = cache_key(source_of(*parsed), options);

  const InFlightScope scope(in_flight(), key);
  if (!options.looks_inside()) {
    if (auto hit = cache.find(key)) return NativeModule(hit->descriptor, std::move(hit->path));
  }
  auto memory_file = compile(request_for(*parsed, options));
  if (!memory_file) return std::unexpected(memory_file.error());
  return keep(cache, key, *memory_file);
}

Result<NativeModule> native_kernel(std::span<const std::byte> image, std::string_view kernel,
                                   const DiskCache& cache) {
  const auto wanted = KernelRequest::parse(image, kernel, nullptr);
  if (!wanted) return std::unexpected(wanted.error());
  return wanted->find_or_make(nullptr, cache);
}

Result<NativeModule> followed_kernel(std::span<const std::byte> image, std::string_view kernel,
                                     const DiskCache& cache) {
  CodegenOptions options = CodegenOptions::from_environment();
  options.accesses = AccessNoting::kFollowed;
  const auto wanted = KernelRequest::parse(image, kernel, nullptr, options);
  if (!wanted) return std::unexpected(wanted.error());
  return wanted->find_or_make(nullptr, cache);
}

Result<std::string> look_inside(std::span<const std::byte> image, const Looks& looks) {
  const auto parsed = parse_image(image);
  if (!parsed) return std::unexpected(parsed.error());
  const auto entry = library_symbol(looks.compiler, kCompileSymbol);
  if (!entry) return std::unexpected(entry.error());
  const CodegenOptions options = CodegenOptions::from_environment();
  CompileRequest request = request_for(*parsed, options);
  request.grouping = Grouping::kTogether;
  request.wants_remarks = looks.wants_remarks;
  request.wants_object = false;
  request.dump_folder = looks.dump_folder.c_str();
  CompileReply reply{-1, false, false, nullptr, nullptr};
  (*reinterpret_cast<CompileFunction*>(*entry))(&request, &reply);
  std::string text = reply.remarks == nullptr ? "" : reply.remarks;
  std::string problem = reply.error_text == nullptr ? "" : reply.error_text;
  std::free(reply.remarks);
  std::free(reply.error_text);
  if (problem.empty()) return text;
  return error(Code::kJitCompilationFailed, std::move(problem));
}

std::optional<NativeModule> find_specialised(const SpecialisedKernel& wanted,
                                             const DiskCache& cache) {
  const auto parsed = KernelRequest::parse(wanted.image, wanted.kernel, &wanted.shape);
  return parsed ? parsed->find(cache) : std::nullopt;
}

Result<NativeModule> specialised_kernel(const SpecialisedKernel& wanted, bool (*is_cancelled)(),
                                        const DiskCache& cache) {
  const auto parsed = KernelRequest::parse(wanted.image, wanted.kernel, &wanted.shape);
  if (!parsed) return std::unexpected(parsed.error());
  return parsed->find_or_make(is_cancelled, cache);
}

}  // namespace riffle::compiler
