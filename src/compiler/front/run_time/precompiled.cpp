// SPDX-License-Identifier: Apache-2.0
#include "compiler/front/run_time/precompiled.h"

#include <array>
#include <cstdlib>
#include <map>

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/Version.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/Sema.h>
#include <clang/Serialization/ASTWriter.h>
#include <clang/Serialization/ModuleFileExtension.h>
#include <clang/Serialization/PCHContainerOperations.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/MemoryBuffer.h>

#include "base/mutex.h"
#include "compiler/front/run_time/instance.h"
#include "compiler/front/run_time/own_headers.h"
#include "compiler/front/run_time/predefined.h"

namespace riffle::front {
namespace {

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

/// Notes the names that directives test: of other names only reserved ones are a macro's to change, as in NVIDIA's
/// headers, which use no others.
class TestedNames final : public clang::PPCallbacks {
 public:
  TestedNames(clang::Preprocessor& preprocessor, llvm::StringSet<>& names)
      : preprocessor_(preprocessor), names_(names) {}

  void Ifdef(clang::SourceLocation, const clang::Token& name,
             const clang::MacroDefinition&) override {
    note(name);
  }
  void Ifndef(clang::SourceLocation, const clang::Token& name,
              const clang::MacroDefinition&) override {
    note(name);
  }
  void Defined(const clang::Token& name, const clang::MacroDefinition&,
               clang::SourceRange) override {
    note(name);
  }
  void If(clang::SourceLocation, clang::SourceRange condition, ConditionValueKind) override {
    note(condition);
  }
  void Elif(clang::SourceLocation, clang::SourceRange condition, ConditionValueKind,
            clang::SourceLocation) override {
    note(condition);
  }

 private:
  void note(const clang::Token& name) { names_.insert(preprocessor_.getSpelling(name)); }
  void note(clang::SourceRange condition) {
    llvm::StringRef text =
        clang::Lexer::getSourceText(clang::CharSourceRange::getCharRange(condition),
                                    preprocessor_.getSourceManager(), preprocessor_.getLangOpts());
    const auto in_name = [](char c) { return llvm::isAlnum(c) || c == '_'; };
    while (!(text = text.drop_until(in_name)).empty()) {
      names_.insert(text.take_while(in_name));
      text = text.drop_while(in_name);
    }
  }

  clang::Preprocessor& preprocessor_;
  llvm::StringSet<>& names_;
};

/// The macro as the directive that defines it.
std::string directive_of(llvm::StringRef name, const clang::MacroInfo& macro,
                         const clang::Preprocessor& preprocessor) {
  std::string text = "#define " + name.str();
  if (macro.isFunctionLike()) {
    text += '(';
    for (const clang::IdentifierInfo* parameter : macro.params())
      text += (text.back() == '(' ? "" : ",") + parameter->getName().str();
    if (macro.isC99Varargs())
      llvm::StringRef(text).ends_with("__VA_ARGS__") ? text.replace(text.size() - 11, 11, "...")
                                                     : text += "...";
    text += ')';
  }
  for (const clang::Token& token : macro.tokens()) text += ' ' + preprocessor.getSpelling(token);
  return text + '\n';
}

/// Every macro that the headers leave, without those of options.
std::string macros_of(const clang::Preprocessor& preprocessor) {
  const clang::SourceManager& sources = preprocessor.getSourceManager();
  std::string text;
  for (const auto& [name, state] : preprocessor.macros()) {
    const clang::MacroInfo* const macro = preprocessor.getMacroInfo(name);
    if (macro == nullptr || macro->isBuiltinMacro()) continue;
    if (sources.isWrittenInBuiltinFile(macro->getDefinitionLoc()) ||
        sources.isWrittenInCommandLineFile(macro->getDefinitionLoc()))
      continue;
    text += directive_of(name->getName(), *macro, preprocessor);
  }
  return text;
}

/// Generates the precompiled form in memory and notes the macros.
class PrecompileAction final : public clang::GeneratePCHAction {
 public:
  PrecompileAction(Precompiled& made, llvm::StringRef standard,
                   llvm::vfs::InMemoryFileSystem& files)
      : made_(made), standard_(standard), files_(files) {}

 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef) override {
    return std::make_unique<Generator>(compiler.getPreprocessor(), compiler.getModuleCache(),
                                       "first", "", buffer_, compiler.getCodeGenOpts(),
                                       Extensions());
  }

  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    clang::Preprocessor& preprocessor = compiler.getPreprocessor();
    preprocessor.addPPCallbacks(std::make_unique<TestedNames>(preprocessor, made_.words));
    made_.predefined = predefined_as_nvrtc(preprocessor.getPredefines(), standard_);
    files_.addFile(kPredefinedPath, 0,
                   llvm::MemoryBuffer::getMemBuffer(made_.predefined, kPredefinedPath));
    return GeneratePCHAction::BeginSourceFileAction(compiler);
  }

