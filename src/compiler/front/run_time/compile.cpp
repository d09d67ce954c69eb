// SPDX-License-Identifier: Apache-2.0
// The door of libriffle_front.so.
#include <array>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <set>

#include <clang/Basic/Stack.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <clang/Frontend/Utils.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Support/thread.h>

#include "compiler/front/numbered_severities.h"
#include "compiler/front/plugin_part.h"
#include "compiler/front/run_time/arguments.h"
#include "compiler/front/run_time/entry.h"
#include "compiler/front/run_time/host_code.h"
#include "compiler/front/run_time/included.h"
#include "compiler/front/run_time/instance.h"
#include "compiler/front/run_time/log.h"
#include "compiler/front/run_time/own_headers.h"
#include "compiler/front/run_time/precompiled.h"
#include "compiler/front/second_look.h"
#include "compiler/jit/fatal.h"

namespace riffle::front {
namespace {

using compiler::FrontReply;
using compiler::FrontRequest;
using compiler::FrontStatus;

/// Clang's parser is recursive; a caller's thread may have a small stack.
constexpr unsigned kStackBytes = 64u << 20;
constexpr char kPrecompiledPath[] = "/riffle-precompiled/first";
constexpr char kProgramPath[] = "/riffle-program/.program.cu";
constexpr std::array kProgramWords = {"-main-file-name", "program.cu", "-x", "cuda", kProgramPath};

void initialize_once() {
  static const bool done = [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeX86TargetInfo();
    jit::install_fatal_error_handler();
    activate_parts();
    // As `riffle cc` has it.
    auto& options = llvm::cl::getRegisteredOptions();
    const std::pair<const char*, const char*> values[] = {{"pragma-unroll-threshold", "2048"},
                                                          {"unroll-runtime", "false"}};
    for (const auto& [name, value] : values) {
      if (const auto found = options.find(name); found != options.end())
        found->second->addOccurrence(0, name, value);
    }
    return true;
  }();
  (void)done;
}

std::vector<std::string> strings(const compiler::FrontStrings& given) {
  return {given.items, given.items + given.count};
}

/// The program as the compiler reads it.
std::string whole_source(const FrontRequest& request, const std::vector<std::string>& names) {
  const bool default_device = (request.flags & compiler::kFrontDefaultDevice) != 0;
  std::string text;
  if (default_device) {
    text +=
        "#pragma clang force_cuda_host_device begin\n"
        "#pragma clang attribute push(__attribute__((device)), apply_to = variable(is_global))\n";
  }
  text += std::string("#line 1 \"");
  for (const char* c = request.name; *c != '\0'; ++c) {
    if (*c == '"' || *c == '\\') text += '\\';
    text += *c == '\n' || *c == '\r' ? ' ' : *c;
  }
  text += "\"\n";
  text += request.source;
  text += '\n';
  if (default_device) {
    text += "#pragma clang attribute pop\n#pragma clang force_cuda_host_device end\n";
  }
  if (!names.empty())
    text += std::string("#line ") + std::to_string(kFirstNameLine) + " \"" + kNameMap + "\"\n" +
            name_lines(names);
  return text;
}

/// Paths of files that are not in memory.
class Files final : public clang::DependencyCollector {
 public:
  bool sawDependency(llvm::StringRef name, bool, bool, bool, bool) override {
    return !name.starts_with("/riffle-") && !name.starts_with("<");
  }
  [[nodiscard]] std::string lines() const {
    std::string text;
    for (const std::string& file : const_cast<Files*>(this)->getDependencies()) text += file + '\n';
    return text;
  }
};

class CompileAction final : public clang::EmitBCAction {
 public:
  CompileAction(const std::vector<std::string>& names, std::set<std::string>& static_constants,
                Severities& severities, std::function<bool()> is_cancelled)
      : names_(names),
        severities_(severities),
        static_constants_(static_constants),
        is_cancelled_(std::move(is_cancelled)) {}

 protected:
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    severities_.follow(compiler.getPreprocessor());
    return EmitBCAction::BeginSourceFileAction(compiler);
  }

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef file) override {
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    consumers.push_back(refuse_host_code(compiler, is_cancelled_));
    consumers.push_back(check_names(compiler, names_));
    consumers.push_back(collect_static_constants(static_constants_));
    auto generator = clang::EmitBCAction::CreateASTConsumer(compiler, file);
    if (generator == nullptr) return nullptr;
    consumers.push_back(std::move(generator));
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }

