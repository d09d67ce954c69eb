// SPDX-License-Identifier: Apache-2.0
// Part of the plugin of clang: constants of the host of which device code needs more than the value.
//
//   constexpr int table[2] = {1, 2};
//   __global__ void k(int* o) { *o = table[threadIdx.x]; }   -> identifier "table" is undefined in device code
//   __device__ const int* p = table;                         -> likewise
//
// Clang makes a copy of such a constant for the device; with nvcc, device code has values of constants, and no variables of the
// host. The errors are put off, as those of clang are, until it is known of which functions code is made. nvcc knows more values than
// clang's rules of C++: those of const floating-point variables, of classes that are copied, of members of constants; and
// fewer: it looks into arrays of numbers outside of classes only where something is initialised. Objects of empty classes have no memory to miss.
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendPluginRegistry.h>
#include <clang/Sema/ExternalSemaSource.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/SemaConsumer.h>

#include <utility>

#include "compiler/front/evaluated_code.h"
#include "compiler/front/nvcc_options.h"
#include "compiler/front/plugin_part.h"
#include "compiler/front/spaces.h"

namespace {

/// Of a variable or a function.
constexpr const char* kText = "identifier %0 is undefined in device code";

/// A variable of the host that clang gives to the device, or would.
bool is_of_host(const clang::VarDecl& variable) {
  if (!variable.hasGlobalStorage() || variable.isStaticLocal()) return false;
  const auto is_written = [&]<class Attribute>() {
    const auto* const attribute = variable.getAttr<Attribute>();
    return attribute != nullptr && !attribute->isImplicit();
  };
  if (is_written.template operator()<clang::CUDADeviceAttr>() ||
      is_written.template operator()<clang::CUDAConstantAttr>() ||
      variable.hasAttr<clang::CUDASharedAttr>() || variable.hasAttr<clang::HIPManagedAttr>())
    return false;
  const clang::SourceManager& sources = variable.getASTContext().getSourceManager();
  const clang::CXXRecordDecl* const record =
      variable.getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  return !sources.isInSystemHeader(variable.getLocation()) &&
         !(record != nullptr && record->hasDefinition() && record->isEmpty());
}

const clang::VarDecl* constant_in(const clang::Expr* expression) {
  const auto* const name = llvm::dyn_cast<clang::DeclRefExpr>(expression->IgnoreParenImpCasts());
  const auto* const variable =
      name == nullptr ? nullptr : llvm::dyn_cast<clang::VarDecl>(name->getDecl());
  return variable != nullptr && variable->getType().isConstQualified() && is_of_host(*variable)
             ? variable
             : nullptr;
}

/// The constant that an element of an array, or a member, is a part of.
const clang::VarDecl* whole_of(const clang::Expr* part) {
  while (true) {
    part = part->IgnoreParenImpCasts();
    const auto* const element = llvm::dyn_cast<clang::ArraySubscriptExpr>(part);
    if (element != nullptr && element->getBase()->IgnoreParenImpCasts()->getType()->isArrayType())
      part = element->getBase();
    else if (const auto* const member = llvm::dyn_cast<clang::MemberExpr>(part))
      part = member->getBase();
    else
      return constant_in(part);
  }
}

/// Finds where a function needs the memory of a constant.
class Uses final : public riffle::front::EvaluatedCode<Uses> {
 public:
  using Found = std::pair<clang::SourceLocation, const clang::VarDecl*>;

  [[nodiscard]] llvm::ArrayRef<Found> found() const { return found_; }

