// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/runtime/runtime.h"

#include <dlfcn.h>

#include "libraries/tensorrt/plugin/registry.h"
#include "libraries/tensorrt/runtime/engine.h"

namespace riffle::tensorrt {
namespace {

constexpr char kDeserialize[] = "IRuntime::deserializeCudaEngine";

/// Calls `read(destination, bytes)`, which returns how many bytes came, until no more come.
template <class Read>
std::string read_all(Read read) {
  constexpr std::size_t kPiece = 1U << 20;
  std::string bytes;
  for (std::size_t filled = 0;;) {
    bytes.resize(filled + kPiece);
    const std::int64_t came = read(bytes.data() + filled, static_cast<std::int64_t>(kPiece));
    if (came > 0) filled += static_cast<std::size_t>(came);
    if (came < static_cast<std::int64_t>(kPiece)) {
      bytes.resize(filled);
      return bytes;
    }
  }
}

}  // namespace

ICudaEngine* load_engine(std::string_view plan, const Log& log, IGpuAllocator* allocator,
                         char const* function) noexcept {
  return guarded(log, function, [&]() -> ICudaEngine* {
    return new Engine(std::make_shared<Loaded>(EnginePlan::read(plan), log, allocator));
  });
}

ICudaEngine* Runtime::deserializeCudaEngine(void const* blob, size_t size) noexcept {
  if (blob == nullptr) {
    log_.error(ErrorCode::kINVALID_ARGUMENT, kDeserialize, ": the plan is null");
    return nullptr;
  }
  return load_engine({static_cast<const char*>(blob), size}, log_, allocator_, kDeserialize);
}

ICudaEngine* Runtime::deserializeCudaEngine(IStreamReader& reader) noexcept {
  return guarded(log_, kDeserialize, [&] {
    const std::string plan = read_all([&](void* to, std::int64_t n) { return reader.read(to, n); });
    return load_engine(plan, log_, allocator_, kDeserialize);
  });
}

ICudaEngine* Runtime::deserializeCudaEngineV2(IStreamReaderV2& reader) noexcept {
  return guarded(log_, kDeserialize, [&] {
    const std::string plan =
        read_all([&](void* to, std::int64_t n) { return reader.read(to, n, nullptr); });
    return load_engine(plan, log_, allocator_, kDeserialize);
  });
}

/// The library stays loaded, as the runtime that it makes does not know when its engines are gone.
IRuntime* Runtime::loadRuntime(char const* path) noexcept {
  return guarded(log_, "IRuntime::loadRuntime", [&] {
    void* const handle = path == nullptr ? nullptr : dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr)
      throw Failure(ErrorCode::kINVALID_ARGUMENT, path == nullptr ? "the path is null" : dlerror());
    const auto create =
        reinterpret_cast<void* (*)(void*, int32_t)>(dlsym(handle, "createInferRuntime_INTERNAL"));
    if (create == nullptr)
      throw Failure(ErrorCode::kINVALID_ARGUMENT,
                    joined("'", path, "' is not a library of TensorRT's runtime"));
    return static_cast<IRuntime*>(create(log_.logger(), NV_TENSORRT_VERSION));
  });
}

IPluginRegistry& Runtime::getPluginRegistry() noexcept { return plugin_registry(); }

}  // namespace riffle::tensorrt
