// SPDX-License-Identifier: Apache-2.0
// Missing memory: each allocation of an entry point fails once, in a process of its own. The call may fail; the process goes on.
#include <NvInferPlugin.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <functional>
#include <new>

#include "program.h"

namespace {

/// Counts down to the allocation that fails; below zero none does.
thread_local long until_failure = -1;

}  // namespace

void* operator new(std::size_t bytes) {
  if (until_failure == 0) {
    until_failure = -1;
    throw std::bad_alloc();
  }
  if (until_failure > 0) --until_failure;
  if (void* const made = std::malloc(bytes == 0 ? 1 : bytes)) return made;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace riffle::tensorrt::test {
namespace {

/// Says nothing, and allocates nothing.
class Quiet final : public ILogger {
 public:
  void log(Severity, const char*) noexcept override {}
};

struct Call {
  const char* name;
  std::function<void()> run;
};

constexpr long kMostFailures = 120;

struct Failures {
  int used = 0;       ///< that the call met
  std::string fatal;  ///< the numbers of those that end the process, or let it hang
};
Failures failures_of(const Call& call) {
  Failures found;
  for (long n = 0; n < kMostFailures; ++n) {
    const pid_t child = fork();
    if (child == 0) {
      std::freopen("/dev/null", "w", stderr);
      alarm(30);  // a lock of a thread that is not here may be waited for
      until_failure = n;
      call.run();
      _exit(until_failure >= 0 ? 1 : 0);  // 1: it needs no more
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status)) found.fatal += " " + std::to_string(n);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 1) break;
    ++found.used;
  }
  return found;
}

TEST(Memory, MayBeMissingInEachCall) {
  Quiet logger;
  const std::string model = doubling(2);
  initLibNvInferPlugins(&logger, "");
  IBuilder* const builder = createInferBuilder(logger);
  INetworkDefinition* const network = builder->createNetworkV2(0);
  ITensor* const x = network->addInput("x", DataType::kFLOAT, Dims2(2, 4));
  IBuilderConfig* const config = builder->createBuilderConfig();
  IOptimizationProfile* const profile = builder->createOptimizationProfile();
  IRuntime* const runtime = createInferRuntime(logger);
  const char* const paths[] = {"a long path to a library, which is copied", "another one"};
  const std::int32_t values[] = {1, 2, 3, 4};
  IPluginCreatorInterface* const creator =
      getPluginRegistry()->getCreator("EfficientNMS_TRT", "1", "");
  ASSERT_NE(creator, nullptr);
  const float threshold = 0.5F;
  const PluginField field("score_threshold", &threshold, PluginFieldType::kFLOAT32, 1);
  const PluginFieldCollection fields{1, &field};
  const Call calls[] = {
      {"createInferBuilder", [&] { createInferBuilder(logger); }},
      {"createInferRuntime", [&] { createInferRuntime(logger); }},
      {"createParser", [&] { nvonnxparser::createParser(*network, logger); }},
      {"createNetworkV2", [&] { builder->createNetworkV2(0); }},
      {"createBuilderConfig", [&] { builder->createBuilderConfig(); }},
      {"createOptimizationProfile", [&] { builder->createOptimizationProfile(); }},
      {"addOptimizationProfile", [&] { config->addOptimizationProfile(profile); }},
      {"setDimensions",
       [&] {
         profile->setDimensions("a new input with a long name", OptProfileSelector::kMIN,
                                Dims2(1, 2));
       }},
      {"setShapeValues",
       [&] { profile->setShapeValues("a new input", OptProfileSelector::kMIN, values, 4); }},
      {"createTimingCache",
       [&] { config->createTimingCache("thirty-two bytes of some cache.", 31); }},
      {"setTimingCache",
       [&] {
         if (ITimingCache* const cache = config->createTimingCache(nullptr, 0)) cache->serialize();
       }},
      {"setMemoryPoolLimit", [&] { config->setMemoryPoolLimit(MemoryPoolType::kWORKSPACE, 1); }},
      {"setDeviceType", [&] { config->setDeviceType(nullptr, DeviceType::kGPU); }},
      {"setPluginsToSerialize", [&] { config->setPluginsToSerialize(paths, 2); }},
      {"setFlag", [&] { config->setFlag(BuilderFlag::kFP16); }},
      {"addInput",
       [&] { network->addInput("another one with a long name", DataType::kFLOAT, Dims2(1, 1)); }},
      {"setName", [&] { x->setName("a name that is longer than those that are kept inside"); }},
      {"setDimensionName", [&] { x->setDimensionName(1, "a name of a dimension that is long"); }},
      {"markOutput", [&] { network->markOutput(*x); }},
      {"addIdentity", [&] { network->addIdentity(*x); }},
      {"addElementWise", [&] { network->addElementWise(*x, *x, ElementWiseOperation::kSUM); }},
      {"addConcatenation",
       [&] {
         ITensor* const both[] = {x, x};
         network->addConcatenation(both, 2);
       }},
      {"addLoop", [&] { network->addLoop(); }},
      {"addShuffle",
       [&] {
         if (auto* const made = network->addShuffle(*x)) made->setReshapeDimensions(Dims2(4, 2));
       }},
      {"markDebug", [&] { network->markDebug(*x); }},
      {"setWeightsName",
       [&] {
         network->setWeightsName(Weights{DataType::kFLOAT, &threshold, 1},
                                 "a long name of weights, which is kept");
       }},
      {"parse",
       [&] {
         INetworkDefinition* const fresh = builder->createNetworkV2(0);
         if (fresh == nullptr) return;
         if (auto* const parser = nvonnxparser::createParser(*fresh, logger)) {
           parser->parse(model.data(), model.size());
           parser->parse("no model", 8);
           parser->getNbErrors();
         }
       }},
      {"supportsModelV2",
       [&] {
         if (auto* const parser = nvonnxparser::createParser(*network, logger)) {
           parser->supportsModelV2(model.data(), model.size(), nullptr);
           parser->supportsOperator("Conv");
           parser->getLayerOutputTensor("twice", 0);
         }
       }},
      {"deserializeCudaEngine",
       [&] { runtime->deserializeCudaEngine("these bytes are no plan of any kind", 35); }},
      {"loadRuntime", [&] { runtime->loadRuntime("/nowhere/a/library/that/is/not/there.so"); }},
      {"getCreator",
       [&] {
         getPluginRegistry()->getCreator("EfficientNMS_TRT", "1",
                                         "a namespace that is rather long");
       }},
      {"getAllCreators",
       [&] {
         std::int32_t count = 0;
         getPluginRegistry()->getAllCreators(&count);
         getPluginRegistry()->getPluginCreatorList(&count);
       }},
      {"loadLibrary",
       [&] { getPluginRegistry()->loadLibrary("/nowhere/a/library/that/is/not/there.so"); }},
      {"initLibNvInferPlugins", [&] { initLibNvInferPlugins(&logger, "another namespace"); }},
      {"createPlugin",
       [&] {
         IPluginV2* const plugin =
             static_cast<IPluginCreator*>(creator)->createPlugin("a plugin", &fields);
         if (plugin == nullptr) return;
         plugin->clone();
         plugin->setPluginNamespace("a namespace that is longer than sixteen");
         std::string bytes(plugin->getSerializationSize(), '\0');
         plugin->serialize(bytes.data());
         static_cast<IPluginCreator*>(creator)->deserializePlugin("a plugin", bytes.data(),
                                                                  bytes.size());
       }},
  };
  ASSERT_GT(failures_of(calls[0]).used, 0) << "the libraries have an operator new of their own";
  for (const Call& call : calls) EXPECT_EQ(failures_of(call).fatal, "") << call.name;
}

}  // namespace
}  // namespace riffle::tensorrt::test
