// SPDX-License-Identifier: Apache-2.0
// The functions that libnvinfer.so exports.
#define TENSORRT_BUILD_LIB
#include <NvInfer.h>

#include "libraries/tensorrt/base/loggers.h"
#include "libraries/tensorrt/builder/builder.h"
#include "libraries/tensorrt/parser/parser.h"
#include "libraries/tensorrt/plugin/registry.h"
#include "libraries/tensorrt/refit/refitter.h"
#include "libraries/tensorrt/runtime/runtime.h"

using namespace riffle::tensorrt;

namespace {

/// Whether a program that was compiled for a version can use this library, which keeps the order of all of its major version.
bool accepts(ILogger* logger, int32_t version, const char* function) {
  if (logger == nullptr) {
    Log(nullptr).error(ErrorCode::kINVALID_ARGUMENT, function, ": the logger is null");
    return false;
  }
  if (version / 10000 == NV_TENSORRT_MAJOR) return true;
  Log(logger).error(ErrorCode::kINVALID_ARGUMENT, function,
                    ": the program was compiled for TensorRT ", version / 10000, '.',
                    version / 100 % 100, ", this library has the interface of ", NV_TENSORRT_MAJOR,
                    '.', NV_TENSORRT_MINOR);
  return false;
}

}  // namespace

extern "C" {

void* createInferBuilder_INTERNAL(void* logger, int32_t version) noexcept {
  auto* const given = static_cast<ILogger*>(logger);
  if (!accepts(given, version, "createInferBuilder")) return nullptr;
  return guarded(Log(given), "createInferBuilder",
                 [&]() -> IBuilder* { return new Builder(given); });
}

void* createInferRuntime_INTERNAL(void* logger, int32_t version) noexcept {
  auto* const given = static_cast<ILogger*>(logger);
  if (!accepts(given, version, "createInferRuntime")) return nullptr;
  return guarded(Log(given), "createInferRuntime",
                 [&]() -> IRuntime* { return new Runtime(given); });
}

void* createInferRefitter_INTERNAL(void* engine, void* logger, int32_t version) noexcept {
  auto* const given = static_cast<ILogger*>(logger);
  if (!accepts(given, version, "createInferRefitter") || engine == nullptr) return nullptr;
  return guarded(Log(given), "createInferRefitter", [&]() -> IRefitter* {
    return new Refitter(static_cast<Engine&>(*static_cast<ICudaEngine*>(engine)), *given);
  });
}

IPluginRegistry* getPluginRegistry() noexcept { return &plugin_registry(); }
IPluginRegistry* getBuilderPluginRegistry(EngineCapability) noexcept { return &plugin_registry(); }
bool setInternalLibraryPath(AsciiChar const*) noexcept { return true; }
ILogger* getLogger() noexcept { return RegisteredLogger::first(); }

int32_t getInferLibVersion() noexcept { return NV_TENSORRT_VERSION; }
int32_t getInferLibMajorVersion() noexcept { return NV_TENSORRT_MAJOR; }
int32_t getInferLibMinorVersion() noexcept { return NV_TENSORRT_MINOR; }
int32_t getInferLibPatchVersion() noexcept { return NV_TENSORRT_PATCH; }
int32_t getInferLibBuildVersion() noexcept { return NV_TENSORRT_BUILD; }

/// For libnvinfer_plugin.so: where the call that this thread is in reports, or what belongs to no engine.
TENSORRTAPI void riffle_tensorrt_log(ILogger** logger, IErrorRecorder** recorder) {
  const Log* const current = CurrentLog::get();
  *logger = current != nullptr ? current->logger() : RegisteredLogger::first();
  *recorder = current != nullptr ? current->recorder : plugin_registry().getErrorRecorder();
}
/// For libnvonnxparser.so, which is no more than a door to here.
TENSORRTAPI void* riffle_tensorrt_parser_refitter(void* refitter, void* logger) noexcept {
  auto* const given = static_cast<ILogger*>(logger);
  return guarded(Log(given), "createParserRefitter", [&]() -> nvonnxparser::IParserRefitter* {
    return new ParserRefitter(*static_cast<IRefitter*>(refitter), *given);
  });
}
TENSORRTAPI void* riffle_tensorrt_parser(void* network, void* logger) noexcept {
  auto* const given = static_cast<ILogger*>(logger);
  return guarded(Log(given), "createParser", [&]() -> nvonnxparser::IParser* {
    return new Parser(*static_cast<INetworkDefinition*>(network), *given);
  });
}
}