  // Names and their capitals are clang's.
  // NOLINTBEGIN(readability-identifier-naming)
  // What is constant is no code.
  bool TraverseVarDecl(clang::VarDecl* variable) {
    return variable->isConstexpr() || initialised(!variable->getType()->isReferenceType(), [&] {
             return EvaluatedCode::TraverseVarDecl(variable);
           });
  }
  bool TraverseDecompositionDecl(clang::DecompositionDecl* variable) {
    return initialised(!variable->getType()->isReferenceType(),
                       [&] { return EvaluatedCode::TraverseDecompositionDecl(variable); });
  }
  bool TraverseConstructorInitializer(clang::CXXCtorInitializer* initializer) {
    return initialised(true,
                       [&] { return EvaluatedCode::TraverseConstructorInitializer(initializer); });
  }
  bool TraverseCXXNewExpr(clang::CXXNewExpr* expression) {
    return initialised(true, [&] { return EvaluatedCode::TraverseCXXNewExpr(expression); });
  }
  bool TraverseReturnStmt(clang::ReturnStmt* statement) {
    const clang::Expr* const value = statement->getRetValue();
    const bool is_list =
        value != nullptr && llvm::isa<clang::InitListExpr>(value->IgnoreImplicit());
    return initialised(initialises_ || is_list,
                       [&] { return EvaluatedCode::TraverseReturnStmt(statement); });
  }
  bool TraverseLambdaExpr(clang::LambdaExpr* lambda) {
    for (clang::Expr* const initial : lambda->capture_inits())
      if (!initialised(true, [&] { return TraverseStmt(initial); })) return false;
    // One that captures nothing is a constexpr function.
    return initialised(lambda->capture_size() == 0,
                       [&] { return TraverseStmt(lambda->getBody()); });
  }
  // NOLINTBEGIN(readability-convert-member-functions-to-static)
  bool TraverseStaticAssertDecl(clang::StaticAssertDecl*) { return true; }
  bool TraverseConstantExpr(clang::ConstantExpr*) { return true; }
  bool TraverseEnumDecl(clang::EnumDecl*) { return true; }
  bool TraverseTypeLoc(clang::TypeLoc, bool = true) { return true; }
  bool TraverseTemplateArgumentLoc(const clang::TemplateArgumentLoc&) { return true; }
  // NOLINTEND(readability-convert-member-functions-to-static)

  bool TraverseImplicitCastExpr(clang::ImplicitCastExpr* cast) {
    const bool reads =
        cast->getCastKind() == clang::CK_LValueToRValue && cast->getType()->isScalarType();
    return reads ? read(cast->getSubExpr()) : EvaluatedCode::TraverseImplicitCastExpr(cast);
  }
  bool TraverseUnaryOperator(clang::UnaryOperator* operation) {
    const clang::VarDecl* const variable =
        operation->getOpcode() == clang::UO_AddrOf ? whole_of(operation->getSubExpr()) : nullptr;
    if (variable == nullptr) return EvaluatedCode::TraverseUnaryOperator(operation);
    found_.emplace_back(operation->getExprLoc(), variable);
    return true;
  }
  // Whose value is read does not come here.
  bool TraverseMemberExpr(clang::MemberExpr* member) {
    const clang::VarDecl* const variable =
        !member->isArrow() && member->getType()->isScalarType() ? whole_of(member) : nullptr;
    if (variable == nullptr) return EvaluatedCode::TraverseMemberExpr(member);
    found_.emplace_back(member->getExprLoc(), variable);
    return true;
  }
  // Nor does an element that has a value.
  bool TraverseArraySubscriptExpr(clang::ArraySubscriptExpr* element) {
    const clang::VarDecl* const variable = whole_of(element);
    if (variable == nullptr) return EvaluatedCode::TraverseArraySubscriptExpr(element);
    found_.emplace_back(element->getExprLoc(), variable);
    return TraverseStmt(element->getIdx());
  }
  // Which branch is taken decides whether its elements are read.
  bool TraverseConditionalOperator(clang::ConditionalOperator* choice) {
    return TraverseStmt(choice->getCond()) && initialised(false, [&] {
             return TraverseStmt(choice->getTrueExpr()) && TraverseStmt(choice->getFalseExpr());
           });
  }
  bool TraverseCXXFunctionalCastExpr(clang::CXXFunctionalCastExpr* cast) {
    const bool is_list = cast->getType()->isRecordType() &&
                         llvm::isa<clang::InitListExpr>(cast->getSubExpr()->IgnoreImplicit());
    return initialised(initialises_ || is_list,
                       [&] { return EvaluatedCode::TraverseCXXFunctionalCastExpr(cast); });
  }
  bool TraverseCXXConstructExpr(clang::CXXConstructExpr* construction) {
    const clang::CXXConstructorDecl& constructor = *construction->getConstructor();
    const bool copies = constructor.isCopyOrMoveConstructor() && constructor.isTrivial();
    return (copies && constant_in(construction->getArg(0)) != nullptr) ||
           EvaluatedCode::TraverseCXXConstructExpr(construction);
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr* name) {
    const clang::VarDecl* const variable = constant_in(name);
    if (variable != nullptr && name->isNonOdrUse() == clang::NOUR_None)
      found_.emplace_back(name->getLocation(), variable);
    return true;
  }
  // NOLINTEND(readability-identifier-naming)

