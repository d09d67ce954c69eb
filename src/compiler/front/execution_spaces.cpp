// SPDX-License-Identifier: Apache-2.0
// Part of the plugin of clang: the execution spaces of a function are those that all of its declarations name.
//
//   struct P { __host__ __device__ int get() const; };
//   int P::get() const { return 1; }                       // of both sides, as the first declaration says
//   int f(int);
//   __host__ __device__ int f(int x) { return x; }         // of both sides, with a warning
//
// To clang, two such declarations are overloads or an error. nvcc has one function: its spaces are the union of those that
// are written, and the host's if none is. So what a declaration lacks is added to it before clang compares it with the earlier
// ones, and what they lack to them. Declarations that only one side has (`#ifdef __CUDA_ARCH__`) stay as they are.
//
// A kernel may call a function before the declaration that makes it one of the device. Clang refuses the call, and the note
// beside the warning tells the next compilation to give the first declaration both spaces (the plugin's argument). So it is with
// a device function whose body the host's side has passed over when a later declaration makes it one of the host, and with
// device functions that code of the host names. It may, but not call them: device_calls.cpp looks for calls.
//
// Functions of Riffle's own headers and of the C library may be overloads for each side; a redeclaration for both sides is
// one of the overload that the compilation is for.
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendPluginRegistry.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/ParsedAttr.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/SemaConsumer.h>
#include <clang/Sema/TemplateDeduction.h>

#include "compiler/front/device_inline.h"
#include "compiler/front/places.h"
#include "compiler/front/plugin_part.h"
#include "compiler/front/raw_tokens.h"
#include "compiler/front/spaces.h"
#include "compiler/front/token_stream.h"

namespace {

using riffle::front::FileLine;
using riffle::front::is_kernel;
using riffle::front::is_read_on_host;
using riffle::front::kBothSpaces;
using riffle::front::named_by;
using riffle::front::Spaces;
using riffle::front::spaces_of;

/// What the compilation before this one found.
struct Hints {
  std::vector<FileLine>
      given;  ///< first declarations of functions that later ones give to the other side
  std::vector<FileLine> tolerated;  ///< device functions that the host's code names
  llvm::DenseMap<const clang::FunctionDecl*, Spaces>
      written;  ///< of the first kind, what has been written up to now
};

Hints& hints() {
  static thread_local Hints all;
  return all;
}

/// What all declarations up to now have written.
Spaces written_on(const clang::FunctionDecl& function) {
  const auto found = hints().written.find(function.getCanonicalDecl());
  return found != hints().written.end() ? found->second : named_by(function);
}

/// The host's if nothing is written.
Spaces meaning_of(Spaces written) { return {written.host || !written.device, written.device}; }

/// As if it were written: clang asks whether it is where it compares specialisations with their templates.
template <class Attribute>
void add(clang::Sema& sema, clang::FunctionDecl& function) {
  if (!function.hasAttr<Attribute>()) function.addAttr(Attribute::Create(sema.Context));
}

void name(clang::Sema& sema, clang::FunctionDecl& function, Spaces spaces) {
  if (spaces.host) add<clang::CUDAHostAttr>(sema, function);
  if (spaces.device) add<clang::CUDADeviceAttr>(sema, function);
}

void add(clang::Sema& sema, clang::FunctionDecl& function, Spaces spaces) {
  name(sema, function, spaces);
  if (spaces.host && spaces.device)
    riffle::front::make_inline_on_device(sema, function, /*is_first=*/true);
}

/// The functions that a declaration of a template stands for already.
void add_to_instances(clang::Sema& sema, const clang::FunctionDecl& pattern, Spaces spaces) {
  if (clang::FunctionTemplateDecl* const function = pattern.getDescribedFunctionTemplate()) {
    for (clang::FunctionDecl* const instance : function->specializations()) {
      if (!instance->isTemplateInstantiation()) continue;
      add(sema, *instance, spaces);
    }
  }
  const auto* const record = llvm::dyn_cast<clang::CXXRecordDecl>(pattern.getDeclContext());
  clang::ClassTemplateDecl* const of = record ? record->getDescribedClassTemplate() : nullptr;
  if (of == nullptr) return;
  for (clang::ClassTemplateSpecializationDecl* const instance : of->specializations()) {
    for (clang::NamedDecl* const member : instance->lookup(pattern.getDeclName())) {
      auto* const method = llvm::dyn_cast<clang::CXXMethodDecl>(member);
      if (method != nullptr && method->getInstantiatedFromMemberFunction() == &pattern)
        add(sema, *method, spaces);
    }
  }
}

/// A definition that was passed over on the device's side, because it was the host's, is presented once more.
void present_again(clang::Sema& sema, clang::FunctionDecl& function) {
  clang::FunctionDecl* const definition = function.getDefinition();
  if (!sema.getLangOpts().CUDAIsDevice || definition == nullptr || definition->isTemplated() ||
      definition->isTemplateInstantiation() || definition->getDeclContext()->isRecord())
    return;
  sema.Consumer.HandleTopLevelDecl(clang::DeclGroupRef(definition));
}

class DeclarationMerger {
 public:
  DeclarationMerger(clang::Sema& sema, clang::FunctionDecl& declaration)
      : sema_(sema), new_(declaration) {}