  void EndSourceFileAction() override {
    if (buffer_->IsComplete) made_.content.assign(buffer_->Data.begin(), buffer_->Data.end());
    const clang::Preprocessor& preprocessor = getCompilerInstance().getPreprocessor();
    for (const auto& identifier : preprocessor.getIdentifierTable())
      if (identifier.getKey().starts_with("_")) made_.words.insert(identifier.getKey());
    made_.macros = made_.predefined + macros_of(preprocessor);
  }

 private:
  using Extensions = std::vector<std::shared_ptr<clang::ModuleFileExtension>>;

  Precompiled& made_;
  llvm::StringRef standard_;
  llvm::vfs::InMemoryFileSystem& files_;
  std::shared_ptr<clang::PCHBuffer> buffer_ = std::make_shared<clang::PCHBuffer>();
};

/// The file that is precompiled. The headers are written for clang's macros, the program for NVRTC's.
std::string list_of(const std::vector<std::string>& headers) {
  std::string text = std::string("#include <") + kFirst + ">\n";
  for (const std::string& header : headers) text += "#include <" + header + ">\n";
  return text + "#include \"" + kPredefinedPath + "\"\n";
}

std::unique_ptr<Precompiled> make(const std::vector<std::string>& language,
                                  const std::vector<std::string>& headers,
                                  llvm::StringRef standard) {
  auto made = std::make_unique<Precompiled>();
  std::vector<std::string> line = language;
  // What the headers make of their own templates is made here, not by each program.
  line.insert(line.end(), {"-fpch-instantiate-templates", "-emit-pch", "-x", "cuda", kListPath});
  const std::string list = list_of(headers);
  auto all = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  all->addFile(kListPath, 0, llvm::MemoryBuffer::getMemBuffer(list, kListPath));
  auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(own_headers());
  files->pushOverlay(all);
  clang::IgnoringDiagConsumer silent;
  const auto instance = make_instance(line, files, silent);
  if (instance == nullptr) return made;
  PrecompileAction action(*made, standard, *all);
  if (!instance->ExecuteAction(action)) made->content.clear();
  return made;
}

/// What is kept between processes: three sizes in a line each, the parts, and the words, a line each.
std::string kept_form(const Precompiled& header) {
  std::string text;
  for (const std::string* part : {&header.content, &header.predefined, &header.macros})
    text += std::to_string(part->size()) + '\n';
  text += header.content + header.predefined + header.macros;
  for (const auto& word : header.words) text += word.getKey().str() + '\n';
  return text;
}

/// Without content if `text` is none of these; its keeper has verified that it is what was given.
std::unique_ptr<Precompiled> from_kept_form(llvm::StringRef text) {
  auto header = std::make_unique<Precompiled>();
  const std::array<std::string*, 3> parts = {&header->content, &header->predefined,
                                             &header->macros};
  std::array<std::size_t, 3> bytes{};
  for (std::size_t& size : bytes)
    if (text.consumeInteger(10, size) || !text.consume_front("\n")) return header;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (bytes[i] > text.size()) return std::make_unique<Precompiled>();
    *parts[i] = text.take_front(bytes[i]).str();
    text = text.drop_front(bytes[i]);
  }
  while (!text.empty()) {
    const auto [word, rest] = text.split('\n');
    header->words.insert(word);
    text = rest;
  }
  return header;
}

std::unique_ptr<Precompiled> find_or_make(const std::string& key,
                                          const std::vector<std::string>& language,
                                          const std::vector<std::string>& headers,
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
  auto header = make(language, headers, request.standard);
  if (header->content.empty()) return header;
  const std::string text = kept_form(*header);
  request.keep_headers(full_key.c_str(), text.data(), text.size());
  return header;
}

struct PrecompiledEntry {
  Mutex mutex;
  /// Set once, then read by all.
  std::unique_ptr<const Precompiled> header RIFFLE_GUARDED_BY(mutex);
};

/// Never destroyed: compilations may run while the process ends.
PrecompiledEntry& entry_of(const std::string& key) {
  static auto& mutex = *new Mutex;
  static auto& entries = *new std::map<std::string, PrecompiledEntry>;
  const MutexLock lock(mutex);
  return entries[key];
}

}  // namespace

const Precompiled& precompiled(const std::vector<std::string>& language,
                               const std::vector<std::string>& headers,
                               const compiler::FrontRequest& request) {
  std::string key;
  for (const std::string& word : language) key += word + '\n';
  for (const std::string& header : headers) key += "<" + header + ">\n";
  PrecompiledEntry& entry = entry_of(key);
  const MutexLock lock(entry.mutex);
  if (entry.header == nullptr) {
    auto header = find_or_make(key, language, headers, request);
    header->list = list_of(headers);
    entry.header = std::move(header);
  }
  return *entry.header;
}

}  // namespace riffle::front
