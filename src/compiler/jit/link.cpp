// SPDX-License-Identifier: Apache-2.0
#include "compiler/jit/link.h"

#include <link.h>
#include <lld/Common/CommonLinkerContext.h>
#include <lld/Common/Driver.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "base/descriptor.h"
#include "base/mutex.h"
#include "compiler/spmd/compile_error.h"

LLD_HAS_DRIVER(elf)

namespace riffle::jit {
namespace {

/// Owns a descriptor until it is released.
class Descriptor {
 public:
  explicit Descriptor(int descriptor) : descriptor_(descriptor) {}
  ~Descriptor() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int get() const { return descriptor_; }
  int release() {
    const int released = descriptor_;
    descriptor_ = -1;
    return released;
  }

 private:
  int descriptor_;
};

Descriptor memory_file(const char* name) {
  const int descriptor = above_standard(::memfd_create(name, MFD_CLOEXEC));
  if (descriptor < 0) {
    throw spmd::KernelCompileError(std::string("cannot create a memory file: ") +
                                   std::strerror(errno));
  }
  return Descriptor(descriptor);
}

void write_all(int descriptor, llvm::ArrayRef<char> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0)
      throw spmd::KernelCompileError(std::string("cannot write a memory file: ") +
                                     std::strerror(errno));
    bytes = bytes.drop_front(static_cast<std::size_t>(written));
  }
}

/// A folder of our own for the linker's output: the linker insists on creating its output file
/// itself, beside which it wants to write, so that a memory file will not do. Gone with the object.
class LinkFolder {
 public:
  LinkFolder() {
    const char* configured = std::getenv("TMPDIR");
    for (const char* parent : {"/dev/shm", configured, "/tmp", "."}) {
      if (parent == nullptr) continue;
      path_ = std::string(parent) + "/riffle-XXXXXX";
      if (::mkdtemp(path_.data()) != nullptr) return;
    }
    throw spmd::KernelCompileError(
        "no folder for temporary files: /dev/shm, TMPDIR and /tmp cannot be written");
  }
  ~LinkFolder() {
    ::unlink(file().c_str());
    ::rmdir(path_.c_str());
  }
  LinkFolder(const LinkFolder&) = delete;
  LinkFolder& operator=(const LinkFolder&) = delete;
  [[nodiscard]] std::string file() const { return path_ + "/module.so"; }

 private:
  std::string path_;
};

/// The folder may not allow execution; a memory file does.
int to_memory_file(const std::string& path) {
  auto buffer =
      llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!buffer)
    throw spmd::KernelCompileError("cannot read the linked module: " + buffer.getError().message());
  Descriptor output = memory_file("riffle-module");
  write_all(output.get(), {(*buffer)->getBufferStart(), (*buffer)->getBufferSize()});
  return output.release();
}

std::string path_of(const Descriptor& file) {
  if (::access("/proc/self/fd", X_OK) != 0)
    throw spmd::KernelCompileError("/proc is not mounted, and compiled code is loaded through it");
  return "/proc/self/fd/" + std::to_string(file.get());
}

/// The C libraries of this process, by the paths they were loaded from: the ones the module will
/// meet.
std::vector<std::string> runtime_libraries() {
  std::vector<std::string> paths;
  ::dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* out) {
        const llvm::StringRef path = object->dlpi_name;
        const llvm::StringRef name = path.rsplit('/').second;
        if (name == "libc.so.6" || name == "libm.so.6" || name == "libgcc_s.so.1") {
          static_cast<std::vector<std::string>*>(out)->push_back(path.str());
        }
        return 0;
      },
      &paths);
  return paths;
}

/// Whether `object` has something for the C libraries to define. The linker reads thousands of symbols of theirs, which
/// takes longer than all else that it does; most kernels call nothing.
bool needs_libraries(llvm::ArrayRef<char> object) {
  const llvm::StringRef bytes(object.data(), object.size());
  auto file = llvm::object::ObjectFile::createELFObjectFile({bytes, "object"});
  if (!file) throw spmd::KernelCompileError("object: " + llvm::toString(file.takeError()));
  return llvm::any_of((*file)->symbols(), [](const llvm::object::SymbolRef& symbol) {
    return (llvm::cantFail(symbol.getFlags()) & llvm::object::SymbolRef::SF_Undefined) != 0;
  });
}

Mutex& linker_mutex() {
  static Mutex* mutex = new Mutex;  // the linker keeps its state in globals
  return *mutex;
}

}  // namespace

int link_shared(llvm::ArrayRef<char> object) {
  const Descriptor input = memory_file("riffle-object");
  const LinkFolder folder;
  write_all(input.get(), object);

  const std::string input_path = path_of(input);
  const std::string output_path = folder.file();
  const std::vector<std::string> libraries =
      needs_libraries(object) ? runtime_libraries() : std::vector<std::string>();
  std::vector<const char*> arguments = {"ld.lld",
                                        "-shared",
                                        "-z",
                                        "now",
                                        "-z",
                                        "defs",
                                        "--as-needed",
                                        "--build-id=none",
                                        "--threads=1",
                                        "--hash-style=gnu",
                                        "-o",
                                        output_path.c_str(),
                                        input_path.c_str()};
  for (const std::string& library : libraries) arguments.push_back(library.c_str());

  std::string messages;
  llvm::raw_string_ostream stream(messages);
  bool linked = false;
  {
    MutexLock lock(linker_mutex());
    linked =
        lld::elf::link(arguments, stream, stream, /*exitEarly=*/false, /*disableOutput=*/false);
    lld::CommonLinkerContext::destroy();
  }
  if (!linked) throw spmd::KernelCompileError("linking the module failed: " + messages);
  return to_memory_file(output_path);
}

}  // namespace riffle::jit
