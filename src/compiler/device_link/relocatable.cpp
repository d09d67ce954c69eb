// SPDX-License-Identifier: Apache-2.0
#include "compiler/device_link/relocatable.h"

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/Object/Archive.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

#include <cstring>
#include <optional>
#include <span>

#include "compiler/cache/hash.h"
#include "compiler/fat_binary/ptx_text.h"
#include "compiler/image_text.h"
#include "compiler/ptx/module.h"
#include "compiler/spmd/compile_error.h"

namespace riffle::device_link {

using namespace llvm;

namespace {

[[noreturn]] void fail(const std::string& name, const std::string& why) {
  throw spmd::KernelCompileError("'" + name + "': " + why);
}

template <typename T>
T value_of(Expected<T> expected, const std::string& name) {
  if (!expected) fail(name, toString(expected.takeError()));
  return std::move(*expected);
}

/// Sections that the linker put together are aligned again.
constexpr std::size_t kImageAlignment = 8;

/// Nothing that was damaged comes before the reader of bitcode, which trusts what it reads.
bool is_whole(const RelocatableImage& image) {
  const compiler::Hash128 hash = compiler::hash128(std::as_bytes(std::span(image.bitcode)));
  return hash.low == image.header.payload_hash[0] && hash.high == image.header.payload_hash[1];
}

void read_images(StringRef content, RelocatableObject& object) {
  while (content.size() >= sizeof(compiler::ImageHeader)) {
    RelocatableImage image;
    std::memcpy(&image.header, content.data(), sizeof image.header);
    if (std::memcmp(image.header.magic, compiler::kImageMagic, sizeof compiler::kImageMagic) != 0)
      fail(object.name, "its device code was not made by riffle cc; compile it again");
    if (image.header.version != compiler::kImageVersion)
      fail(object.name, "its device code is of another version of riffle; compile it again");
    content = content.drop_front(sizeof image.header);
    if (image.header.payload_bytes > content.size())
      fail(object.name, "its device code is cut off");
    image.bitcode = content.take_front(image.header.payload_bytes).str();
    if (!is_whole(image)) fail(object.name, "its device code is damaged; compile it again");
    const std::size_t used =
        (image.header.payload_bytes + kImageAlignment - 1) / kImageAlignment * kImageAlignment;
    content = content.drop_front(std::min(used, content.size()));
    object.images.push_back(std::move(image));
  }
}

void read_object(const object::ObjectFile& file, const std::string& name,
                 std::vector<RelocatableObject>& found) {
  if (!file.isRelocatableObject()) return;
  RelocatableObject object;
  object.name = name;
  for (const object::SectionRef& section : file.sections()) {
    if (value_of(section.getName(), name) != kRelocatableSection) continue;
    read_images(value_of(section.getContents(), name), object);
  }
  if (object.images.empty()) return;
  for (const object::SymbolRef& symbol : file.symbols()) {
    if ((value_of(symbol.getFlags(), name) & object::SymbolRef::SF_Undefined) == 0) continue;
    const StringRef symbol_name = value_of(symbol.getName(), name);
    if (symbol_name.starts_with(kRegistrationPrefix))
      object.registrations.push_back(symbol_name.str());
  }
  found.push_back(std::move(object));
}

/// Directives come first in a PTX module, `.version` before all others.
bool is_ptx(StringRef content) {
  for (;;) {
    content = content.ltrim();
    if (content.starts_with("//")) {
      content = content.drop_until([](char c) { return c == '\n'; });
    } else if (content.starts_with("/*")) {
      content = content.substr(content.find("*/")).drop_front(2);
    } else {
      return content.starts_with(".version");
    }
  }
}

/// PTX text of another compiler.
RelocatableImage translated(StringRef text) {
  LLVMContext context;
  const ptx::TranslatedModule made = ptx::translate_module(text, context);
  RelocatableImage image{};
  image.header.cuda_arch = made.architecture;
  image.header.optimization_level = kTextLevel;
  raw_string_ostream stream(image.bitcode);
  WriteBitcodeToFile(*made.module, stream);
  return image;
}

void read_text(StringRef text, const std::string& name, std::vector<RelocatableObject>& found) {
  try {
    found.push_back({.name = name, .images = {translated(text)}, .registrations = {}});
  } catch (const spmd::KernelCompileError& error) {
    fail(name, error.what());
  }
}

/// NVIDIA's part of relocatable programs that launch kernels from kernels: it calls its driver. Riffle's compiler knows the
/// functions that it defines for programs (spmd/intrinsics.h).
bool is_device_runtime(StringRef text) { return text.contains("__cuda_syscall_cnp"); }

bool read_fat_binary(StringRef content, const std::string& name,
                     std::vector<RelocatableObject>& found) {
  const auto bytes = std::as_bytes(std::span(content.data(), content.size()));
  if (!compiler::is_fat_binary(bytes)) return false;
  const auto text = compiler::ptx_text_in(bytes, compiler::kDeviceArchitecture);
  if (!text) throw DamagedInput("'" + name + "': " + text.error().text);
  if (!is_device_runtime(*text)) read_text(*text, name, found);
  return true;
}

/// A file of device code alone (-cubin, -fatbin, -ptx). False if it is something else.
bool read_device_code(StringRef content, const std::string& name,
                      std::vector<RelocatableObject>& found) {
  if (read_fat_binary(content, name, found)) return true;
  std::optional<std::string> image;
  if (content.starts_with(StringRef(compiler::kImageMagic, sizeof compiler::kImageMagic))) {
    image = content.str();
  } else if (StringRef(name).ends_with(".ptx") || is_ptx(content)) {
    image = compiler::image_in_text(content);
    if (!image && compiler::announces_image(content)) fail(name, "its device code is damaged");
    if (!image) {
      read_text(content, name, found);
      return true;
    }
  }
  if (!image) return false;
  RelocatableObject object;
  object.name = name;
  read_images(*image, object);
  if (object.images.empty()) fail(name, "its device code is cut off");
  found.push_back(std::move(object));
  return true;
}

void read_archive(const object::Archive& archive, const std::string& name,
                  std::vector<RelocatableObject>& found) {
  llvm::Error failure = llvm::Error::success();
  for (const object::Archive::Child& child : archive.children(failure)) {
    const std::string member = name + ":" + value_of(child.getName(), name).str();
    auto binary = child.getAsBinary();
    if (!binary) {
      consumeError(binary.takeError());  // bitcode, text: none of our business
      continue;
    }
    if (const auto* object = dyn_cast<object::ObjectFile>(binary->get()))
      read_object(*object, member, found);
  }
  if (failure) fail(name, toString(std::move(failure)));
}

}  // namespace

namespace {

std::unique_ptr<MemoryBuffer> content_of(const compiler::DeviceLinkInput& input) {
  if (input.content != nullptr) {
    return MemoryBuffer::getMemBuffer(StringRef(input.content, input.content_bytes), input.name,
                                      /*RequiresNullTerminator=*/false);
  }
  auto buffer =
      MemoryBuffer::getFile(input.name, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!buffer) fail(input.name, buffer.getError().message());
  return std::move(*buffer);
}

}  // namespace

std::vector<RelocatableObject> read_relocatable(ArrayRef<compiler::DeviceLinkInput> inputs) {
  std::vector<RelocatableObject> found;
  for (const compiler::DeviceLinkInput& input : inputs) {
    const std::string name = input.name;
    const std::unique_ptr<MemoryBuffer> buffer = content_of(input);
    if (read_device_code(buffer->getBuffer(), name, found)) continue;
    auto binary = object::createBinary(buffer->getMemBufferRef());
    if (!binary) {
      consumeError(binary.takeError());  // a linker script, say
      continue;
    }
    if (const auto* archive = dyn_cast<object::Archive>(binary->get())) {
      read_archive(*archive, name, found);
    } else if (const auto* object = dyn_cast<object::ObjectFile>(binary->get())) {
      read_object(*object, name, found);
    }
  }
  return found;
}

}  // namespace riffle::device_link
