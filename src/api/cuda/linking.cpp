// SPDX-License-Identifier: Apache-2.0
// Links: device code that is put together while the program runs. Each input is looked at when it is added, all are linked
// at the end, by the linker of `riffle cc`.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "api/cuda/entry.h"
#include "api/cudart/jit_logs.h"
#include "base/handle_table.h"
#include "base/mutex.h"
#include "compiler/code_kind.h"
#include "compiler/jit/entry.h"
#include "compiler/link_device_code.h"
#include "compiler/progress.h"
#include "cuda_bodies.h"
#include "platform/pages.h"
#include "runtime/module/image_bytes.h"

namespace riffle::api::cuda {
namespace {

constexpr std::uint8_t kLinkHandleKind = 0x32;

/// A call of the same link must not run at the same time as another: CUDA does not ask for that, the lock costs nothing.
struct LinkObject {
  Mutex mutex;
  cudart::JitLogs logs;  // constant
  std::vector<compiler::LinkInput> inputs RIFFLE_GUARDED_BY(mutex);
  /// What an input was refused with: the whole is refused with it, too.
  CUresult failure RIFFLE_GUARDED_BY(mutex) = CUDA_SUCCESS;
  std::string image RIFFLE_GUARDED_BY(mutex);  ///< the program reads it until the link is destroyed
};

HandleTable<LinkObject>& links() {
  static constinit HandleTable<LinkObject> table(kLinkHandleKind);
  return table;
}

CUresult refuse(LinkObject& link, const Error& failure, CUresult result)
    RIFFLE_REQUIRES(link.mutex) {
  link.logs.write(failure);
  link.failure = result;
  return result;
}

/// Objects and libraries may hold device code, the others are nothing else.
bool is_container(CUjitInputType type) {
  return type == CU_JIT_INPUT_OBJECT || type == CU_JIT_INPUT_LIBRARY;
}

bool is_known(CUjitInputType type) {
  return is_container(type) || type == CU_JIT_INPUT_CUBIN || type == CU_JIT_INPUT_PTX ||
         type == CU_JIT_INPUT_FATBINARY;
}

/// What the linker is given of some data. Errors: those of linkable_code.
Result<std::string> checked_content(CUjitInputType type, const void* data, std::size_t size) {
  if (is_container(type)) return std::string(static_cast<const char*>(data), size);
  return compiler::linkable_code({static_cast<const std::byte*>(data), size});
}

/// `name` may be null: the input is called by its number then.
CUresult add(LinkObject& link, const char* name, Result<std::string> content) {
  const MutexLock lock(link.mutex);
  if (!link.image.empty()) return CUDA_ERROR_INVALID_VALUE;  // complete
  if (!content) return refuse(link, content.error(), to_result(content.error()));
  link.inputs.push_back(
      {.name = name != nullptr ? name : "Input " + std::to_string(link.inputs.size() + 1),
       .content = std::move(*content)});
  return CUDA_SUCCESS;
}

}  // namespace

CUresult link_create_v2(unsigned int num_options, CUjit_option* options, void** option_values,
                        CUlinkState* state_out) {
  if (state_out == nullptr || !cudart::JitLogs::are_options(options, option_values, num_options))
    return CUDA_ERROR_INVALID_VALUE;
  auto link = std::make_unique<LinkObject>();
  link->logs = cudart::JitLogs::among(options, option_values, num_options);
  const std::uintptr_t made = links().insert(link.get());
  if (made == 0) return CUDA_ERROR_OUT_OF_MEMORY;
  link.release();  // NOLINT(bugprone-unused-return-value): the handle table has it
  *state_out = reinterpret_cast<CUlinkState>(made);
  return CUDA_SUCCESS;
}

CUresult link_add_data_v2(CUlinkState state, CUjitInputType type, void* data, size_t size,
                          const char* name, unsigned int num_options, CUjit_option* options,
                          void** option_values) {
  LinkObject* const link = links().find(state);
  if (link == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  if (data == nullptr || size == 0 || platform::readable_bytes(data, size) != size ||
      !is_known(type) || !cudart::JitLogs::are_options(options, option_values, num_options))
    return CUDA_ERROR_INVALID_VALUE;
  return add(*link, name, checked_content(type, data, size));
}

CUresult link_add_file_v2(CUlinkState state, CUjitInputType type, const char* path,
                          unsigned int num_options, CUjit_option* options, void** option_values) {
  LinkObject* const link = links().find(state);
  if (link == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  if (path == nullptr || *path == '\0' || !is_known(type) ||
      !cudart::JitLogs::are_options(options, option_values, num_options))
    return CUDA_ERROR_INVALID_VALUE;
  const auto content = module::file_content(path);
  if (!content) return to_result(content.error());
  return add(*link, path, checked_content(type, content->data(), content->size()));
}

CUresult link_complete(CUlinkState state, void** cubin_out, size_t* size_out) {
  LinkObject* const link = links().find(state);
  if (link == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  if (cubin_out == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const MutexLock lock(link->mutex);
  if (!link->image.empty()) return CUDA_ERROR_INVALID_HANDLE;  // as hardware answers a second call
  if (link->failure != CUDA_SUCCESS) return link->failure;
  const compiler::CompilationNotice waiting("PTX");
  auto linked = compiler::link_device_code(compiler::kCompilerLibrary, link->inputs,
                                           compiler::LinkWords::kDriver);
  if (!linked) return refuse(*link, linked.error(), CUDA_ERROR_INVALID_SOURCE);
  if (linked->image.empty()) {
    return refuse(*link, {.code = Code::kInvalidKernelImage, .text = "there is no device code"},
                  CUDA_ERROR_INVALID_SOURCE);
  }
  link->image = std::move(linked->image);
  *cubin_out = link->image.data();
  if (size_out != nullptr) *size_out = link->image.size();
  return CUDA_SUCCESS;
}

CUresult link_destroy(CUlinkState state) {
  const std::unique_ptr<LinkObject> link(links().remove(reinterpret_cast<std::uintptr_t>(state)));
  return link != nullptr ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

}  // namespace riffle::api::cuda