 private:
  /// What is read of an object is a value, if all that it may be has one.
  bool read(clang::Expr* object) {
    object = object->IgnoreParens();
    if (auto* const choice = llvm::dyn_cast<clang::ConditionalOperator>(object))
      return TraverseStmt(choice->getCond()) && initialised(false, [&] {
               return read(choice->getTrueExpr()) && read(choice->getFalseExpr());
             });
    if (auto* const pair = llvm::dyn_cast<clang::BinaryOperator>(object);
        pair != nullptr && pair->getOpcode() == clang::BO_Comma)
      return TraverseStmt(pair->getLHS()) && read(pair->getRHS());
    const auto* const member = llvm::dyn_cast<clang::MemberExpr>(object);
    const auto* const element = llvm::dyn_cast<clang::ArraySubscriptExpr>(object);
    bool is_known = false;
    if (member != nullptr)
      is_known = !member->isArrow() && has_value(whole_of(member));
    else if (element != nullptr)
      is_known = is_known_element(*element);
    else
      is_known = llvm::isa<clang::DeclRefExpr>(object) && object->getType()->isArithmeticType() &&
                 has_value(constant_in(object));
    return is_known || TraverseStmt(object);
  }

  /// Of a static member, or where something is initialised, if the index is known.
  [[nodiscard]] bool is_known_element(const clang::ArraySubscriptExpr& element) const {
    const clang::VarDecl* const variable = whole_of(&element);
    return has_value(variable) && (variable->isStaticDataMember() || initialises_) &&
           element.getIdx()->isIntegerConstantExpr(variable->getASTContext());
  }

  template <class Look>
  bool initialised(bool initialises, Look look) {
    const bool before = std::exchange(initialises_, initialises);
    const bool result = look();
    initialises_ = before;
    return result;
  }

  static bool has_value(const clang::VarDecl* variable) {
    return variable != nullptr && variable->getAnyInitializer() != nullptr &&
           !variable->getType().isVolatileQualified() && variable->evaluateValue() != nullptr;
  }

  llvm::SmallVector<Found, 4> found_;
  bool initialises_ = false;
};

/// What a value of a variable of the device points to.
const clang::NamedDecl* host_part_of(const clang::APValue& value) {
  if (value.isLValue()) {
    const auto* const base = value.getLValueBase().dyn_cast<const clang::ValueDecl*>();
    if (const auto* const variable = llvm::dyn_cast_or_null<clang::VarDecl>(base))
      return is_of_host(*variable) ? variable : nullptr;
    const auto* const function = llvm::dyn_cast_or_null<clang::FunctionDecl>(base);
    return function != nullptr && !riffle::front::is_kernel(*function) &&
                   !function->hasAttr<clang::CUDADeviceAttr>()
               ? function
               : nullptr;
  }
  const clang::NamedDecl* found = nullptr;
  if (value.isStruct()) {
    for (unsigned i = 0; i < value.getStructNumFields() && found == nullptr; ++i)
      found = host_part_of(value.getStructField(i));
  } else if (value.isArray()) {
    for (unsigned i = 0; i < value.getArrayInitializedElts() && found == nullptr; ++i)
      found = host_part_of(value.getArrayInitializedElt(i));
  }
  return found;
}

/// Finds the functions that device code may be made of, and the variables of the device.
class DeviceCodeFinder final : public clang::RecursiveASTVisitor<DeviceCodeFinder> {
 public:
  explicit DeviceCodeFinder(clang::Sema& sema) : sema_(sema) {}