  /// Whether the declaration is the first one of its function.
  [[nodiscard]] bool is_first() const { return is_specialisation_ || earlier_.empty(); }

  void merge() {
    find_earlier();
    if (earlier_.empty() || is_kernel(new_)) return;
    if (earlier_.size() == 1 && hints().written.contains(earlier_.front()->getCanonicalDecl()))
      return unite(*earlier_.front());
    const auto equal = [&](clang::FunctionDecl* one) {
      return !is_kernel(*one) && spaces_of(*one) == spaces_of(new_) &&
             named_by(*one).device == named_by(new_).device;
    };
    const auto same = llvm::find_if(earlier_, equal);
    if (same != earlier_.end()) {
      // Written later, an attribute would be ignored, with a warning.
      if (named_by(new_).host) add<clang::CUDAHostAttr>(sema_, **same);
      return;
    }
    if (earlier_.size() > 1) return choose_side();
    clang::FunctionDecl& old = *earlier_.front();
    if (is_kernel(old) || stay_overloads(old)) return;
    unite(old);
  }

 private:
  void find_earlier() {
    clang::DeclContext* scope = new_.getDeclContext();
    while (scope->isFunctionOrMethod()) scope = scope->getParent();  // declared in a body
    is_specialisation_ = new_.getDescribedFunctionTemplate() == nullptr &&
                         new_.getNumTemplateParameterLists() == 1 &&
                         new_.getTemplateParameterList(0)->size() == 0 &&
                         !llvm::isa<clang::ClassTemplateSpecializationDecl>(scope);
    for (clang::NamedDecl* const found : scope->getRedeclContext()->lookup(new_.getDeclName())) {
      if (is_specialisation_) {
        add_specialised(llvm::dyn_cast<clang::FunctionTemplateDecl>(found));
        continue;
      }
      clang::FunctionDecl* const old = found->getAsFunction();
      if (old == nullptr || old == &new_ || llvm::isa<clang::UsingShadowDecl>(found) ||
          (old->getDescribedFunctionTemplate() == nullptr) !=
              (new_.getDescribedFunctionTemplate() == nullptr) ||
          sema_.IsOverload(&new_, old, /*UseMemberUsingDeclRules=*/false,
                           /*ConsiderCudaAttrs=*/false))
        continue;
      earlier_.push_back(old->getMostRecentDecl());
    }
  }

  /// The instance that a specialisation takes the place of.
  void add_specialised(clang::FunctionTemplateDecl* pattern) {
    if (pattern == nullptr || new_.getType()->isDependentType()) return;
    clang::sema::TemplateDeductionInfo deduction(new_.getLocation());
    clang::FunctionDecl* instance = nullptr;
    if (sema_.DeduceTemplateArguments(pattern, nullptr, new_.getType(), instance, deduction) ==
            clang::TemplateDeductionResult::Success &&
        instance != nullptr)
      earlier_.push_back(instance);
  }

  /// For both sides, where each side has an overload of its own.
  void choose_side() {
    if (spaces_of(new_) != kBothSpaces) return;
    const bool device = sema_.getLangOpts().CUDAIsDevice;
    if (device)
      new_.dropAttr<clang::CUDAHostAttr>();
    else
      new_.dropAttr<clang::CUDADeviceAttr>();
  }

  /// A device function beside one of the C library, and a host function beside one of Riffle's.
  [[nodiscard]] bool stay_overloads(const clang::FunctionDecl& old) const {
    return is_of_system(old) && spaces_of(old) != kBothSpaces && spaces_of(new_) != kBothSpaces;
  }

  [[nodiscard]] bool is_of_system(const clang::FunctionDecl& old) const {
    return sema_.getSourceManager().isInSystemHeader(old.getFirstDecl()->getLocation());
  }

