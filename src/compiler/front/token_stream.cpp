// SPDX-License-Identifier: Apache-2.0
// Part of the plugin of clang: tokens that the parser gets otherwise than the preprocessor makes them.
//
// 1. kernel<<<{2, 3}, BLOCK>>>(...)            BLOCK is {4}. Clang wants expressions there, so the type that each part of a
//    -> kernel<<<::dim3{2, 3}, ::dim3{4}>>>    configuration has stands before braces.
//
// 2. __device__ [[nodiscard]] int f();         In a namespace clang takes standard attributes, alignas among them, in front of
//    -> [[nodiscard]] __device__ int f();      others only; nvcc takes them behind memory and execution spaces too.
//
// 3. template struct X<std::string>;           An explicit instantiation makes code. Device code is made of what kernels reach, in
//    -> ;                                      the same file, so that the device's side needs none of device functions, and no
//                                              declarations of such (`extern template`). The host's functions launch kernels: of
//                                              a class those members are looked at alone (instantiated_classes.h). With -rdc=true
//                                              other files may need them all. In both cases one is dropped that an earlier
//                                              compilation could not make device code of (the plugin's argument).
//    template int f<int>(int);                 One that stays has its template's spaces (explicit_instantiation.cpp).
//
// 4. template <class T> int f(U* u) { ... }    A template's body that names members of a class which is complete only later.
//                                              Clang looks for them when it reads the body, nvcc when it instantiates it. Of
//                                              bodies in which an earlier compilation has failed so (the plugin's argument),
//                                              clang is told to put them off to the end of the file, as it does for Windows.
//
// 5. #pragma unroll                            Clang wants a loop to follow. For nvcc it is a hint: without a loop it warns,
//    #pragma omp simd                          and other pragmas may stand between.
//
// 6. asm("mov.u32 %0, %laneid;" : "=r"(x));    Registers (register_names.h).
//
// Before the first token, clang defines the virtual tables that precompiled headers use. It would otherwise load and define
// them inside the first function that needs an instantiation at once, and report their destructors as called from there.
#include "compiler/front/token_stream.h"

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <clang/AST/ASTConsumer.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendPluginRegistry.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/Sema.h>

#include "compiler/front/explicit_instantiation.h"
#include "compiler/front/instantiated_classes.h"
#include "compiler/front/places.h"
#include "compiler/front/plugin_part.h"
#include "compiler/front/raw_tokens.h"
#include "compiler/front/register_names.h"

namespace {

using clang::Token;
namespace tok = clang::tok;

using Actions = std::vector<std::function<void()>>;

/// What waits for the end of the file. A thread has one compilation at a time.
Actions& waiting() {
  static thread_local Actions actions;
  return actions;
}

class TokenStream {
 public:
  TokenStream(clang::CompilerInstance& compiler, llvm::StringRef hints)
      : compiler_(compiler), preprocessor_(compiler.getPreprocessor()) {
    for (const llvm::StringRef line : llvm::split(hints, '\n')) {
      llvm::StringRef place = line;
      auto& places = place.consume_front("drop:") ? dropped_ : put_off_;
      llvm::append_range(places, riffle::front::places_in(place));
    }
  }

  /// `token` is on its way to the parser.
  void see(Token& token) {
    if (std::exchange(is_first_, false) && compiler_.hasSema())
      compiler_.getSema().DefineUsedVTables();
    if (token.is(tok::eof)) return see_end(token);
    // While the parser may go back, tokens are kept for it as they are.
    if (is_reading_) return;
    const tok::TokenKind before = std::exchange(last_, token.getKind());
    if (!put_off_.empty()) put_bodies_off(token, before);
    if (preprocessor_.isBacktrackEnabled()) return;
    is_reading_ = true;
    while (token.is(tok::annot_pragma_loop_hint) && !keeps_hint(token)) {
    }
    if (token.is(tok::lesslessless)) {
      name_types();
    } else if (token.isOneOf(tok::kw___attribute, tok::kw___noinline__)) {
      lead_with_standard_attributes(token);
    } else if (token.isOneOf(tok::kw_extern, tok::kw_template) && !names_template(before)) {
      read_instantiation(token);
    } else if (token.is(tok::kw_asm)) {
      read_asm();
    }
    is_reading_ = false;
  }

