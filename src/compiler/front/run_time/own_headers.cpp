// SPDX-License-Identifier: Apache-2.0
#include "compiler/front/run_time/own_headers.h"

#include <cstdlib>
#include <map>

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/Version.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/Sema.h>
#include <clang/Serialization/ASTWriter.h>
#include <clang/Serialization/ModuleFileExtension.h>
#include <clang/Serialization/PCHContainerOperations.h>
#include <llvm/Support/MemoryBuffer.h>

#include "base/mutex.h"
#include "compiler/front/run_time/host_code.h"
#include "compiler/front/run_time/instance.h"

namespace riffle::front {
namespace {

struct File {
  const char* name;
  const char* text;
};

constexpr File kFiles[] = {
#include "own_headers.inc"
};

/// Clang notes each function of both sides, to tell of host code that it reaches once it is known to be emitted, and a
/// program that reads the precompiled form would read them all for that: more than half of its time. The headers' own
/// functions have nothing to tell of; what a program makes of their templates is noted there anew.
class Generator final : public clang::PCHGenerator {
 public:
  using PCHGenerator::PCHGenerator;

  void InitializeSema(clang::Sema& sema) override {
    PCHGenerator::InitializeSema(sema);
    sema_ = &sema;
  }
  void HandleTranslationUnit(clang::ASTContext& context) override {
    sema_->DeclsToCheckForDeferredDiags.clear();
    PCHGenerator::HandleTranslationUnit(context);
  }

 private:
  clang::Sema* sema_ = nullptr;
};

/// Generates the precompiled form in memory and notes the identifiers.
class Action final : public clang::GeneratePCHAction {
 public:
  explicit Action(Precompiled& made) : made_(made) {}

 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef) override {
    return std::make_unique<Generator>(compiler.getPreprocessor(), compiler.getModuleCache(),
                                       "first", "", buffer_, compiler.getCodeGenOpts(),
                                       Extensions());
  }

  void EndSourceFileAction() override {
    if (buffer_->IsComplete) made_.content.assign(buffer_->Data.begin(), buffer_->Data.end());
    for (const auto& identifier : getCompilerInstance().getPreprocessor().getIdentifierTable())
      made_.words.insert(identifier.getKey());
  }

 private:
  using Extensions = std::vector<std::shared_ptr<clang::ModuleFileExtension>>;

  Precompiled& made_;
  std::shared_ptr<clang::PCHBuffer> buffer_ = std::make_shared<clang::PCHBuffer>();
};

std::unique_ptr<const Precompiled> make(const std::vector<std::string>& language) {
  auto made = std::make_unique<Precompiled>();
  std::vector<std::string> line = language;
  // What the headers make of their own templates is made here, not by each program.
  line.insert(line.end(), {"-fpch-instantiate-templates", "-emit-pch", "-x", "cuda",
                           std::string(kOwnFolder) + kFirst});
  clang::IgnoringDiagConsumer silent;
  const auto instance = make_instance(line, own_headers(), silent);
  if (instance == nullptr) return made;
  Action action(*made);
  if (!instance->ExecuteAction(action)) made->content.clear();
  return made;
}

/// What is kept between processes: the content's size in a line, the content, the words, a line each.
std::string kept_form(const Precompiled& header) {
  std::string text = std::to_string(header.content.size()) + '\n' + header.content;
  for (const auto& word : header.words) text += word.getKey().str() + '\n';
  return text;
}

/// Without content if `text` is none of these; its keeper has verified that it is what was given.
std::unique_ptr<const Precompiled> from_kept_form(llvm::StringRef text) {
  auto header = std::make_unique<Precompiled>();
  std::size_t bytes = 0;
  if (text.consumeInteger(10, bytes) || !text.consume_front("\n") || bytes > text.size())
    return header;
  header->content = text.take_front(bytes).str();
  for (text = text.drop_front(bytes); !text.empty();) {
    const auto [word, rest] = text.split('\n');
    header->words.insert(word);
    text = rest;
  }
  return header;
}

std::unique_ptr<const Precompiled> find_or_make(const std::string& key,
                                                const std::vector<std::string>& language,
                                                const compiler::FrontRequest& request) {
  // The form is clang's own, of this very version.
  const std::string full_key = clang::getClangFullVersion() + '\n' + key;
  std::size_t bytes = 0;
  const std::unique_ptr<void, decltype(&std::free)> kept(
      request.find_headers(full_key.c_str(), &bytes), std::free);
  if (kept != nullptr) {
    auto header = from_kept_form({static_cast<const char*>(kept.get()), bytes});
    if (!header->content.empty()) return header;
  }
  auto header = make(language);
  if (header->content.empty()) return header;
  const std::string text = kept_form(*header);
  request.keep_headers(full_key.c_str(), text.data(), text.size());
  return header;
}

struct Entry {
  Mutex mutex;
  /// Set once, then read by all.
  std::unique_ptr<const Precompiled> header RIFFLE_GUARDED_BY(mutex);
};

/// Never destroyed: compilations may run while the process ends.
Entry& entry_of(const std::string& key) {
  static auto& mutex = *new Mutex;
  static auto& entries = *new std::map<std::string, Entry>;
  const MutexLock lock(mutex);
  return entries[key];
}

/// The files are shared by all compilations, and have no working folder, which whoever joins file systems sets in each.
class SharedFiles final : public llvm::vfs::ProxyFileSystem {
 public:
  using ProxyFileSystem::ProxyFileSystem;
  std::error_code setCurrentWorkingDirectory(const llvm::Twine&) override { return {}; }
};

}  // namespace

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> own_headers() {
  static const auto& files = *new llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>([] {
    auto system = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
    for (const File& file : kFiles) {
      const std::string path = kOwnFolder + std::string(file.name);
      system->addFile(path, 0, llvm::MemoryBuffer::getMemBuffer(file.text, path));
    }
    return system;
  }());
  return llvm::makeIntrusiveRefCnt<SharedFiles>(files);
}

const Precompiled& precompiled(const std::vector<std::string>& language,
                               const compiler::FrontRequest& request) {
  std::string key;
  for (const std::string& word : language) key += word + '\n';
  Entry& entry = entry_of(key);
  const MutexLock lock(entry.mutex);
  if (entry.header == nullptr) entry.header = find_or_make(key, language, request);
  return *entry.header;
}

}  // namespace riffle::front