  void unite(clang::FunctionDecl& old) {
    const Spaces before = written_on(old);
    const Spaces all = before | named_by(new_);
    warn(old, meaning_of(before));
    if (all.host && !meaning_of(before).host) instantiate_body(old);
    const bool was_device = named_by(old).device;
    const bool changes = named_by(old) != all;
    const bool is_hinted = hints().written.contains(old.getCanonicalDecl());
    if (is_hinted) hints().written[old.getCanonicalDecl()] = all;
    if (changes) {
      for (clang::FunctionDecl* const one : old.redecls()) {
        if (is_hinted && !all.host) one->dropAttr<clang::CUDAHostAttr>();
        add(sema_, *one, all);
        add_to_instances(sema_, *one, all);
      }
    }
    name(sema_, new_, all);
    if (changes && !was_device) present_again(sema_, old);
  }

  /// The host's side has passed over the body of what was a device function. The next compilation reads it.
  void instantiate_body(const clang::FunctionDecl& old) const {
    const clang::FunctionDecl* const definition = old.getDefinition();
    if (definition == nullptr || !definition->hasSkippedBody()) return;
    clang::DiagnosticsEngine& diagnostics = sema_.getDiagnostics();
    sema_.Diag(new_.getLocation(),
               diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Error,
                                           "the __device__ function %q0 becomes one of the host"))
        << &new_;
    sema_.Diag(old.getFirstDecl()->getLocation(),
               diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Note,
                                           "declared here without __host__"));
  }

  void warn(const clang::FunctionDecl& old, Spaces before) const {
    clang::DiagnosticsEngine& diagnostics = sema_.getDiagnostics();
    const Spaces now = spaces_of(new_);
    const bool both = before == kBothSpaces || before == now;
    // Specialisations have spaces of their own. Of both sides, one says it; -w does not hold for diagnostics of plugins.
    // Of functions that were there before the program, it need not know.
    if (both || old.isTemplateInstantiation() || is_of_system(old) ||
        !sema_.getLangOpts().CUDAIsDevice || diagnostics.getIgnoreAllWarnings())
      return;
    const unsigned id = diagnostics.getCustomDiagID(
        clang::DiagnosticsEngine::Warning,
        "the %select{__host__|__device__}0 function %q1 is redeclared "
        "%select{without __device__|with __host__|with __device__|with __host__ __device__}2: "
        "the spaces of both declarations hold");
    const int spaces = now == kBothSpaces ? 3 : now.device ? 2 : named_by(new_).host ? 1 : 0;
    sema_.Diag(new_.getLocation(), id) << (before.device ? 1 : 0) << &new_ << spaces;
    if (before.device) return;
    const unsigned note = diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Note,
                                                      "declared here without __device__");
    sema_.Diag(old.getFirstDecl()->getLocation(), note);
  }

  clang::Sema& sema_;
  clang::FunctionDecl& new_;
  llvm::SmallVector<clang::FunctionDecl*, 2> earlier_;
  bool is_specialisation_ = false;
};

bool is_listed(const std::vector<FileLine>& places, clang::Sema& sema,
               const clang::FunctionDecl& function) {
  return !places.empty() &&
         llvm::is_contained(
             places, riffle::front::place_of(sema.getSourceManager(), function.getLocation()));
}

/// The host's side does not read the bodies of device functions (host_bodies.cpp), except of lambdas and those that it cannot
/// do without. These are functions for both sides to it, which may call what it takes for the host's. So are device functions
/// that code of the host names where nvcc lets it: their addresses, in operands that are not evaluated, and in templates.
void tolerate_on_host(clang::Sema& sema, clang::FunctionDecl& function) {
  if (is_kernel(function) || named_by(function) != Spaces{false, true} ||
      sema.getSourceManager().isInSystemHeader(function.getLocation()))
    return;
  const bool is_read = !sema.getLangOpts().CUDAIsDevice && is_read_on_host(function);
  if (!is_read && !is_listed(hints().tolerated, sema, function)) return;
  function.addAttr(clang::CUDAHostAttr::CreateImplicit(sema.Context));
  if (!sema.getLangOpts().CUDAIsDevice)
    function.setImplicitlyInline();  // no code is made of it for its own sake
}

void foretell(clang::Sema& sema, clang::FunctionDecl& function) {
  if (is_kernel(function) || !is_listed(hints().given, sema, function)) return;
  hints().written.try_emplace(function.getCanonicalDecl(), named_by(function));
  name(sema, function, kBothSpaces);
}