 private:
  const std::vector<std::string>& names_;
  Severities& severities_;
  std::set<std::string>& static_constants_;
  std::function<bool()> is_cancelled_;
};

struct NamesPass : llvm::PassInfoMixin<NamesPass> {
  std::vector<std::string>* found;
  const std::set<std::string>* static_constants;
  bool is_relocatable;
  // NOLINTNEXTLINE(readability-convert-member-functions-to-static): LLVM calls it on an object
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    if (!is_relocatable) expose_statics(module, *static_constants);
    *found = lowered_names(module, found->size());
    return llvm::PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

bool changes_header(const std::vector<std::string>& macros, const Precompiled& header) {
  for (const std::string& macro : macros) {
    const llvm::StringRef name = llvm::StringRef(macro).drop_front(2).take_until(
        [](char c) { return c == '=' || c == '('; });
    if (header.words.contains(name.trim())) return true;
  }
  return false;
}

char* copy(const std::string& text) { return ::strdup(text.c_str()); }

class ProgramCompilation {
 public:
  explicit ProgramCompilation(const FrontRequest& request)
      : request_(request), names_(strings(request.names)) {}

  void run(FrontReply& reply) {
    add_program();
    std::vector<std::string> hints;
    for (int look = 0;; ++look) {
      Reading reading(request_, names_);
      read(reading, hints, reply);
      const std::size_t known = hints.size();
      if (reply.status == FrontStatus::kErrors && look < kMostLooks)
        add_new(hints, reading.log.hints());
      if (hints.size() == known) {
        reply.log = copy(reading.log.text());
        return;
      }
    }
  }

 private:
  /// What one reading of the program has to say.
  struct Reading {
    Reading(const FrontRequest& request, const std::vector<std::string>& names)
        : severities(strings(request.severities)),
          log({.program = request.name,
               .names = names,
               .has_folders = request.folders.count != 0,
               .has_source_folder = (request.flags & compiler::kFrontNoSourceFolder) == 0,
               .brief = (request.flags & compiler::kFrontBriefMessages) != 0,
               .with_numbers = (request.flags & compiler::kFrontNoErrorNumbers) == 0},
              severities) {}
    Severities severities;
    ProgramLog log;
  };

  /// Pairs of an option and its value.
  static void add_new(std::vector<std::string>& hints, const std::vector<std::string>& found) {
    for (std::size_t i = 0; i + 1 < found.size(); i += 2) {
      if (!llvm::is_contained(hints, found[i + 1]))
        hints.insert(hints.end(), {found[i], found[i + 1]});
    }
  }

  void read(Reading& reading, const std::vector<std::string>& hints, FrontReply& reply) {
    const std::vector<std::string> language = language_arguments(request_);
    const std::vector<std::string> program = program_arguments(request_);
    const Precompiled& header = header_for(language, program);
    const bool use_header =
        !header.content.empty() && !changes_header(strings(request_.macros), header);
    std::vector<std::string> line = language;
    // Riffle's own first: what the program names may rely on it.
    if (!use_header) line.insert(line.end(), {"-include", kFirst});
    line.insert(line.end(), program.begin(), program.end());
    line.insert(line.end(), hints.begin(), hints.end());
    if (use_header)
      line.insert(line.end(), {"-include-pch", kPrecompiledPath, "-fno-validate-pch"});
    line.insert(line.end(), kProgramWords.begin(), kProgramWords.end());
    program_files_->addFile(
        kPrecompiledPath, 0,
        llvm::MemoryBuffer::getMemBuffer(header.content, kPrecompiledPath, false));
    const std::pair<const char*, const std::string*> sources[] = {
        {kListPath, &header.list}, {kPredefinedPath, &header.predefined}};
    for (const auto& [path, text] : sources)
      program_files_->addFile(path, 0, llvm::MemoryBuffer::getMemBuffer(*text, path));
    line.push_back("-emit-llvm-bc");
    const auto instance = make_instance(line, files(own_headers()), reading.log);
    if (instance != nullptr) execute(*instance, reading, reply);
    if (instance == nullptr && !reading.log.has_errors()) reply.status = FrontStatus::kFailed;
  }

