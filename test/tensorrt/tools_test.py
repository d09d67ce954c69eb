# SPDX-License-Identifier: Apache-2.0
"""What riffle check and riffle trace say of inferences: which memory they touch, and a context that is in two streams at once."""
import json
import os
import pathlib
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "driver"))
from riffle_case import RiffleCase

# With "two": one context in two streams. With "early": the input is written while it may be read. With "consumed": after the
# event that says it has been read. With "exit" nothing is deleted.
# With "fork" a child deletes what its parent has. With "save" the plan is written, with "load" it is read. With "plugin" as a second word the network is a plugin of the library.
PROGRAM = """\
#include <NvInferPlugin.h>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
using namespace nvinfer1;
struct Logger : ILogger {
  void log(Severity severity, const char* text) noexcept override {
    if (severity <= Severity::kERROR) std::puts(text);
  }
} logger;
IHostMemory* build(bool has_plugin) {
  IBuilder* builder = createInferBuilder(logger);
  INetworkDefinition* network = builder->createNetworkV2(0);
  ITensor* x = network->addInput("x", DataType::kFLOAT, Dims2(64, 64));
  ITensor* y = nullptr;
  if (!has_plugin) {
    ILayer* layer = network->addIdentity(*x);
    layer->setName("copy");
    y = layer->getOutput(0);
  } else {
    initLibNvInferPlugins(&logger, "");
    const PluginFieldCollection fields{};
    IPluginCreatorInterface* creator = getPluginRegistry()->getCreator("CustomGeluPluginDynamic", "1", "");
    IPluginV2* plugin = static_cast<IPluginCreator*>(creator)->createPlugin("gelu", &fields);
    y = network->addPluginV2(&x, 1, *plugin)->getOutput(0);
    plugin->destroy();
  }
  y->setName("y");
  network->markOutput(*y);
  IBuilderConfig* config = builder->createBuilderConfig();
  IHostMemory* plan = builder->buildSerializedNetwork(*network, *config);
  delete config;
  delete network;
  delete builder;
  return plan;
}
int main(int, char** arguments) {
  const auto is = [&](const char* word) { return std::strcmp(arguments[1], word) == 0; };
  IHostMemory* plan = is("load") ? nullptr : build(arguments[2] != nullptr);
  if (plan == nullptr && !is("load")) return 77;
  if (is("save")) {
    std::ofstream("x.plan", std::ios::binary).write(static_cast<char*>(plan->data()), plan->size());
    return 0;
  }
  std::ifstream file(is("load") ? "x.plan" : "", std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  if (plan != nullptr) bytes.assign(static_cast<char*>(plan->data()), plan->size());
  IRuntime* runtime = createInferRuntime(logger);
  ICudaEngine* engine = runtime->deserializeCudaEngine(bytes.data(), bytes.size());
  IExecutionContext* context = engine->createExecutionContext();
  constexpr int kBytes = 64 * 64 * 4;
  void *in = nullptr, *out = nullptr, *other = nullptr;
  cudaMalloc(&in, kBytes);
  cudaMalloc(&out, kBytes);
  cudaMalloc(&other, kBytes);
  cudaMemset(in, 0, kBytes);
  cudaStream_t one, two;
  cudaEvent_t consumed;
  cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
  cudaEventCreate(&consumed);
  cudaDeviceSynchronize();
  context->setInputConsumedEvent(consumed);
  context->setTensorAddress("x", in);
  context->setTensorAddress("y", out);
  context->enqueueV3(one);
  if (is("two")) {
    context->setTensorAddress("y", other);
    context->enqueueV3(two);
  }
  if (is("consumed")) cudaStreamWaitEvent(two, consumed, 0);
  if (is("consumed") || is("early")) cudaMemsetAsync(in, 1, kBytes, two);
  cudaDeviceSynchronize();
  if (is("fork")) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(20);
      delete context;
      delete engine;
      delete runtime;
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return status;
  }
  if (is("exit") || is("load")) return 0;
  cudaStreamDestroy(one);
  cudaStreamDestroy(two);
  cudaEventDestroy(consumed);
  cudaFree(in);
  cudaFree(out);
  cudaFree(other);
  delete context;
  delete engine;
  delete runtime;
  delete plan;
}
"""