 private:
  /// The parser has read one token more than it has looked at: what the last semicolon ends is declared only when another one
  /// follows.
  void see_end(Token& token) {
    if (last_ != tok::semi || token.getEofData() != nullptr) return end(token);
    precede_by_semicolon(token);
  }

  /// `token` is seen once more when the parser has looked at all that is in front of it.
  void precede_by_semicolon(Token& token) {
    auto copy = std::make_unique<Token[]>(1);
    copy[0] = token;
    preprocessor_.EnterTokenStream(std::move(copy), 1, /*DisableMacroExpansion=*/true,
                                   /*IsReinject=*/false);
    token = semicolon();
    last_ = tok::unknown;
  }

  /// An empty declaration, in a file of the system's, so that no warning is given of it.
  Token semicolon() {
    clang::SourceManager& sources = compiler_.getSourceManager();
    if (place_of_semicolons_.isInvalid())
      place_of_semicolons_ = sources.getLocForStartOfFile(
          sources.createFileID(llvm::MemoryBufferRef(";", "<riffle>"), clang::SrcMgr::C_System));
    Token token;
    token.startToken();
    token.setLocation(place_of_semicolons_);
    token.setKind(tok::semi);
    return token;
  }

  static void end(const Token& token) {
    if (token.getEofData() != nullptr) return;  // the end of a body that was put aside
    for (const auto& action : std::exchange(waiting(), {})) action();
  }

  Token next() {
    Token token;
    preprocessor_.Lex(token);
    if (token.is(tok::eof)) end(token);
    last_ = token.getKind();
    return token;
  }

  void give_back(llvm::ArrayRef<Token> tokens) {
    if (tokens.empty()) return;
    auto copy = std::make_unique<Token[]>(tokens.size());
    llvm::copy(tokens, copy.get());
    preprocessor_.EnterTokenStream(std::move(copy), static_cast<unsigned>(tokens.size()),
                                   /*DisableMacroExpansion=*/true, /*IsReinject=*/true);
  }

  static int depth_of(const Token& token) {
    if (token.isOneOf(tok::l_paren, tok::l_brace, tok::l_square)) return 1;
    return token.isOneOf(tok::r_paren, tok::r_brace, tok::r_square) ? -1 : 0;
  }

  /// A type in front of every part of a configuration that is in braces.
  void name_types() {
    static constexpr std::array<const char*, 4> kTypes = {"dim3", "dim3", "size_t", "cudaStream_t"};
    std::vector<Token> tokens;
    std::size_t part = 0;
    int depth = 0;
    bool at_start = true;
    while (true) {
      const Token token = next();
      if (at_start && token.is(tok::l_brace) && part < kTypes.size())
        add_type(tokens, kTypes[part], token.getLocation());
      tokens.push_back(token);
      depth += depth_of(token);
      if (depth < 0 || token.isOneOf(tok::eof, tok::semi) ||
          (depth == 0 && token.is(tok::greatergreatergreater)))
        break;
      at_start = depth == 0 && token.is(tok::comma);
      if (at_start) ++part;
    }
    give_back(tokens);
  }

  void add_type(std::vector<Token>& tokens, const char* name, clang::SourceLocation place) {
    Token token;
    token.startToken();
    token.setLocation(place);
    token.setKind(tok::coloncolon);
    token.setLength(0);
    tokens.push_back(token);
    clang::IdentifierInfo* const identifier = preprocessor_.getIdentifierInfo(name);
    token.setKind(identifier->getTokenID());
    token.setIdentifierInfo(identifier);
    tokens.push_back(token);
  }

  /// Up to the bracket that closes all that are open, `depth` and those that begin here; false where there is none.
  bool take_brackets(std::vector<Token>& tokens, int depth = 0) {
    while (true) {
      tokens.push_back(next());
      depth += depth_of(tokens.back());
      if (depth <= 0 || tokens.back().is(tok::eof)) return depth == 0;
    }
  }

