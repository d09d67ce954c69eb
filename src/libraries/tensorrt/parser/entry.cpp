// SPDX-License-Identifier: Apache-2.0
// What libnvonnxparser.so exports: a door to the parser in libnvinfer.so, which knows networks.
#define TENSORRT_BUILD_LIB
#include <NvOnnxParser.h>

extern "C" {

void* riffle_tensorrt_parser(void* network, void* logger);
void* riffle_tensorrt_parser_refitter(void* refitter, void* logger);

void* createNvOnnxParser_INTERNAL(void* network, void* logger, int) noexcept {
  return network == nullptr || logger == nullptr ? nullptr
                                                 : riffle_tensorrt_parser(network, logger);
}

void* createNvOnnxParserRefitter_INTERNAL(void* refitter, void* logger, int32_t) noexcept {
  return refitter == nullptr || logger == nullptr
             ? nullptr
             : riffle_tensorrt_parser_refitter(refitter, logger);
}

int getNvOnnxParserVersion() noexcept { return NV_ONNX_PARSER_VERSION; }
}
