// SPDX-License-Identifier: Apache-2.0
#include "compiler/native.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <set>
#include <utility>

#include "base/mutex.h"
#include "compiler/cache/key.h"
#include "compiler/image.h"
#include "compiler/library.h"

namespace riffle::compiler {
namespace {

struct Image {
  ImageHeader header;
  std::span<const std::byte> payload;
};

Result<Image> parse_image(std::span<const std::byte> bytes) {
  Image image{};
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
  const Hash128 hash = hash128(image.payload);
  if (hash.low != image.header.payload_hash[0] || hash.high != image.header.payload_hash[1]) {
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

Result<int> compile(const Image& image, const CodegenOptions& options) {
  auto entry = compiler_entry();
  if (!entry) return std::unexpected(entry.error());
  const CompileRequest request{image.payload.data(),     image.payload.size(),
                               image.header.flags,       image.header.optimization_level,
                               options.strategy.c_str(), options.cpu.c_str()};
  CompileReply reply{-1, false, nullptr};
  (*entry)(&request, &reply);
  if (reply.descriptor >= 0) return reply.descriptor;
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

Result<NativeModule> native_module(std::span<const std::byte> image, const DiskCache& cache) {
  const auto parsed = parse_image(image);
  if (!parsed) return std::unexpected(parsed.error());
  const CodegenOptions options = CodegenOptions::from_environment();
  const Hash128 key =
      cache_key(parsed->payload, parsed->header.flags, parsed->header.optimization_level, options);

  const InFlightScope scope(in_flight(), key);
  if (auto hit = cache.find(key)) return NativeModule(hit->descriptor, std::move(hit->path));
  auto memory_file = compile(*parsed, options);
  if (!memory_file) return std::unexpected(memory_file.error());
  return keep(cache, key, *memory_file);
}

}  // namespace riffle::compiler
