// SPDX-License-Identifier: Apache-2.0
// An explicit instantiation need not repeat the execution spaces of its template, and may have others with nvcc:
//
//   template <class T> __device__ T f(T x);
//   template int f<int>(int);                 ->  template __device__ int f<int>(int);
//
// Clang compares the spaces, before it has a declaration that could be changed. So they are changed as tokens; names are looked
// up here as far as is needed to find the template. The host's own templates stay as they are, and so do kernels.
#include "compiler/front/explicit_instantiation.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Lex/Preprocessor.h>

#include "compiler/front/spaces.h"

namespace riffle::front {
namespace {

using clang::Token;
namespace tok = clang::tok;

using Tokens = std::vector<Token>;

bool opens(const Token& token) { return token.isOneOf(tok::l_paren, tok::l_brace, tok::l_square); }
bool closes(const Token& token) { return token.isOneOf(tok::r_paren, tok::r_brace, tok::r_square); }

bool has_brackets(const Token& token) {
  return token.isOneOf(tok::kw___attribute, tok::kw_decltype, tok::kw_alignas, tok::kw_noexcept);
}

/// The brackets of the function's parameters, behind its name; the end if there are none.
std::size_t parameters_in(llvm::ArrayRef<Token> tokens) {
  for (std::size_t at = 0; at < tokens.size();) {
    if (has_brackets(tokens[at])) {
      at = after_brackets(tokens, at + 1);
    } else if (tokens[at].is(tok::kw_operator)) {
      at += 2;  // operator() has brackets of its own
      if (at < tokens.size() && tokens[at].is(tok::r_paren)) ++at;
      while (at < tokens.size() && !tokens[at].isOneOf(tok::l_paren, tok::less)) ++at;
      if (at < tokens.size() && tokens[at].is(tok::l_paren)) return at;
    } else if (tokens[at].is(tok::l_paren)) {
      return at;
    } else {
      ++at;
    }
  }
  return tokens.size();
}

/// The beginning of the template's arguments that end in front of `end`; `end` if there are none.
std::size_t before_arguments(llvm::ArrayRef<Token> tokens, std::size_t end) {
  int depth = 0;
  for (std::size_t at = end; at-- > 0;) {
    const Token& token = tokens[at];
    if (token.is(tok::greater)) ++depth;
    if (token.is(tok::greatergreater)) depth += 2;
    if (token.is(tok::less)) --depth;
    if (depth == 0) return token.is(tok::less) ? at : end;
  }
  return end;
}

/// A name with the scopes in front of it, from the outermost.
struct QualifiedName {
  bool is_global = false;
  std::vector<clang::DeclarationName> names;
};

std::optional<QualifiedName> path_before(clang::Sema& sema, llvm::ArrayRef<Token> tokens,
                                         std::size_t end) {
  QualifiedName path;
  std::size_t at = before_arguments(tokens, end);
  // operator*, of one token or two.
  for (std::size_t back = 1; back <= 3 && path.names.empty() && back <= at; ++back) {
    if (tokens[at - back].isNot(tok::kw_operator)) continue;
    const clang::OverloadedOperatorKind kind =
        llvm::StringSwitch<clang::OverloadedOperatorKind>(
            back == 2   ? tok::getPunctuatorSpelling(tokens[at - 1].getKind())
            : back == 3 ? (tokens[at - 2].is(tok::l_paren) ? "()" : "[]")
                        : "")
#define OVERLOADED_OPERATOR(Name, Spelling, Token, Unary, Binary, MemberOnly) \
  .Case(Spelling, clang::OO_##Name)
#define OVERLOADED_OPERATOR_MULTI(Name, Spelling, Unary, Binary, MemberOnly) \
  .Case(Spelling, clang::OO_##Name)
#include <clang/Basic/OperatorKinds.def>
            .Default(clang::OO_None);
    if (kind == clang::OO_None) return std::nullopt;
    path.names.push_back(sema.Context.DeclarationNames.getCXXOperatorName(kind));
    at -= back;
  }
  if (path.names.empty()) {
    if (at == 0 || tokens[at - 1].isNot(tok::identifier)) return std::nullopt;
    path.names.push_back(tokens[--at].getIdentifierInfo());
  }
  while (at > 0 && tokens[at - 1].is(tok::coloncolon)) {
    at = before_arguments(tokens, at - 1);
    if (at == 0 || tokens[at - 1].isNot(tok::identifier)) {
      path.is_global = true;
      break;
    }
    path.names.insert(path.names.begin(), tokens[--at].getIdentifierInfo());
  }
  return path;
}

const clang::DeclContext* scope_of(const clang::NamedDecl* declaration) {
  declaration = declaration->getUnderlyingDecl();
  if (const auto* const alias = llvm::dyn_cast<clang::NamespaceAliasDecl>(declaration))
    return alias->getNamespace();
  if (const auto* const pattern = llvm::dyn_cast<clang::ClassTemplateDecl>(declaration))
    return pattern->getTemplatedDecl()->getDefinition();
  if (const auto* const record = llvm::dyn_cast<clang::CXXRecordDecl>(declaration))
    return record->getDefinition();
  return llvm::dyn_cast<clang::NamespaceDecl>(declaration);
}

/// What the first name of a path stands for.
clang::DeclContext::lookup_result first_found(clang::Sema& sema, const QualifiedName& path) {
  const clang::DeclContext* scope =
      path.is_global ? sema.Context.getTranslationUnitDecl() : sema.CurContext;
  for (; scope != nullptr; scope = scope->getParent()) {
    const auto found = scope->getRedeclContext()->lookup(path.names.front());
    if (!found.empty()) return found;
  }
  return {};
}

/// Of the template that the path names; nothing where several differ.
std::optional<Spaces> spaces_at(clang::Sema& sema, const QualifiedName& path) {
  clang::DeclContext::lookup_result found = first_found(sema, path);
  for (const clang::DeclarationName name : llvm::ArrayRef(path.names).drop_front()) {
    const clang::DeclContext* const scope = found.empty() ? nullptr : scope_of(found.front());
    if (scope == nullptr) return std::nullopt;
    found = scope->lookup(name);
  }
  std::optional<Spaces> spaces;
  for (const clang::NamedDecl* const one : found) {
    const auto* const pattern =
        llvm::dyn_cast<clang::FunctionTemplateDecl>(one->getUnderlyingDecl());
    if (pattern == nullptr) continue;
    const clang::FunctionDecl& function = *pattern->getTemplatedDecl();
    if (is_kernel(function) || (spaces && *spaces != spaces_of(function))) return std::nullopt;
    spaces = spaces_of(function);
  }
  return spaces;
}

Tokens attribute(clang::Sema& sema, const char* name, clang::SourceLocation place) {
  Tokens tokens;
  const auto add = [&](tok::TokenKind kind) {
    Token token;
    token.startToken();
    token.setLocation(place);
    token.setLength(0);
    token.setKind(kind);
    if (kind == tok::identifier)
      token.setIdentifierInfo(sema.getPreprocessor().getIdentifierInfo(name));
    tokens.push_back(token);
  };
  for (const tok::TokenKind kind : {tok::kw___attribute, tok::l_paren, tok::l_paren,
                                    tok::identifier, tok::r_paren, tok::r_paren})
    add(kind);
  return tokens;
}

}  // namespace

std::size_t after_brackets(llvm::ArrayRef<Token> tokens, std::size_t at) {
  int depth = 0;
  for (; at < tokens.size(); ++at) {
    depth += opens(tokens[at]) ? 1 : closes(tokens[at]) ? -1 : 0;
    if (depth == 0) return at + 1;
  }
  return at;
}

bool has_attribute(llvm::ArrayRef<Token> tokens, llvm::StringRef name) {
  return llvm::any_of(tokens, [&](const Token& token) {
    const clang::IdentifierInfo* const identifier =
        token.isAnnotation() ? nullptr : token.getIdentifierInfo();
    return identifier != nullptr && identifier->getName() == name;
  });
}

std::vector<Token> without_spaces(llvm::ArrayRef<Token> tokens) {
  std::vector<Token> rest;
  for (std::size_t at = 0; at < tokens.size();) {
    const std::size_t end =
        tokens[at].is(tok::kw___attribute) ? after_brackets(tokens, at + 1) : at + 1;
    const llvm::ArrayRef<Token> part = tokens.slice(at, end - at);
    if (!has_attribute(part, "host") && !has_attribute(part, "device"))
      rest.insert(rest.end(), part.begin(), part.end());
    at = end;
  }
  return rest;
}

std::optional<Spaces> spaces_of_template(clang::Sema& sema, llvm::ArrayRef<Token> tokens) {
  const std::size_t parameters = parameters_in(tokens);
  if (parameters == tokens.size()) return std::nullopt;
  const std::optional<QualifiedName> path = path_before(sema, tokens, parameters);
  return path ? spaces_at(sema, *path) : std::nullopt;
}

std::vector<Token> with_spaces(clang::Sema& sema, llvm::ArrayRef<Token> tokens, Spaces wanted) {
  Tokens written;
  for (const auto& [is_wanted, name] :
       {std::pair{wanted.host, "host"}, {wanted.device, "device"}}) {
    if (!is_wanted) continue;
    llvm::append_range(written, attribute(sema, name, tokens.front().getLocation()));
  }
  llvm::append_range(written, without_spaces(tokens));
  return written;
}

}  // namespace riffle::front
