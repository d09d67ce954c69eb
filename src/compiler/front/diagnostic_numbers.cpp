// SPDX-License-Identifier: Apache-2.0
#include "compiler/front/diagnostic_numbers.h"

#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/DiagnosticAST.h>
#include <clang/Basic/DiagnosticLex.h>
#include <clang/Basic/DiagnosticParse.h>
#include <clang/Basic/DiagnosticSema.h>
#include <llvm/ADT/StringSwitch.h>

namespace riffle::front {
namespace {

namespace diag = clang::diag;

/// `{0}`, `{1}`: arguments of clang's message; `{kind}`: what the first of them is.
struct NumberedDiagnostic {
  unsigned id;
  int number;
  const char* text;
};

constexpr char kNeverReferenced[] = "{kind} \"{0}\" was declared but never referenced";
constexpr char kNarrowing[] = "invalid narrowing conversion from \"{0}\" to \"{1}\"";
constexpr char kNoEffect[] = "expression has no effect";
constexpr char kMissingReturn[] = "missing return statement at end of non-void function";
constexpr char kRedefinition[] = "incompatible redefinition of macro \"{0}\"";
constexpr char kLiteral[] = "conversion from a string literal to \"{0}\" is deprecated";
constexpr char kTruncated[] = "integer conversion resulted in truncation";
constexpr char kFormat[] =
    "argument is incompatible with corresponding format string conversion (expected type \"{0}\" "
    "but argument has type \"{1}\")";

constexpr NumberedDiagnostic kKnown[] = {
    {diag::warn_nested_block_comment, 9, "nested comment is not allowed"},
    {diag::ext_pp_extra_tokens_at_eol, 14,
     "extra text after expected end of preprocessing directive"},
    {diag::warn_remainder_division_by_zero, 39, "division by zero"},
    {diag::ext_pp_macro_redef, 47, kRedefinition},
    {diag::ext_pp_redef_builtin_macro, 47, kRedefinition},
    {diag::warn_integer_constant_overflow, 61, "integer operation result is out of range"},
    {diag::warn_shift_negative, 62, "shift count is negative"},
    {diag::warn_shift_gt_typewidth, 63, "shift count is too large"},
    {diag::warn_impcast_integer_precision_constant, 69, kTruncated},
    {diag::ext_warn_duplicate_declspec, 83, "type qualifier specified more than once"},
    {diag::warn_duplicate_declspec, 83, "type qualifier specified more than once"},
    {diag::warn_unused_expr, 174, kNoEffect},
    {diag::warn_unused_comparison, 174, kNoEffect},
    {diag::warn_unused_comma_left_operand, 174, kNoEffect},
    {diag::warn_unused_variable, 177, kNeverReferenced},
    {diag::warn_unused_const_variable, 177, kNeverReferenced},
    {diag::warn_unused_function, 177, kNeverReferenced},
    {diag::warn_unused_label, 177, "label \"{0}\" was declared but never referenced"},
    {diag::warn_format_conversion_argument_type_mismatch, 181, kFormat},
    {diag::warn_unsigned_always_true_comparison, 186,
     "pointless comparison of unsigned integer with zero"},
    {diag::warn_condition_is_assignment, 187, "use of \"=\" where \"==\" may have been intended"},
    {diag::warn_printf_insufficient_data_args, 224,
     "the format string requires additional arguments"},
    {diag::warn_printf_data_arg_not_used, 225, "the format string ends before this argument"},
    {diag::warn_uninit_var, 549, "variable \"{0}\" is used before its value is set"},
    {diag::warn_unused_but_set_variable, 550, "variable \"{0}\" was set but never used"},
    {diag::warn_qual_return_type, 815, "type qualifier on return type is meaningless"},
    {diag::warn_falloff_nonvoid, 940, kMissingReturn},
    {diag::warn_unknown_attribute_ignored, 1097, "unknown attribute \"{0}\""},
    {diag::pp_hash_warning, 1105, "#warning directive: {0}"},
    {diag::warn_deprecated, 1215, "{kind} \"{0}\" was declared deprecated"},
    {diag::warn_noreturn_function_has_return_expr, 1305,
     "function declared with \"noreturn\" does return"},
    {diag::warn_multichar_character_literal, 1422,
     "multicharacter character literal (potential portability problem)"},
    {diag::warn_deprecated_message, 1444, "{kind} \"{0}\" was declared deprecated (\"{1}\")"},
    {diag::ext_init_list_type_narrowing, 2361, kNarrowing},
    {diag::ext_init_list_variable_narrowing, 2361, kNarrowing},
    {diag::ext_deprecated_string_literal_conversion, 2464, kLiteral},
    {diag::warn_deprecated_string_literal_conversion, 2464, kLiteral},
    {diag::warn_unused_result, 2809,
     "ignoring return value from routine declared with \"nodiscard\" attribute"},
    {diag::warn_kern_is_inline, 20050, "inline qualifier ignored for \"__global__\" function"},
};

/// The word for what an argument names.
const char* kind_of(const clang::Diagnostic& diagnostic) {
  if (diagnostic.getNumArgs() == 0 ||
      diagnostic.getArgKind(0) != clang::DiagnosticsEngine::ak_nameddecl)
    return "variable";
  const auto* const named = reinterpret_cast<const clang::NamedDecl*>(diagnostic.getRawArg(0));
  if (llvm::isa<clang::FunctionDecl>(named)) return "function";
  if (llvm::isa<clang::TypedefNameDecl>(named)) return "type";
  if (llvm::isa<clang::EnumDecl>(named)) return "enum";
  return llvm::isa<clang::TagDecl>(named) ? "class" : "variable";
}

/// Their deprecation is the template's, of which NVRTC says nothing at each use.
bool names_specialization(const clang::Diagnostic& diagnostic) {
  return diagnostic.getNumArgs() != 0 &&
         diagnostic.getArgKind(0) == clang::DiagnosticsEngine::ak_nameddecl &&
         llvm::isa<clang::ClassTemplateSpecializationDecl>(
             reinterpret_cast<const clang::NamedDecl*>(diagnostic.getRawArg(0)));
}

/// Of which NVIDIA's front end says nothing.
bool names_kept_variable(const clang::Diagnostic& diagnostic) {
  const clang::VarDecl* const variable = variable_in(diagnostic);
  return diagnostic.getID() == diag::warn_unused_variable && variable != nullptr &&
         is_kept_for_a_reason(*variable);
}

std::string filled(llvm::StringRef text, const clang::Diagnostic& diagnostic) {
  std::string result;
  while (!text.empty()) {
    const auto [before, rest] = text.split('{');
    result += before;
    if (before.size() == text.size()) break;
    const auto [key, after] = rest.split('}');
    result +=
        key == "kind" ? std::string(kind_of(diagnostic)) : argument(diagnostic, key == "1" ? 1 : 0);
    text = after;
  }
  return result;
}

/// A returned address has two numbers: of a pointer, and of a reference.
std::optional<KnownWarning> of_local_variable(const clang::Diagnostic& diagnostic) {
  if (diagnostic.getID() != diag::warn_ret_stack_addr_ref) return {};
  if (argument(diagnostic, 0) == "0")
    return KnownWarning{1056, "returning pointer to local variable"};
  return KnownWarning{836, "returning reference to local variable"};
}

}  // namespace

bool has_call(const clang::Stmt* statement) {
  if (statement == nullptr || llvm::isa<clang::PseudoObjectExpr>(statement))
    return false;  // threadIdx.x, which is a variable to programs
  return llvm::isa<clang::CallExpr, clang::CXXNewExpr>(statement) ||
         llvm::any_of(statement->children(), has_call);
}

bool is_kept_for_a_reason(const clang::VarDecl& variable) {
  const auto* const type = variable.getType()->getAsCXXRecordDecl();
  const bool is_lambda_of_file = variable.isFileVarDecl() && type != nullptr && type->isLambda();
  return llvm::isa<clang::DecompositionDecl>(variable) || variable.isCXXForRangeDecl() ||
         variable.getType().isVolatileQualified() || is_lambda_of_file ||
         has_call(variable.getInit());
}

const clang::VarDecl* variable_in(const clang::Diagnostic& diagnostic) {
  if (diagnostic.getNumArgs() == 0 ||
      diagnostic.getArgKind(0) != clang::DiagnosticsEngine::ak_nameddecl)
    return nullptr;
  return llvm::dyn_cast<clang::VarDecl>(
      reinterpret_cast<const clang::NamedDecl*>(diagnostic.getRawArg(0)));
}

std::string argument(const clang::Diagnostic& diagnostic, unsigned index) {
  if (index >= diagnostic.getNumArgs()) return {};
  llvm::SmallString<64> text;
  const std::string format = "%" + std::to_string(index);
  diagnostic.FormatDiagnostic(format.data(), format.data() + format.size(), text);
  // 'T' (aka 'int'): NVRTC names the type that it is.
  llvm::StringRef plain = text;
  if (const auto [alias, type] = plain.split(" (aka '"); !type.empty())
    plain = type.take_until([](char c) { return c == '\''; });
  return plain.trim('\'').str();
}

std::optional<KnownWarning> numbered(const clang::Diagnostic& diagnostic) {
  if (names_specialization(diagnostic) || names_kept_variable(diagnostic)) return {};
  for (const NumberedDiagnostic& known : kKnown) {
    if (known.id == diagnostic.getID())
      return KnownWarning{known.number, filled(known.text, diagnostic)};
  }
  return of_local_variable(diagnostic);
}

std::vector<unsigned> numbered_diagnostics() {
  std::vector<unsigned> all;
  for (const NumberedDiagnostic& known : kKnown) all.push_back(known.id);
  all.push_back(diag::warn_ret_stack_addr_ref);
  return all;
}

int number_of_warning(llvm::StringRef name) {
  return llvm::StringSwitch<int>(name)
      .Case("code_is_unreachable", 111)
      .Case("expr_has_no_effect", 174)
      .Case("declared_but_not_referenced", 177)
      .Case("unsigned_compare_with_zero", 186)
      .Case("used_before_set", 549)
      .Case("set_but_not_used", 550)
      .Case("missing_return_statement", 940)
      .Case("deprecated_entity", 1215)
      .Case("deprecated_entity_with_custom_message", 1444)
      .Default(0);
}

}  // namespace riffle::front