  /// The precompiled form of what the program reads of Riffle's headers, or of the first one alone.
  const Precompiled& header_for(const std::vector<std::string>& language,
                                const std::vector<std::string>& program) {
    const Precompiled& first = precompiled(language, {}, request_);
    const bool may_include =
        request_.first_headers.count != 0 || llvm::StringRef(request_.source).contains("include");
    if (first.content.empty() || !may_include) return first;
    std::vector<std::string> line = language;
    line.insert(line.end(), program.begin(), program.end());
    line.insert(line.end(), kProgramWords.begin(), kProgramWords.end());
    const Included found = included(std::move(line), first.macros, files(own_names()));
    if (found.headers.empty()) return first;
    const Precompiled& header = precompiled(language, found.headers, request_);
    const auto changes = [&](const auto& macro) { return header.words.contains(macro.getKey()); };
    if (header.content.empty() || llvm::any_of(found.macros, changes)) return first;
    return header;
  }

  void add_program() {
    const auto add = [&](const std::string& path, llvm::StringRef text) {
      program_files_->addFile(path, 0, llvm::MemoryBuffer::getMemBufferCopy(text, path));
    };
    add(kProgramPath, whole_source(request_, names_));
    for (std::size_t i = 0; i < request_.header_count; ++i) {
      const llvm::StringRef name = request_.headers[i].name;
      add(name.starts_with("/") ? name.str() : kHeaderFolder + name.str(),
          request_.headers[i].text);
    }
  }

  [[nodiscard]] llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files(
      llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> own) const {
    auto all = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
        without_cuda_headers(strings(request_.folders)));
    all->pushOverlay(std::move(own));
    all->pushOverlay(program_files_);
    return all;
  }

  void execute(clang::CompilerInstance& instance, Reading& reading, FrontReply& reply) {
    const auto read = std::make_shared<Files>();
    instance.addDependencyCollector(read);
    llvm::SmallString<0> bitcode;
    instance.setOutputStream(std::make_unique<llvm::raw_svector_ostream>(bitcode));
    std::vector<std::string> found(names_.size());
    std::set<std::string> static_constants;
    NamesPass pass;
    pass.found = &found;
    pass.static_constants = &static_constants;
    pass.is_relocatable = (request_.flags & compiler::kFrontRelocatable) != 0;
    instance.getCodeGenOpts().PassBuilderCallbacks.emplace_back(
        [&pass](llvm::PassBuilder& builder) {
          builder.registerPipelineStartEPCallback(
              [&pass](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
                passes.addPass(NamesPass(pass));
              });
        });
    const auto is_cancelled = [this] {
      return is_cancelled_ = is_cancelled_ || is_stop_requested();
    };
    bool succeeded = !is_cancelled();
    if (succeeded) {
      CompileAction action(names_, static_constants, reading.severities, is_cancelled);
      succeeded = instance.ExecuteAction(action) && !reading.log.has_errors();
    }
    if (is_cancelled_ || is_cancelled()) {
      reply.status = FrontStatus::kCancelled;
      return;
    }
    reply.status = succeeded ? FrontStatus::kDone : FrontStatus::kErrors;
    if (!succeeded) return;
    reply.bitcode_bytes = bitcode.size();
    reply.bitcode = std::malloc(bitcode.size() + 1);
    if (reply.bitcode != nullptr) std::memcpy(reply.bitcode, bitcode.data(), bitcode.size());
    std::string lines;
    for (const std::string& name : found) lines += name + '\n';
    reply.lowered_names = copy(lines);
    reply.files = copy(read->lines());
  }

  [[nodiscard]] bool is_stop_requested() const {
    return request_.is_cancelled != nullptr && request_.is_cancelled(request_.owner);
  }

  const FrontRequest& request_;
  std::vector<std::string> names_;
  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> program_files_ =
      llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  bool is_cancelled_ = false;
};

void compile(const FrontRequest& request, FrontReply& reply) {
  clang::noteBottomOfStack(true);
  try {
    initialize_once();
    ProgramCompilation(request).run(reply);
  } catch (const std::exception& failure) {
    reply.status = FrontStatus::kFailed;
    reply.log = copy(failure.what());
  }
}

}  // namespace
}  // namespace riffle::front

extern "C" __attribute__((visibility("default"))) void riffle_front(
    const riffle::compiler::FrontRequest* request, riffle::compiler::FrontReply* reply) {
  *reply = {};
  llvm::thread thread(std::optional<unsigned>(riffle::front::kStackBytes),
                      [&] { riffle::front::compile(*request, *reply); });
  thread.join();
}