  /// `attribute` is the first token of GNU's attributes.
  void lead_with_standard_attributes(Token& attribute) {
    std::vector<Token> gnu = {attribute};
    if (attribute.is(tok::kw___attribute) && !take_brackets(gnu))
      return give_back(llvm::ArrayRef(gnu).drop_front());
    std::vector<Token> standard;
    std::vector<Token> rest = {next()};
    while (true) {
      if (rest[0].is(tok::kw___attribute)) {
        gnu.push_back(rest[0]);
        take_brackets(gnu);
      } else if (rest[0].is(tok::kw___noinline__)) {
        gnu.push_back(rest[0]);
      } else if (rest[0].is(tok::kw_alignas)) {
        standard.push_back(rest[0]);
        take_brackets(standard);
      } else if (rest[0].is(tok::l_square)) {
        rest.push_back(next());
        if (rest[1].isNot(tok::l_square)) break;
        standard.insert(standard.end(), rest.begin(), rest.end());
        take_brackets(standard, 2);
      } else {
        break;
      }
      rest = {next()};
    }
    // `__device__ __shared__` is a shared variable.
    if (riffle::front::has_attribute(gnu, "riffle_shared"))
      gnu = riffle::front::without_spaces(gnu);
    std::vector<Token> all = std::move(standard);
    all.insert(all.end(), gnu.begin(), gnu.end());
    all.insert(all.end(), rest.begin(), rest.end());
    put_in_place_of(attribute, all);
  }

  /// `object.template member<int>()`
  static bool names_template(tok::TokenKind before) {
    return before == tok::coloncolon || before == tok::period || before == tok::arrow;
  }

  /// `first` is `template`, or `extern` that may stand in front of it.
  void read_instantiation(Token& first) {
    if (compiler_.getSourceManager().isInSystemHeader(first.getLocation())) return;
    std::vector<Token> tokens;
    if (first.is(tok::kw_extern)) {
      tokens.push_back(next());
      if (tokens[0].isNot(tok::kw_template)) return give_back(tokens);
    }
    const std::size_t begin = tokens.size();
    tokens.push_back(next());
    if (tokens.back().is(tok::less)) return give_back(tokens);
    while (!tokens.back().isOneOf(tok::semi, tok::eof)) tokens.push_back(next());
    const bool stays = riffle::front::has_attribute(tokens, "global") || tokens.back().is(tok::eof);
    if (stays || !compiler_.hasSema()) return give_back(tokens);
    if (settled_ != first.getLocation()) {  // names are looked up from the scope that it is in
      settled_ = first.getLocation();
      give_back(tokens);
      return precede_by_semicolon(first);
    }
    const bool is_declaration = begin > 0;
    if (is_dropped(first, is_declaration)) {
      first = semicolon();
      return;
    }
    const llvm::ArrayRef<Token> instance = llvm::ArrayRef(tokens).drop_front(begin);
    if (is_whole_device_program() && riffle::front::names_class(instance))
      return put_in_place_of(
          first, riffle::front::alias_of_instance(compiler_.getSema(), first, instance));
    const auto spaces = riffle::front::spaces_of_template(compiler_.getSema(), instance);
    if (!spaces || !spaces->device) return give_back(tokens);
    if (is_whole_device_program() && !spaces->host) {
      first = semicolon();
      return;
    }
    const std::vector<Token> with =
        riffle::front::with_spaces(compiler_.getSema(), instance, *spaces);
    tokens.resize(begin);
    llvm::append_range(tokens, with);
    give_back(tokens);
  }

  /// Up to the first token behind the text.
  void read_asm() {
    std::vector<Token> tokens;
    do {
      tokens.push_back(next());
    } while (tokens.back().isOneOf(tok::kw_volatile, tok::kw_goto, tok::kw_inline, tok::l_paren,
                                   tok::string_literal));
    riffle::front::escape_registers(preprocessor_, tokens);
    give_back(tokens);
  }

  /// Whether this is the device's side, and no other file has device code that belongs to this one's.
  [[nodiscard]] bool is_whole_device_program() const {
    const clang::LangOptions& language = compiler_.getLangOpts();
    return language.CUDAIsDevice && !language.GPURelocatableDeviceCode;
  }

  /// `first` begins the explicit instantiation, or its declaration.
  [[nodiscard]] bool is_dropped(const Token& first, bool is_declaration) const {
    if (is_declaration && is_whole_device_program()) return true;
    return compiler_.getLangOpts().CUDAIsDevice &&
           llvm::is_contained(dropped_, riffle::front::place_of(compiler_.getSourceManager(),
                                                                first.getLocation()));
  }