/// Clang compares the spaces of a friend that is an instance with those of its template.
void take_spaces_of_template(clang::Sema& sema, clang::FunctionDecl& function) {
  if (!function.getLexicalDeclContext()->isRecord() || function.getDeclContext()->isRecord() ||
      function.getDescribedFunctionTemplate() != nullptr)
    return;
  riffle::front::RawTokens tokens(sema.getSourceManager(), sema.getLangOpts(),
                                  function.getLocation());
  if (tokens.next().isNot(clang::tok::raw_identifier) || tokens.next().isNot(clang::tok::less))
    return;
  for (const clang::NamedDecl* const found :
       function.getDeclContext()->getRedeclContext()->lookup(function.getDeclName())) {
    const auto* const pattern = llvm::dyn_cast<clang::FunctionTemplateDecl>(found);
    if (pattern == nullptr) continue;
    name(sema, function, named_by(*pattern->getTemplatedDecl()));
    return;
  }
}

class FunctionAttribute final : public clang::ParsedAttrInfo {
 public:
  FunctionAttribute() {
    static constexpr Spelling kSpellings[] = {{clang::ParsedAttr::AS_GNU, "riffle_function"}};
    Spellings = kSpellings;
  }

  bool diagAppertainsToDecl(clang::Sema&, const clang::ParsedAttr&,
                            const clang::Decl* declaration) const override {
    return llvm::isa<clang::FunctionDecl>(declaration);
  }

  AttrHandling handleDeclAttribute(clang::Sema& sema, clang::Decl* declaration,
                                   const clang::ParsedAttr&) const override {
    auto& function = *llvm::cast<clang::FunctionDecl>(declaration);
    sema.PragmaAttributeCurrentTargetDecl =
        nullptr;  // no pragma of the program's, of which diagnostics should tell
    take_spaces_of_template(sema, function);
    foretell(sema, function);
    DeclarationMerger merger(sema, function);
    if (!clang::isLambdaCallOperator(&function)) merger.merge();
    if (named_by(function) == kBothSpaces)
      riffle::front::make_inline_on_device(sema, function, merger.is_first());
    tolerate_on_host(sema, function);
    // To clang, constexpr functions are for both sides if they say nothing; with the option, those of the host are, too.
    if (function.isConstexpr() && named_by(function) == Spaces{true, false} &&
        sema.getPreprocessor().isMacroDefined("__CUDACC_RELAXED_CONSTEXPR__"))
      function.addAttr(clang::CUDADeviceAttr::CreateImplicit(sema.Context));
    return AttributeApplied;
  }
};

// The way in which clang's plugins register; out of memory, the compiler ends.
const clang::ParsedAttrInfoRegistry::Add<FunctionAttribute> kFunctionAttribute(
    "riffle_function", "");  // NOLINT(bugprone-throwing-static-initialization)

/// Gives every declaration of a function the attribute, as a pragma of clang's would.
class ExecutionSpacesConsumer final : public clang::SemaConsumer {
 public:
  explicit ExecutionSpacesConsumer(clang::Preprocessor& preprocessor)
      : preprocessor_(preprocessor) {}

  void InitializeSema(clang::Sema& sema) override {
    clang::IdentifierInfo* const name = preprocessor_.getIdentifierInfo("riffle_function");
    clang::ParsedAttr* const attribute =
        pool_.create(name, clang::SourceRange(), clang::AttributeScopeInfo(), nullptr, 0,
                     clang::ParsedAttr::Form::GNU());
    attribute->setIsPragmaClangAttribute();
    sema.PragmaAttributeStack.push_back({clang::SourceLocation(), nullptr, {}});
    sema.PragmaAttributeStack.back().Entries.push_back(
        {clang::SourceLocation(), attribute, {clang::attr::SubjectMatchRule_function}, true});
    // One that is left at the end of the file would be an error.
    riffle::front::at_end_of_file([&sema] {
      if (!sema.PragmaAttributeStack.empty())
        sema.PragmaAttributeStack.erase(sema.PragmaAttributeStack.begin());
    });
  }

 private:
  clang::Preprocessor& preprocessor_;
  clang::AttributeFactory factory_;
  clang::AttributePool pool_{factory_};
};

std::unique_ptr<clang::ASTConsumer> make(clang::CompilerInstance& compiler,
                                         const std::string& places) {
  hints().given.clear();
  hints().tolerated.clear();
  hints().written.clear();
  for (const llvm::StringRef line : llvm::split(places, '\n')) {
    llvm::StringRef place = line;
    auto& places = place.consume_front("host:") ? hints().tolerated : hints().given;
    llvm::append_range(places, riffle::front::places_in(place));
  }
  return compiler.getLangOpts().CUDA
             ? std::make_unique<ExecutionSpacesConsumer>(compiler.getPreprocessor())
             : nullptr;
}

const clang::FrontendPluginRegistry::Add<riffle::front::PluginPart<make>> kAction(
    "riffle_execution_spaces", "");

}  // namespace