  // NOLINTBEGIN(readability-identifier-naming)
  bool VisitFunctionDecl(clang::FunctionDecl* function) {
    const bool is_device =
        riffle::front::is_kernel(*function) || function->hasAttr<clang::CUDADeviceAttr>();
    // One that is constexpr may be there for constant expressions.
    if (!is_device || !function->doesThisDeclarationHaveABody() || function->isTemplated() ||
        function->isConstexpr())
      return true;
    Uses uses;
    uses.look_at(*function);
    const unsigned id = sema_.getDiagnostics().getDiagnosticIDs()->getCustomDiagID(
        clang::DiagnosticIDs::Error, kText);
    for (const auto& [place, variable] : uses.found()) {
      clang::PartialDiagnosticAt late(place, sema_.PDiag(id));
      late.second << variable;
      sema_.DeviceDeferredDiags[function].push_back(late);
    }
    return true;
  }
  bool VisitVarDecl(clang::VarDecl* variable) {
    check(*variable);
    return true;
  }
  // NOLINTEND(readability-identifier-naming)

 private:
  void check(const clang::VarDecl& variable) const {
    const auto* const device = variable.getAttr<clang::CUDADeviceAttr>();
    const auto* const constant = variable.getAttr<clang::CUDAConstantAttr>();
    const bool is_device = (device != nullptr && !device->isImplicit()) ||
                           (constant != nullptr && !constant->isImplicit());
    if (!is_device || variable.hasAttr<clang::HIPManagedAttr>() || !variable.hasInit() ||
        variable.getInit()->isValueDependent() || variable.isTemplated() ||
        variable.isInvalidDecl())
      return;
    const clang::APValue* const value = variable.evaluateValue();
    const clang::NamedDecl* const found = value == nullptr ? nullptr : host_part_of(*value);
    if (found == nullptr) return;
    const unsigned id = sema_.getDiagnostics().getDiagnosticIDs()->getCustomDiagID(
        clang::DiagnosticIDs::Error, kText);
    sema_.Diag(variable.getInit()->getExprLoc(), id) << found;
  }

  clang::Sema& sema_;
};

/// Its hook runs when all has been parsed and instantiated, in front of the diagnostics that were put off.
class EndOfUnitSource final : public clang::ExternalSemaSource {
 public:
  explicit EndOfUnitSource(clang::Sema& sema) : sema_(sema) {}

  void declare(clang::DeclGroupRef group) { declared_.append(group.begin(), group.end()); }

  void ReadDeclsToCheckForDeferredDiags(llvm::SmallSetVector<clang::Decl*, 4>&) override {
    for (clang::Decl* const declaration : declared_) {
      if (!sema_.getSourceManager().isInSystemHeader(declaration->getLocation()))
        DeviceCodeFinder(sema_).TraverseDecl(declaration);
    }
  }

 private:
  clang::Sema& sema_;
  llvm::SmallVector<clang::Decl*, 64> declared_;
};

class HostConstantsConsumer final : public clang::SemaConsumer {
 public:
  void InitializeSema(clang::Sema& sema) override {
    source_ = llvm::makeIntrusiveRefCnt<EndOfUnitSource>(sema);
    sema.addExternalSource(source_);
  }
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    source_->declare(group);
    return true;
  }

 private:
  llvm::IntrusiveRefCntPtr<EndOfUnitSource> source_;
};

std::unique_ptr<clang::ASTConsumer> make(clang::CompilerInstance& compiler, const std::string&) {
  const clang::LangOptions& language = compiler.getLangOpts();
  // Programs of NVRTC have one side.
  if (!language.CUDA || !language.CUDAIsDevice || riffle::front::is_run_time(compiler))
    return nullptr;
  return std::make_unique<HostConstantsConsumer>();
}

const clang::FrontendPluginRegistry::Add<riffle::front::PluginPart<make>> kAction(
    "riffle_host_constants", "");

}  // namespace
