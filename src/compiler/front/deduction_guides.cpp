// SPDX-License-Identifier: Apache-2.0
// Part of the plugin of clang: nobody calls a deduction guide, so that its execution spaces say nothing. Clang warns of them, and
// refuses one without the other. It looks when it has the attributes of a specifier: these are parts of __host__ and __device__,
// and take clang's own attributes away again.
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/Sema/ParsedAttr.h>
#include <clang/Sema/Sema.h>

namespace {

constexpr char kHost[] = "riffle_host";
constexpr char kDevice[] = "riffle_device";

template <class Attribute, const char* name>
class SpecifierAttribute final : public clang::ParsedAttrInfo {
 public:
  SpecifierAttribute() {
    static constexpr Spelling kSpellings[] = {{clang::ParsedAttr::AS_GNU, name}};
    Spellings = kSpellings;
  }

  bool diagAppertainsToDecl(clang::Sema&, const clang::ParsedAttr&,
                            const clang::Decl*) const override {
    return true;  // clang's own attribute, which stands beside it, has said what there is to say
  }

  AttrHandling handleDeclAttribute(clang::Sema&, clang::Decl* declaration,
                                   const clang::ParsedAttr&) const override {
    if (llvm::isa<clang::CXXDeductionGuideDecl>(declaration)) declaration->dropAttr<Attribute>();
    return AttributeApplied;
  }
};

// The way in which clang's plugins register; out of memory, the compiler ends.
// NOLINTBEGIN(bugprone-throwing-static-initialization)
const clang::ParsedAttrInfoRegistry::Add<SpecifierAttribute<clang::CUDAHostAttr, kHost>>
    kHostAttribute(kHost, "");
const clang::ParsedAttrInfoRegistry::Add<SpecifierAttribute<clang::CUDADeviceAttr, kDevice>>
    kDeviceAttribute(kDevice, "");
// NOLINTEND(bugprone-throwing-static-initialization)

}  // namespace
