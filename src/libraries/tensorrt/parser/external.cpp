// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/parser/external.h"

#include <filesystem>
#include <fstream>

#include "libraries/tensorrt/base/log.h"

namespace riffle::tensorrt {
namespace {

std::string read_part(const std::filesystem::path& file, const onnx::OnnxTensor& tensor) {
  std::ifstream stream(file, std::ios::binary | std::ios::ate);
  const std::int64_t size = stream ? static_cast<std::int64_t>(stream.tellg()) : -1;
  const std::int64_t length = tensor.length < 0 ? size - tensor.offset : tensor.length;
  if (size < 0 || tensor.offset < 0 || length < 0 || length > size - tensor.offset)
    throw Failure(ErrorCode::kINVALID_ARGUMENT, joined("the values of '", tensor.name,
                                                       "' are not in file '", file.string(), "'"));
  std::string values(static_cast<std::size_t>(length), '\0');
  stream.seekg(tensor.offset);
  stream.read(values.data(), length);
  return values;
}

/// A model that came from elsewhere must not name any file of the machine.
std::filesystem::path inside(const std::filesystem::path& folder, const onnx::OnnxTensor& tensor) {
  const std::filesystem::path place = std::filesystem::path(*tensor.elsewhere).lexically_normal();
  if (place.empty() || place.is_absolute() || *place.begin() == "..")
    throw Failure(ErrorCode::kINVALID_ARGUMENT,
                  joined("the values of '", tensor.name, "' are in '", *tensor.elsewhere,
                         "', which is not a file in the model's folder"));
  return folder / place;
}

}  // namespace

void load_external(onnx::OnnxGraph& graph, const std::string& path) {
  for (std::size_t i = 0; i < graph.initializers.size(); ++i) {
    const onnx::OnnxTensor tensor = graph.initializers[i];
    if (!tensor.elsewhere) continue;
    graph.set_values(tensor.name,
                     read_part(inside(std::filesystem::path(path).parent_path(), tensor), tensor));
  }
}

}  // namespace riffle::tensorrt
