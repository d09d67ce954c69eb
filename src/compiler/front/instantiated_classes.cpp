// SPDX-License-Identifier: Apache-2.0
#include "compiler/front/instantiated_classes.h"

#include <string>

#include <clang/AST/DeclCXX.h>
#include <clang/Lex/Preprocessor.h>
#include <llvm/ADT/StringExtras.h>

#include "compiler/front/explicit_instantiation.h"
#include "compiler/front/spaces.h"
#include "compiler/front/token_stream.h"

namespace riffle::front {
namespace {

using clang::Token;
namespace tok = clang::tok;

Token token_at(clang::SourceLocation place, tok::TokenKind kind,
               clang::IdentifierInfo* identifier = nullptr) {
  Token token;
  token.startToken();
  token.setLocation(place);
  token.setKind(kind);
  if (identifier != nullptr) token.setIdentifierInfo(identifier);
  return token;
}

/// Without the attributes between the keyword and the name, which an alias does not take.
llvm::ArrayRef<Token> after_attributes(llvm::ArrayRef<Token> tokens) {
  std::size_t at = 0;
  while (at < tokens.size()) {
    if (tokens[at].isOneOf(tok::kw___attribute, tok::kw_alignas)) {
      at = after_brackets(tokens, at + 1);
    } else if (tokens[at].is(tok::l_square)) {
      at = after_brackets(tokens, at);
    } else {
      break;
    }
  }
  return tokens.drop_front(at);
}

/// References each member function that is the host's alone, and has a body that can be instantiated.
void reference_host_members(clang::Sema& sema, clang::CXXRecordDecl& record,
                            clang::SourceLocation place) {
  for (clang::Decl* const member : record.decls()) {
    if (auto* const inner = llvm::dyn_cast<clang::CXXRecordDecl>(member)) {
      if (inner->isInjectedClassName() || inner->getInstantiatedFromMemberClass() == nullptr)
        continue;
      if (sema.isCompleteType(place, sema.Context.getCanonicalTagType(inner)))
        reference_host_members(sema, *inner->getDefinition(), place);
      continue;
    }
    auto* const method = llvm::dyn_cast<clang::CXXMethodDecl>(member);
    if (method == nullptr || method->isDefaulted() || method->isDeleted()) continue;
    if (spaces_of(*method) != Spaces{.host = true}) continue;
    const clang::FunctionDecl* const pattern = method->getTemplateInstantiationPattern();
    // What a requires clause excludes is not part of the instantiation.
    if (pattern == nullptr || !pattern->isDefined() || method->getTrailingRequiresClause())
      continue;
    sema.MarkFunctionReferenced(place, method);
  }
}

void instantiate_host_members(clang::Sema& sema, const clang::DeclContext& scope,
                              clang::DeclarationName name) {
  for (const clang::NamedDecl* const found : scope.lookup(name)) {
    const auto* const alias = llvm::dyn_cast<clang::TypedefNameDecl>(found);
    if (alias == nullptr) continue;
    const clang::QualType type = alias->getUnderlyingType();
    clang::CXXRecordDecl* const record = type->getAsCXXRecordDecl();
    if (record == nullptr || !sema.isCompleteType(alias->getLocation(), type)) continue;
    reference_host_members(sema, *record->getDefinition(), alias->getLocation());
  }
}

}  // namespace

bool names_class(llvm::ArrayRef<Token> tokens) {
  return !tokens.empty() && tokens.front().isOneOf(tok::kw_class, tok::kw_struct, tok::kw_union);
}

std::vector<Token> alias_of_instance(clang::Sema& sema, const Token& first,
                                     llvm::ArrayRef<Token> tokens) {
  static thread_local unsigned count = 0;
  clang::IdentifierInfo* const name =
      sema.getPreprocessor().getIdentifierInfo("riffle_instance_" + std::to_string(++count));
  const clang::SourceLocation place = first.getLocation();
  std::vector<Token> alias{token_at(place, tok::kw_using), token_at(place, tok::identifier, name),
                           token_at(place, tok::equal)};
  alias.push_back(tokens.front());
  llvm::append_range(alias, after_attributes(tokens.drop_front()));
  at_end_of_file([&sema, scope = sema.CurContext->getRedeclContext(), name] {
    instantiate_host_members(sema, *scope, name);
  });
  return alias;
}

}  // namespace riffle::front
