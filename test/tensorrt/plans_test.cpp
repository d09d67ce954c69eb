// SPDX-License-Identifier: Apache-2.0
// Building: what is refused, and what plans are good for.
#include <cuda_runtime.h>
#include <sys/mman.h>

#include <filesystem>
#include <fstream>

#include "libraries/tensorrt/base/log.h"
#include "libraries/tensorrt/base/utf8.h"
#include "libraries/tensorrt/engine/session.h"
#include "libraries/tensorrt/onnx/reading.h"
#include "program.h"

namespace riffle::tensorrt::test {
namespace {

TEST(Plans, TellInputsAndOutputs) {
  NEEDS_ENGINE();
  Program program(doubling(-1));
  program.set_range("x", Dims2(1, 4), Dims2(2, 4), Dims2(8, 4));
  program.build();
  const ICudaEngine& engine = *program.engine;
  ASSERT_EQ(engine.getNbIOTensors(), 2);
  EXPECT_STREQ(engine.getIOTensorName(0), "x");
  EXPECT_STREQ(engine.getIOTensorName(1), "y");
  EXPECT_EQ(engine.getTensorIOMode("x"), TensorIOMode::kINPUT);
  EXPECT_EQ(engine.getTensorIOMode("y"), TensorIOMode::kOUTPUT);
  EXPECT_EQ(engine.getTensorIOMode("z"), TensorIOMode::kNONE);
  EXPECT_EQ(engine.getTensorDataType("y"), DataType::kFLOAT);
  EXPECT_EQ(engine.getTensorShape("y").d[0], -1);
  EXPECT_EQ(engine.getTensorShape("y").d[1], 4);
  EXPECT_EQ(engine.getProfileShape("x", 0, OptProfileSelector::kMAX).d[0], 8);
  EXPECT_EQ(engine.getNbLayers(), 1);
  EXPECT_EQ(program.logger.take(), "");
  EXPECT_EQ(engine.getTensorShape("z").nbDims, -1);
  EXPECT_TRUE(program.logger.was_told("no input or output named 'z'"));
}

TEST(Plans, FixWhatProfilesLeaveNoChoiceOf) {
  NEEDS_ENGINE();
  Program program(doubling(-1));
  program.set_range("x", Dims2(3, 4), Dims2(3, 4), Dims2(3, 4));
  program.build();
  EXPECT_EQ(program.engine->getTensorShape("x").d[0], 3);
  EXPECT_EQ(program.engine->getTensorShape("y").d[0], 3);
  EXPECT_TRUE(program.context->allInputDimensionsSpecified());
  Program open(doubling(-1));
  open.set_range("x", Dims2(3, 4), Dims2(3, 4), Dims2(3, 4));
  open.set_range("x", Dims2(5, 4), Dims2(5, 4), Dims2(5, 4));
  open.build();
  EXPECT_EQ(open.engine->getTensorShape("y").d[0], -1);
}

TEST(Plans, TellTheDimensionsOfAFourierTransform) {
  NEEDS_ENGINE();
  using Extents = std::vector<std::int64_t>;
  const auto extents = [](const Dims& dims) { return Extents(dims.d, dims.d + dims.nbDims); };
  struct {
    std::int64_t onesided, inverse, parts;
    Extents wanted;
  } const cases[] = {{0, 0, 1, {1, 10, 2}}, {1, 0, 1, {1, 6, 2}}, {0, 1, 2, {1, 10, 2}}};
  for (const auto& each : cases) {
    onnx::OnnxModel model = empty_model();
    model.graph.inputs = {value("x", OnnxType::kFloat, {1, 10, each.parts})};
    model.graph.outputs = {{"y", OnnxType::kFloat, false, {}}};
    onnx::OnnxNode transform{"transform", "DFT", "", {"x"}, {"y"}, {}};
    transform.with("onesided", each.onesided).with("inverse", each.inverse);
    model.graph.nodes = {transform.with("axis", std::int64_t{1})};
    Program program(model.written());
    program.build();
    EXPECT_EQ(extents(program.context->getTensorShape("y")), each.wanted);
    EXPECT_EQ(extents(program.engine->getTensorShape("y")), each.wanted);
  }
}

TEST(Plans, KeepWhatTheyAreBuiltOf) {
  NEEDS_ENGINE();
  Program program(doubling(2));
  program.build();
  const std::unique_ptr<IHostMemory> again(program.engine->serialize());
  ASSERT_EQ(again->size(), program.plan->size());
  EXPECT_EQ(std::memcmp(again->data(), program.plan->data(), again->size()), 0);
}

TEST(Plans, AreRefusedWhereTheyAreDamaged) {
  NEEDS_ENGINE();
  Program program(doubling(2));
  program.build();
  const std::string whole(static_cast<const char*>(program.plan->data()), program.plan->size());
  const auto is_refused = [&](const std::string& bytes) {
    return program.runtime->deserializeCudaEngine(bytes.data(), bytes.size()) == nullptr &&
           !program.logger.take().empty();
  };
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_TRUE(is_refused(whole.substr(0, size))) << "cut off at " << size;
  for (std::size_t at = 0; at < whole.size(); ++at) {
    if (at >= 12 && at < 16) continue;  // reserved
    std::string changed = whole;
    changed[at] ^= 0x10;
    EXPECT_TRUE(is_refused(changed)) << "byte " << at;
  }
  EXPECT_EQ(program.runtime->deserializeCudaEngine(nullptr, 0), nullptr);
  EXPECT_TRUE(program.logger.was_told("the plan is null"));
  EXPECT_EQ(program.runtime->deserializeCudaEngine("ftrt and more", 13), nullptr);
  EXPECT_TRUE(program.logger.was_told("an engine of NVIDIA's TensorRT"));
}

TEST(Plans, NeedAProfileForOpenDimensions) {
  NEEDS_ENGINE();
  Program program(doubling(-1));
  EXPECT_EQ(program.builder->buildSerializedNetwork(*program.network, *program.config), nullptr);
  EXPECT_TRUE(program.logger.was_told("input 'x' has dimensions [-1,4]: expected a profile"));
}

TEST(Plans, NeedProfilesWhoseDimensionsGrow) {
  Program program;
  IOptimizationProfile* const profile = program.builder->createOptimizationProfile();
  profile->setDimensions("x", OptProfileSelector::kMIN, Dims2(4, 4));
  profile->setDimensions("x", OptProfileSelector::kOPT, Dims2(2, 4));
  profile->setDimensions("x", OptProfileSelector::kMAX, Dims2(8, 4));
  EXPECT_FALSE(profile->isValid());
  EXPECT_EQ(program.config->addOptimizationProfile(profile), -1);
  EXPECT_TRUE(program.logger.was_told("expected each to be at most the next"));
}

TEST(Plans, NeedAnOutput) {
  Program program;
  program.network->addInput("x", DataType::kFLOAT, Dims2(1, 4));
  EXPECT_EQ(program.builder->buildSerializedNetwork(*program.network, *program.config), nullptr);
  EXPECT_TRUE(program.logger.was_told("has no output"));
}

TEST(Parser, RefusesWhatIsCutOff) {
  const std::string whole = doubling(2);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    Program program;
    if (program.parser->parse(whole.data(), size)) continue;  // it ends between two fields
    EXPECT_GT(program.parser->getNbErrors(), 0);
    EXPECT_NE(program.logger.take(), "");
  }
  Program program;
  EXPECT_FALSE(program.parser->parse(whole.data(), whole.size() / 2));
  EXPECT_EQ(program.parser->getError(0)->code(),
            nvonnxparser::ErrorCode::kMODEL_DESERIALIZE_FAILED);
  EXPECT_FALSE(program.parser->parseFromFile("/nowhere/model.onnx", 0));
  EXPECT_TRUE(program.logger.was_told("'/nowhere/model.onnx' cannot be read"));
}

TEST(Parser, ReadsWeightsOfTheModelsFolderAlone) {
  NEEDS_ENGINE();
  const std::string folder = ::testing::TempDir() + "riffle-weights";
  std::filesystem::create_directories(folder + "/model");
  const std::vector<float> weights{1, 2, 3, 4};
  for (const char* const name : {"/w.bin", "/model/w.bin"})
    std::ofstream(folder + name, std::ios::binary)
        .write(reinterpret_cast<const char*>(weights.data()), 16);
  const auto model_with = [](const std::string& location) {
    const std::string place = onnx::Writer().bytes(1, "location").bytes(2, location).take();
    const std::string tensor = onnx::Writer()
                                   .number(1, 4)
                                   .number(2, static_cast<std::uint64_t>(OnnxType::kFloat))
                                   .bytes(8, "w")
                                   .bytes(13, place)
                                   .number(14, 1)
                                   .take();
    onnx::OnnxModel model = empty_model();
    model.graph.inputs = {value("x", OnnxType::kFloat, {4})};
    model.graph.outputs = {value("y", OnnxType::kFloat, {4})};
    model.graph.nodes = {{"scale", "Mul", "", {"x", "w"}, {"y"}, {}}};
    model.graph.initializers = {onnx::read_tensor(tensor)};
    return model.written();
  };
  const std::string file = folder + "/model/m.onnx";
  const auto parse = [&](Program& program, const std::string& location) {
    std::ofstream(file, std::ios::binary) << model_with(location);
    return program.parser->parseFromFile(file.c_str(), 0);
  };
  for (const char* const location : {"w.bin", "./w.bin", "deeper/../w.bin"}) {
    Program program;
    EXPECT_TRUE(parse(program, location)) << program.logger.take();
    program.build();
    const Memory<float> x({1, 1, 1, 2}), y(4);
    program.context->setTensorAddress("x", x.data());
    program.context->setTensorAddress("y", y.data());
    EXPECT_TRUE(program.context->enqueueV3(nullptr));
    cudaDeviceSynchronize();
    EXPECT_EQ(y.get(), (std::vector<float>{1, 2, 3, 8}));
  }
  for (const std::string& location : {std::string("../w.bin"), folder + "/w.bin",
                                      std::string("deeper/../../w.bin"), std::string()}) {
    Program program;
    EXPECT_FALSE(parse(program, location));
    EXPECT_TRUE(program.logger.was_told("not a file in the model's folder")) << location;
  }
  Program program;
  EXPECT_FALSE(parse(program, "missing.bin"));
  EXPECT_TRUE(program.logger.was_told("missing.bin"));
  std::filesystem::remove_all(folder);
}

TEST(Parser, SaysInUtf8WhatModelsNameInAnyBytes) {
  NEEDS_ENGINE();
  EXPECT_EQ(in_utf8("a \xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80"),
            "a \xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80");
  for (const char* const none :
       {"\xff", "\x80", "\xc0\xaf", "\xe2\x82", "\xed\xa0\x80", "\xf4\x90\x80\x80"})
    EXPECT_EQ(in_utf8(none).substr(0, 3), "\xef\xbf\xbd") << none;
  const auto model_of = [](const char* op) {
    onnx::OnnxModel model = empty_model();
    model.graph.inputs = {value("x", OnnxType::kFloat, {4})};
    model.graph.outputs = {value("y", OnnxType::kFloat, {4})};
    model.graph.nodes = {{"odd\xff", op, "", {"x"}, {"y"}, {}}};
    return model.written();
  };
  Program program;
  const std::string odd = model_of("Odd\xfe");
  EXPECT_FALSE(program.parser->parse(odd.data(), odd.size()));
  EXPECT_STREQ(program.parser->getError(0)->nodeName(), "odd\xef\xbf\xbd");
  EXPECT_STREQ(program.parser->getError(0)->nodeOperator(), "Odd\xef\xbf\xbd");
  EXPECT_TRUE(program.logger.was_told("'odd\xef\xbf\xbd': operator 'Odd\xef\xbf\xbd'"));
  Program good(model_of("Abs"));
  good.build();
  const std::unique_ptr<IEngineInspector> inspector(good.engine->createEngineInspector());
  EXPECT_NE(std::string(inspector->getEngineInformation(LayerInformationFormat::kJSON))
                .find("odd\xef\xbf\xbd"),
            std::string::npos);
}

TEST(Parser, RefusesOperatorsThatNobodyHas) {
  onnx::OnnxModel model = empty_model();
  model.graph.inputs = {value("x", OnnxType::kFloat, {2})};
  model.graph.outputs = {value("y", OnnxType::kFloat, {2})};
  model.graph.nodes = {{"odd", "Frobnicate", "", {"x"}, {"y"}, {}}};
  const std::string bytes = model.written();
  Program program;
  EXPECT_FALSE(program.parser->parse(bytes.data(), bytes.size()));
  ASSERT_EQ(program.parser->getNbErrors(), 1);
  EXPECT_EQ(program.parser->getError(0)->code(), nvonnxparser::ErrorCode::kUNSUPPORTED_NODE);
  EXPECT_EQ(program.parser->getError(0)->node(), 0);
  EXPECT_STREQ(program.parser->getError(0)->nodeOperator(), "Frobnicate");
  EXPECT_FALSE(program.parser->supportsOperator("Frobnicate"));
  EXPECT_TRUE(program.parser->supportsOperator("Conv"));
}

TEST(Plans, OfMoreThanTwoGigabytesAreRefused) {
  constexpr std::size_t kBytes = std::size_t{3} << 30;
  void* const nothing = mmap(nullptr, kBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(nothing, MAP_FAILED);
  try {
    const ort::Model model({static_cast<const char*>(nothing), kBytes}, 0, 1);
    FAIL() << "it was taken";
  } catch (const Failure& failure) {
    EXPECT_STREQ(failure.what(),
                 "the network has 3221225472 bytes with its weights, and ONNX Runtime takes at "
                 "most 2 GB (2147483647 bytes): store weights in FP16, or divide the network");
  }
  munmap(nothing, kBytes);
}

TEST(Plans, HaveLinearTensors) {
  NEEDS_ENGINE();
  Program program(doubling(1));
  const auto only = [](TensorFormat format) { return 1U << static_cast<unsigned>(format); };
  program.network->getInput(0)->setAllowedFormats(only(TensorFormat::kHWC));
  EXPECT_EQ(program.builder->buildSerializedNetwork(*program.network, *program.config), nullptr);
  EXPECT_TRUE(program.logger.was_told("input 'x' does not allow TensorFormat::kLINEAR"));
  program.network->getInput(0)->setAllowedFormats(only(TensorFormat::kHWC) |
                                                  only(TensorFormat::kLINEAR));
  program.build();
  EXPECT_EQ(program.engine->getTensorFormat("x"), TensorFormat::kLINEAR);
}

TEST(Plans, AreNotMadeWhereAProgressMonitorStops) {
  NEEDS_ENGINE();
  struct Monitor final : IProgressMonitor {
    void phaseStart(char const*, char const*, int32_t) noexcept override { ++open; }
    bool stepComplete(char const*, int32_t) noexcept override { return goes_on; }
    void phaseFinish(char const*) noexcept override { --open; }
    int open = 0;
    bool goes_on = false;
  } monitor;
  Program program(doubling(1));
  program.config->setProgressMonitor(&monitor);
  const std::unique_ptr<IHostMemory> plan(
      program.builder->buildSerializedNetwork(*program.network, *program.config));
  EXPECT_EQ(plan, nullptr);
  EXPECT_TRUE(program.logger.was_told("stopped by the progress monitor"));
  EXPECT_EQ(monitor.open, 0);
  monitor.goes_on = true;
  program.build();
}

TEST(Networks, RefuseByNameWhatIsNotThere) {
  Program program;
  ITensor* const input = program.network->addInput("x", DataType::kFLOAT, Dims2(1, 4));
  EXPECT_FALSE(program.network->markDebug(*input));
  EXPECT_TRUE(program.logger.was_told("INetworkDefinition::markDebug is not supported by Riffle"));
}

TEST(Entry, RuntimesAreLoadedByTheNamesOfThoseThatLoadPlansAlone) {
  NEEDS_ENGINE();
  Program program(doubling(1));
  program.build();
  for (const char* const name : {"libnvinfer_lean.so.10", "libnvinfer_dispatch.so.10"}) {
    const std::unique_ptr<IRuntime> lean(program.runtime->loadRuntime(name));
    ASSERT_NE(lean, nullptr) << program.logger.take();
    const std::unique_ptr<ICudaEngine> engine(
        lean->deserializeCudaEngine(program.plan->data(), program.plan->size()));
    EXPECT_NE(engine, nullptr);
  }
  EXPECT_EQ(program.runtime->loadRuntime("/nowhere/libnvinfer_lean.so.10"), nullptr);
  EXPECT_TRUE(program.logger.was_told("IRuntime::loadRuntime: /nowhere/libnvinfer_lean.so.10"));
  EXPECT_EQ(program.runtime->loadRuntime("libm.so.6"), nullptr);
  EXPECT_TRUE(program.logger.was_told("'libm.so.6' is not a library of TensorRT's runtime"));
}

TEST(Entry, RefusesOtherMajorVersions) {
  Logger logger;
  EXPECT_EQ(createInferBuilder_INTERNAL(&logger, 80601), nullptr);
  EXPECT_TRUE(logger.was_told("compiled for TensorRT 8.6"));
  EXPECT_EQ(createInferRuntime_INTERNAL(nullptr, NV_TENSORRT_VERSION), nullptr);
}

TEST(EntryDeathTest, TellsHowToGetTheEngine) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        setenv("RIFFLE_ONNXRUNTIME", "/nowhere", 1);
        Program program(doubling(1));
        const bool is_refused =
            program.builder->buildSerializedNetwork(*program.network, *program.config) == nullptr;
        std::fputs(program.logger.take().c_str(), stderr);
        std::exit(is_refused ? 0 : 1);
      },
      testing::ExitedWithCode(0), "pip install onnxruntime");
}

}  // namespace
}  // namespace riffle::tensorrt::test
