// SPDX-License-Identifier: Apache-2.0
// A plugin of clang: the attribute riffle_managed, which __managed__ stands for.
//
// Clang knows managed variables, but takes the attribute in HIP only. What its code generation makes
// of them does not depend on the language, and is what we need:
//   host    "v" becomes a pointer to "v.managed", the storage with its initial value; a constructor
//           hands both to __cudaRegisterManagedVar
//   device  "v" is a pointer too; the runtime sets it to the host's storage when a module is loaded
// So host and kernels use one object, whose address is known before any device code is loaded.
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/Sema/ParsedAttr.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/SemaDiagnostic.h>

#include "compiler/front/unit_visitor.h"

namespace {

class ManagedAttribute final : public clang::ParsedAttrInfo {
 public:
  ManagedAttribute() {
    static constexpr Spelling kSpellings[] = {{clang::ParsedAttr::AS_GNU, "riffle_managed"}};
    Spellings = kSpellings;
  }

  bool diagAppertainsToDecl(clang::Sema& sema, const clang::ParsedAttr& attribute,
                            const clang::Decl* declaration) const override {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration);
    if (variable != nullptr && variable->hasGlobalStorage()) return true;
    if (variable != nullptr && !llvm::isa<clang::ParmVarDecl>(variable)) {
      riffle::front::error(
          sema.getDiagnostics(), attribute.getLoc(),
          "an automatic __managed__ variable declaration is not allowed inside a function body");
      return false;
    }
    sema.Diag(attribute.getLoc(), clang::diag::warn_attribute_wrong_decl_type)
        << attribute << attribute.isRegularKeywordAttribute() << clang::ExpectedVariable;
    return false;
  }

  AttrHandling handleDeclAttribute(clang::Sema& sema, clang::Decl* declaration,
                                   const clang::ParsedAttr& attribute) const override {
    if (!declaration->hasAttr<clang::CUDADeviceAttr>())
      declaration->addAttr(clang::CUDADeviceAttr::CreateImplicit(sema.Context));
    declaration->addAttr(clang::HIPManagedAttr::CreateImplicit(sema.Context, attribute.getRange()));
    return AttributeApplied;
  }
};

// The way in which clang's plugins register; out of memory, the compiler ends.
const clang::ParsedAttrInfoRegistry::Add<ManagedAttribute> kManagedAttribute(
    "riffle_managed", "");  // NOLINT(bugprone-throwing-static-initialization)

}  // namespace
