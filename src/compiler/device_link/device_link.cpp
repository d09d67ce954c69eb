// SPDX-License-Identifier: Apache-2.0
// The device linker: what nvlink does, on LLVM bitcode. Start reading here.
#include <llvm/ADT/STLExtras.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <exception>

#include "compiler/device_link/entry.h"
#include "compiler/device_link/merge.h"
#include "compiler/device_link/relocatable.h"
#include "compiler/fat_binary/ptx_text.h"
#include "compiler/jit/diagnostics.h"
#include "compiler/ptx/module.h"
#include "compiler/spmd/compile_error.h"

namespace riffle::device_link {
namespace {

using compiler::DeviceLinkReply;
using compiler::DeviceLinkRequest;

/// One launch of any kernel compiles all: the whole is debugged or optimised as its part that asks most.
void combine_headers(llvm::ArrayRef<RelocatableObject> objects, DeviceLinkReply& reply) {
  for (const RelocatableObject& object : objects) {
    for (const RelocatableImage& image : object.images) {
      reply.image_flags |= image.header.flags & ~compiler::kImageRelocatable;
      reply.cuda_arch = std::max(reply.cuda_arch, image.header.cuda_arch);
      reply.optimization_level =
          std::max(reply.optimization_level, image.header.optimization_level);
    }
  }
}

std::string merged(llvm::ArrayRef<RelocatableObject> objects, compiler::LinkWords words) {
  llvm::LLVMContext context;
  auto handler = std::make_unique<jit::Diagnostics>();
  const jit::Diagnostics& diagnostics = *handler;
  context.setDiagnosticHandler(std::move(handler));
  const std::unique_ptr<llvm::Module> module = merge(objects, context, words);
  if (!diagnostics.text.empty()) throw spmd::KernelCompileError(diagnostics.text);

  std::string bitcode;
  llvm::raw_string_ostream stream(bitcode);
  llvm::WriteBitcodeToFile(*module, stream);
  stream.flush();
  return bitcode;
}

/// Whether the input is a text that is too large to be translated before somebody asks for a kernel.
bool stays_text(const DeviceLinkRequest& request, DeviceLinkReply& reply) {
  if (!request.may_leave_text || request.input_count != 1) return false;
  const compiler::DeviceLinkInput& input = request.inputs[0];
  const std::string name = input.name;
  std::string storage;
  const auto text = compiler::ptx_text({input.content, input.content_bytes}, storage);
  if (!text) throw DamagedInput("'" + name + "': " + text.error().text);
  if (text->size() <= ptx::kCheckedWhole) return false;
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> outline;
  try {
    outline = ptx::outline_module(*text, context);
  } catch (const spmd::KernelCompileError& error) {
    throw spmd::KernelCompileError("'" + name + "': " + error.what());
  }
  if (outline == nullptr) return false;
  check_complete(*outline, name, request.words);
  reply.cuda_arch = ptx::architecture_of(*text);
  reply.image_flags = compiler::kImageText;
  reply.optimization_level = kTextLevel;
  return true;
}

void link(const DeviceLinkRequest& request, DeviceLinkReply& reply) {
  if (stays_text(request, reply)) return;
  const std::vector<RelocatableObject> objects =
      read_relocatable({request.inputs, request.input_count});
  if (objects.empty()) return;
  const std::string bitcode = request.translates_only ? objects.front().images.front().bitcode
                                                      : merged(objects, request.words);
  std::string registrations;
  for (const RelocatableObject& object : objects) {
    for (const std::string& name : object.registrations) registrations += name + "\n";
  }
  combine_headers(objects, reply);
  reply.registrations = ::strdup(registrations.c_str());
  void* const copy = std::malloc(bitcode.size());
  if (copy == nullptr || reply.registrations == nullptr) throw std::bad_alloc();
  // NOLINTNEXTLINE(bugprone-not-null-terminated-result): bytes, not text
  std::memcpy(copy, bitcode.data(), bitcode.size());
  reply.bitcode = copy;
  reply.bitcode_bytes = bitcode.size();
}

}  // namespace
}  // namespace riffle::device_link

extern "C" __attribute__((visibility("default"))) void riffle_device_link(
    const riffle::compiler::DeviceLinkRequest* request, riffle::compiler::DeviceLinkReply* reply) {
  *reply = {};
  try {
    riffle::device_link::link(*request, *reply);
  } catch (const riffle::device_link::DamagedInput& failure) {
    reply->error_text = ::strdup(failure.what());
    reply->input_is_damaged = true;
  } catch (const std::exception& failure) {
    reply->error_text = ::strdup(failure.what());
  }
}