  void put_in_place_of(Token& first, llvm::ArrayRef<Token> tokens) {
    first = tokens.front();
    give_back(tokens.drop_front());
  }

  /// From the beginning of a template in which a body is to be put off to its end.
  void put_bodies_off(const Token& token, tok::TokenKind before) {
    const clang::SourceManager& sources = compiler_.getSourceManager();
    const clang::SourceLocation place = token.getLocation();
    clang::LangOptions& language = compiler_.getLangOpts();
    if (language.DelayedTemplateParsing &&
        sources.isBeforeInTranslationUnit(end_of_template_, place))
      language.DelayedTemplateParsing = false;
    if (language.DelayedTemplateParsing || token.isNot(tok::kw_template) || names_template(before))
      return;
    const clang::SourceLocation end = end_of_template(place);
    const riffle::front::FileLine first = riffle::front::place_of(sources, place);
    const riffle::front::FileLine last = riffle::front::place_of(sources, end);
    language.DelayedTemplateParsing =
        llvm::any_of(put_off_, [&](const riffle::front::FileLine& one) {
          return one.file == first.file && first.line <= one.line && one.line <= last.line;
        });
    end_of_template_ = end;
  }

  /// The end of the template's body, or of its declaration.
  clang::SourceLocation end_of_template(clang::SourceLocation start) {
    riffle::front::RawTokens tokens(compiler_.getSourceManager(), compiler_.getLangOpts(), start);
    while (true) {
      const Token token = tokens.next();
      if (token.is(tok::eof) || (tokens.depth() == 0 && token.isOneOf(tok::semi, tok::r_brace)))
        return token.getLocation();
    }
  }

  /// Whether the hint stays; else the token behind it has taken its place.
  bool keeps_hint(Token& hint) {
    // Clang's parser keeps to itself what the annotation holds; the pragma's name is the first of it.
    const auto* const pragma = static_cast<const Token*>(hint.getAnnotationValue());
    const clang::IdentifierInfo* const name = pragma->getIdentifierInfo();
    if (name == nullptr || !name->isStr("unroll")) return true;
    const Token following = next();
    if (following.isOneOf(tok::kw_for, tok::kw_while, tok::kw_do, tok::l_square)) {
      give_back(following);
      return true;
    }
    const bool is_pragma = following.isAnnotation();
    if (!is_pragma && following.isNot(tok::identifier)) warn(hint);
    hint = following;
    return false;
  }

  void warn(const Token& hint) {
    clang::DiagnosticsEngine& diagnostics = compiler_.getDiagnostics();
    if (diagnostics.getIgnoreAllWarnings()) return;  // -w does not hold for diagnostics of plugins
    const unsigned id = diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Warning,
                                                    "#pragma unroll must precede a loop");
    diagnostics.Report(hint.getLocation(), id);
  }

  clang::CompilerInstance& compiler_;
  clang::Preprocessor& preprocessor_;
  std::vector<riffle::front::FileLine> put_off_;
  std::vector<riffle::front::FileLine> dropped_;
  clang::SourceLocation end_of_template_;
  clang::SourceLocation place_of_semicolons_;
  clang::SourceLocation settled_;  ///< of the explicit instantiation whose scope is the parser's
  bool is_reading_ = false;
  bool is_first_ = true;
  tok::TokenKind last_ = tok::unknown;
};

std::unique_ptr<clang::ASTConsumer> make(clang::CompilerInstance& compiler,
                                         const std::string& put_off) {
  waiting().clear();  // left by a compilation that did not finish
  if (!compiler.getLangOpts().CUDA) return nullptr;
  auto stream = std::make_shared<TokenStream>(compiler, put_off);
  compiler.getPreprocessor().setTokenWatcher(
      // Clang shows the token where it is, so that it may be another one from here on.
      [stream](const Token& token) { stream->see(const_cast<Token&>(token)); });
  return nullptr;
}

const clang::FrontendPluginRegistry::Add<riffle::front::PluginPart<make>> kAction("riffle_tokens",
                                                                                  "");

}  // namespace

void riffle::front::at_end_of_file(std::function<void()> action) {
  waiting().push_back(std::move(action));
}