class ToolsTest(RiffleCase):
    def setUp(self):
        super().setUp()
        self.write("program.cu", PROGRAM)
        self.riffle("cc", "program.cu", "-o", "program", "-lnvinfer", "-lnvinfer_plugin")
        if self.run_program("./program", "none").returncode == 77:
            self.skipTest("ONNX Runtime is not installed")

    def run_program(self, *command):
        return subprocess.run(command, cwd=self.folder, env=self.environment, capture_output=True, text=True)

    def check(self, *words):
        done = self.run_program(os.environ["RIFFLE"], "check", "./program", *words)
        return done.stdout + done.stderr

    def test_inferences_touch_their_memory(self):
        self.assertIn("check: 0 errors", self.check("none"))
        self.assertIn("check: 0 errors", self.check("consumed"))
        self.assertIn("race: kernel tensorrt_reads_its_input and memset", self.check("early"))

    def test_plugins_of_the_library_touch_their_memory(self):
        self.assertIn("check: 0 errors", self.check("none", "plugin"))
        self.assertIn("check: 0 errors", self.check("consumed", "plugin"))
        self.assertIn("race: kernel tensorrt_reads_its_input and memset", self.check("early", "plugin"))
        self.assertIn("race: kernel tensorrt_uses_its_execution_context and kernel tensorrt_uses_its_execution_context",
                      self.check("two", "plugin"))
        done = self.run_program(os.environ["RIFFLE"], "trace", "./program", "none", "plugin")
        self.assertIn("TensorRTPlugin", done.stdout)

    def test_a_context_is_in_one_stream_at_a_time(self):
        self.assertIn("race: kernel tensorrt_uses_its_execution_context and kernel tensorrt_uses_its_execution_context",
                      self.check("two"))

    def test_trace_shows_inferences(self):
        done = self.run_program(os.environ["RIFFLE"], "trace", "./program", "none")
        self.assertIn("TensorRTInference", done.stdout)

    def layers(self, *words):
        """Names of the layers in the timeline, which lie inside of inferences in the same lane."""
        done = self.run_program(os.environ["RIFFLE"], "trace", "--layers", "-o", "x.json", "./program", *words)
        self.assertEqual((done.returncode, done.stderr.count("warning")), (0, 0), done.stderr)
        with open(self.path("x.json"), encoding="utf-8") as file:
            events = json.load(file)["traceEvents"]
        spans = [event for event in events if event.get("ph") == "X"]
        inferences = [event for event in spans if "TensorRTInference" in event["name"]]
        found = [event for event in spans if event["cat"] == "layer"]
        for layer in found:
            self.assertTrue(any(one["pid"] == layer["pid"] and one["tid"] == layer["tid"] and one["ts"] <= layer["ts"] and
                                layer["ts"] + layer["dur"] <= one["ts"] + one["dur"] + 0.002 for one in inferences))
        return [layer["name"] for layer in found], len([one for one in inferences if one["cat"] != "run"])

    def test_trace_shows_layers(self):
        self.assertEqual(self.layers("none"), (["copy"], 1))
        # Of each inference, in each stream.
        self.assertEqual(self.layers("two"), (["copy", "copy"], 2))
        # A plugin is an operation, and no layer of an inference.
        self.assertEqual(self.layers("none", "plugin"), ([], 0))
        # A process that ends before its engines do has layers as well.
        self.assertEqual(self.layers("exit"), (["copy"], 1))
        # So has one that only reads a plan, and the parent of a child.
        self.run_program("./program", "save")
        self.assertEqual(self.layers("load"), (["copy"], 1))
        self.assertEqual(self.layers("fork"), (["copy"], 1))
        self.assertEqual(list(pathlib.Path(self.environment["TMPDIR"]).glob("riffle-profile-*")), [])
        self.assertIn("Layers of Inferences", self.run_program(os.environ["RIFFLE"], "trace", "--layers", "./program", "none").stdout)
        self.assertNotIn("Layers of Inferences", self.run_program(os.environ["RIFFLE"], "trace", "./program", "none").stdout)
        done = self.run_program(os.environ["RIFFLE"], "trace", "--layers", "--recording", "x")
        self.assertIn("RIFFLE_TRACE_LAYERS=on", done.stderr)

    def test_trt_compares_with_onnx_runtime(self):
        packages = pathlib.Path(os.environ["RIFFLE_ONNXRUNTIME"]).parents[1]
        model = packages / "onnx/backend/test/data/light/light_squeezenet.onnx"
        for more in (), ("--graph", "--streams", "2"):
            done = self.riffle("trt", str(model), "--seconds", "0", *more)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn("results: the same bits", done.stdout)
            self.assertEqual("2 streams" in done.stdout, bool(more))

    def write_model(self, name):
        """By the onnx package, which is beside ONNX Runtime."""
        is_double = name == "add_double"
        text = ("<ir_version: 9, opset_import: ['': 18]> g (double[2] x) => (double[2] y) { y = Abs(x) }" if is_double else
                "<ir_version: 9, opset_import: ['': 18]> g (float[2] x) => (int64[1, n] y) { y = NonZero(x) }")
        script = "import onnx, sys; onnx.save(onnx.parser.parse_model(sys.argv[1]), sys.argv[2])"
        packages = pathlib.Path(os.environ["RIFFLE_ONNXRUNTIME"]).parents[1]
        subprocess.run([packages.parents[2] / "bin/python", "-c", script, text.replace("'", '"'), self.path(name + ".onnx")], check=True)

    def test_trt_refuses(self):
        self.write("model.onnx", "no model")
        done = self.riffle("trt", "model.onnx")
        self.assertEqual(done.returncode, 1)
        self.assertIn("the bytes are not an ONNX model", done.stderr)
        self.assertIn("riffle trt: 'model.onnx' was refused", done.stderr)
        for model, words in ("add_double", "'x' is DOUBLE in the model"), ("places", "the size of output 'y' does not follow"):
            self.write_model(model)
            done = self.riffle("trt", model + ".onnx", "--seconds", "0")
            self.assertEqual((done.returncode, done.stderr.count("riffle trt:")), (1, 1), done.stderr)
            self.assertIn(words, done.stderr)
        self.assertIn("DOUBLE", self.riffle("trt", "--help").stdout)
        for arguments in (), ("--streams", "0", "m"), ("--seconds", "x", "m"), ("--odd",), ("a", "b"):
            self.assertEqual(self.riffle("trt", *arguments).returncode, 2)


if __name__ == "__main__":
    unittest.main()
