// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rewrite/cuda_host.h"

#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <set>
#include <utility>

#include "analyzer/load/launch_calls.h"

namespace detrain::rewrite {

using namespace clang;

namespace {

// Lines keep their numbers when a text gives way to one without its line ends.
std::string LineEnds(llvm::StringRef text) {
  return std::string(text.count('\n'), '\n');
}

class Finder : public RecursiveASTVisitor<Finder> {
 public:
  // NOLINTBEGIN(bugprone-derived-method-shadowing-base-method): how the visitor is meant to be used
  bool VisitCUDAKernelCallExpr(CUDAKernelCallExpr* launch) {
    launches.push_back(launch);
    return true;
  }
  bool VisitVarDecl(VarDecl* variable) {
    if (IsShared(*variable))
      (variable->hasExternalStorage() ? shared : fixed).push_back(variable);
    return true;
  }
  bool VisitCXXReinterpretCastExpr(CXXReinterpretCastExpr* cast) {
    const auto* use = dyn_cast<DeclRefExpr>(cast->getSubExpr()->IgnoreParenImpCasts());
    const auto* variable = use == nullptr ? nullptr : dyn_cast<VarDecl>(use->getDecl());
    if (variable != nullptr && IsShared(*variable) && variable->isFileVarDecl())
      punned.push_back(use);
    return true;
  }
  // NOLINTEND(bugprone-derived-method-shadowing-base-method)

  std::vector<const CUDAKernelCallExpr*> launches;
  std::vector<const VarDecl*> shared, fixed;  // whose size the launch says, or the text
  std::vector<const DeclRefExpr*> punned;     // arrays outside of kernels that are taken for other types
};

// In what templates become: which function a call of theirs calls is known there only.
class CallFinder : public RecursiveASTVisitor<CallFinder> {
 public:
  explicit CallFinder(const SourceManager& sources) : sources_(sources) {}

  // NOLINTBEGIN(bugprone-derived-method-shadowing-base-method, readability-identifier-naming): how the visitor is used
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool VisitCallExpr(CallExpr* call) {
    if (const auto launch = load::LaunchCallOf(call, sources_);
        launch && !sources_.isInSystemHeader(call->getBeginLoc()))
      launches.emplace_back(call, *launch);
    return true;
  }
  // NOLINTEND(bugprone-derived-method-shadowing-base-method, readability-identifier-naming)

  std::vector<std::pair<const CallExpr*, load::LaunchCall>> launches;

 private:
  const SourceManager& sources_;
};

class Translator {
 public:
  Translator(const Unit& unit, EditList& edits, std::set<std::pair<std::string, unsigned>>& done)
      : unit_(unit), sources_(unit.sources()), edits_(edits), done_(done) {}

  Result<void> Run() {
    Finder finder;
    finder.TraverseDecl(unit_.context().getTranslationUnitDecl());
    for (const CUDAKernelCallExpr* launch : finder.launches)
      if (!sources_.isInSystemHeader(launch->getBeginLoc()))
        DETRAIN_TRY_VOID(Launch(*launch));
    CallFinder calls(sources_);
    calls.TraverseDecl(unit_.context().getTranslationUnitDecl());
    for (const auto& [call, launch] : calls.launches)
      DETRAIN_TRY_VOID(LaunchCall(*call, launch));
    for (const VarDecl* variable : finder.shared)
      if (!sources_.isInSystemHeader(variable->getLocation()))
        DETRAIN_TRY_VOID(Shared(*variable));
    for (const VarDecl* variable : finder.fixed)
      if (!sources_.isInSystemHeader(variable->getLocation()))
        Fixed(*variable);
    for (const DeclRefExpr* use : finder.punned)
      if (const auto at = unit_.At(use->getBeginLoc()); at && !IsDone(*at))
        edits_.Insert(*at, Rank::Wrap, "+", "dynamic shared memory");  // the pointer that the object becomes
    return {};
  }

 private:
  Result<void> Launch(const CUDAKernelCallExpr& launch);
  Result<void> LaunchCall(const CallExpr& call, const load::LaunchCall& launch);
  Result<void> Shared(const VarDecl& variable);
  Result<void> SharedOfAll(const VarDecl& variable);
  void Fixed(const VarDecl& variable);

  // Headers are seen by several units.
  bool IsDone(const Spot& at) { return !done_.emplace(at.file, at.offset).second; }

  // `at` lies in the file.
  llvm::StringRef TextFrom(SourceLocation at) const {
    const auto [file, offset] = sources_.getDecomposedLoc(at);
    return sources_.getBufferData(file).substr(offset);
  }
  void Replace(const Spot& begin, const Spot& end, SourceLocation at, const std::string& text, const char* cause) {
    const unsigned length = end.offset - begin.offset;
    edits_.Replace(begin, length, text + LineEnds(TextFrom(at).substr(0, length)), cause);
  }

  const Unit& unit_;
  const SourceManager& sources_;
  EditList& edits_;
  std::set<std::pair<std::string, unsigned>>& done_;
};

constexpr const char* kLaunch = "launch";

// What the user wrote, without defaults.
std::vector<const Expr*> Given(const CallExpr& call) {
  std::vector<const Expr*> given;
  for (const Expr* argument : call.arguments())
    if (!isa<CXXDefaultArgExpr>(argument))
      given.push_back(argument);
  return given;
}

bool IsPack(const Expr* argument) {
  return isa<PackExpansionExpr>(argument);
}

// What an argument's capture needs in front of its text: a null pointer keeps its meaning, a list gets its type.
std::string Conversion(const Expr& argument, const ASTContext& context) {
  if (const auto* cast = dyn_cast<ImplicitCastExpr>(&argument);
      cast != nullptr && cast->getCastKind() == CK_NullToPointer)
    return "(decltype(nullptr))";
  const Expr* bare = argument.IgnoreImplicit();
  const auto* made = dyn_cast<CXXConstructExpr>(bare);
  const bool is_list = isa<InitListExpr>(bare) ||
                       (made != nullptr && made->isListInitialization() && !isa<CXXTemporaryObjectExpr>(made));
  return is_list ? argument.getType().getAsString(context.getPrintingPolicy()) : "";
}

// k<<<g, b>>>(x) becomes Launch(g, b, 0, nullptr, [=, detrain_a0 = x] { k(detrain_a0); }).
Result<void> Translator::Launch(const CUDAKernelCallExpr& launch) {
  const CallExpr* config = launch.getConfig();
  const plan::Place place = unit_.PlaceOf(launch.getBeginLoc());
  const auto refuse = [&] { return NotCovered(place, "the launch comes out of a macro; write it out"); };
  const SourceLocation open = config->getCallee()->getBeginLoc(), close = config->getRParenLoc();
  const std::vector<const Expr*> shape = Given(*config), arguments = Given(launch);
  const auto begin = unit_.Before(launch.getCallee()), brackets = unit_.At(open);
  const auto end = unit_.At(launch.getRParenLoc());
  if (!begin || !brackets || close.isMacroID() || !end || shape.empty())
    return refuse();
  const auto first = unit_.Before(shape.front()), last = unit_.BehindExpr(shape.back());
  const std::size_t parenthesis = TextFrom(close).find('(');
  std::vector<Spot> begins;
  for (const Expr* argument : arguments)
    if (const auto at = unit_.Before(argument))
      begins.push_back(*at);
  if (!first || !last || parenthesis == llvm::StringRef::npos || begins.size() != arguments.size())
    return refuse();
  if (IsDone(*begin))
    return {};
  const SourceLocation kernel_at = open.getLocWithOffset(-static_cast<int>(brackets->offset - begin->offset));
  const std::string kernel = TextFrom(kernel_at).substr(0, brackets->offset - begin->offset).rtrim().str();
  const Spot inside{last->file, sources_.getFileOffset(close) + static_cast<unsigned>(parenthesis) + 1};
  const SourceLocation last_at =
      close.getLocWithOffset(-static_cast<int>(sources_.getFileOffset(close) - last->offset));
  Replace(*begin, *first, kernel_at, "detrain::cudahost::Launch(", kLaunch);
  const std::string padding = shape.size() == 2 ? ", 0, nullptr" : shape.size() == 3 ? ", nullptr" : "";
  const bool is_pack = std::ranges::any_of(arguments, IsPack);
  const std::string capture =
      is_pack ? ", detrain_args = std::make_tuple(" : std::string(arguments.empty() ? "" : ", ");
  Replace(*last, inside, last_at, padding + ", [=" + capture, kLaunch);
  std::string passed;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string name = "detrain_a" + std::to_string(i);
    passed += (i == 0 ? "" : ", ") + name;
    if (const std::string conversion = Conversion(*arguments[i], unit_.context()); !is_pack || !conversion.empty())
      edits_.Insert(begins[i], Rank::Wrap, (is_pack ? "" : name + " = ") + conversion, kLaunch);
  }
  const std::string call =
      is_pack ? ")] { std::apply([&](auto... detrain_a) { " + kernel + "(detrain_a...); }, detrain_args); })"
              : "] { " + kernel + "(" + passed + "); })";
  edits_.Replace(*end, 1, call, kLaunch);
  return {};
}

// cudaLaunchKernel((void*)k, ...) becomes cudaLaunchKernel(k, ...), which knows what the arguments are.
Result<void> Translator::LaunchCall(const CallExpr& call, const load::LaunchCall& launch) {
  const plan::Place place = unit_.PlaceOf(call.getBeginLoc());
  const Expr* kernel = launch.launched == nullptr ? nullptr : launch.launched->IgnoreParenCasts();
  if (kernel != nullptr && kernel->isTypeDependent())
    return {};  // what the template becomes tells
  if (kernel == nullptr || !(kernel->getType()->isFunctionType() || kernel->getType()->isFunctionPointerType()))
    return NotCovered(place, "the type of the kernel that is launched is not known; name the kernel in the call");
  if (kernel == launch.launched->IgnoreImplicit())
    return {};
  const auto begin = unit_.Before(launch.launched), end = unit_.BehindExpr(launch.launched);
  const auto name = unit_.Before(kernel), behind = unit_.BehindExpr(kernel);
  if (!begin || !end || !name || !behind)
    return NotCovered(place, "the launch comes out of a macro; write it out");
  if (IsDone(*begin))
    return {};
  const SourceLocation at = sources_.getExpansionLoc(launch.launched->getBeginLoc());
  const std::string text = TextFrom(at).substr(name->offset - begin->offset, behind->offset - name->offset).str();
  Replace(*begin, *end, at, text, kLaunch);
  return {};
}

// extern __shared__ T s[]; becomes a pointer to where the launch has put it.
Result<void> Translator::Shared(const VarDecl& variable) {
  const plan::Place place = unit_.PlaceOf(variable.getLocation());
  const Stmt* statement = unit_.StatementOf(&variable);
  if (statement == nullptr)
    return SharedOfAll(variable);
  const auto* array = unit_.context().getAsIncompleteArrayType(variable.getType());
  const auto begin = unit_.Before(statement), end = unit_.Behind(statement);
  const auto* declaration = dyn_cast<DeclStmt>(statement);
  if (!begin || !end || array == nullptr || declaration == nullptr || !declaration->isSingleDecl())
    return NotCovered(place, "dynamic shared memory '" + variable.getNameAsString() +
                                 "' has no form on the CPU; write `extern __shared__ TYPE NAME[];` alone");
  if (IsDone(*begin))
    return {};
  QualType pointer = unit_.context().getPointerType(array->getElementType());
  std::string type, name = "* const " + variable.getNameAsString();
  array->getElementType().getAsStringInternal(name, unit_.context().getPrintingPolicy());
  type = pointer.getAsString(unit_.context().getPrintingPolicy());
  const SourceLocation at = sources_.getExpansionLoc(statement->getBeginLoc());
  Replace(*begin, *end, at, name + " = static_cast<" + type + ">(::detrain::cudahost::DynamicShared());",
          "dynamic shared memory");
  return {};
}

// The same outside of a kernel: an object that becomes that pointer wherever it is used.
Result<void> Translator::SharedOfAll(const VarDecl& variable) {
  const auto begin = unit_.At(variable.getBeginLoc()), end = unit_.At(variable.getEndLoc());
  const auto* array = unit_.context().getAsIncompleteArrayType(variable.getType());
  const bool is_plain = begin && end && array != nullptr && begin->file == end->file &&
                        TextFrom(variable.getEndLoc()).drop_front().ltrim().starts_with(";") &&
                        TextFrom(variable.getBeginLoc()).starts_with("extern");
  if (!is_plain)
    return NotCovered(unit_.PlaceOf(variable.getLocation()),
                      "dynamic shared memory '" + variable.getNameAsString() +
                          "' has no form on the CPU; write `extern __shared__ TYPE NAME[];` alone");
  if (IsDone(*begin))
    return {};
  const std::string type = array->getElementType().getAsString(unit_.context().getPrintingPolicy());
  Replace(*begin, {end->file, end->offset + 1}, variable.getBeginLoc(),
          "static constexpr ::detrain::cudahost::DynamicArray<" + type + "> " + variable.getNameAsString() + "{}",
          "dynamic shared memory");
  return {};
}

// Behind the parenthesis that closes the first one; 0: there is none.
std::size_t BehindParentheses(llvm::StringRef text) {
  unsigned depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : 0;
    if (text[i] == ')' && --depth == 0)
      return i + 1;
  }
  return 0;
}

// `__shared__` becomes other words, `static` among them, which must not stand there twice, and behind which alignas
// must not stand: `static __shared__ alignas(16) T x`. What is shared lies at multiples of 128 bytes anyway. Clang's
// tree has no attribute for that either.
void Translator::Fixed(const VarDecl& variable) {
  const auto name = unit_.At(variable.getLocation());
  if (!name)
    return;
  const auto before = sources_.getBufferData(sources_.getFileID(variable.getLocation())).take_front(name->offset);
  const std::size_t last = before.find_last_of(";{}"), begin = last == llvm::StringRef::npos ? 0 : last + 1;
  const auto drop = [&](std::size_t at, std::size_t length) {
    const Spot spot{name->file, static_cast<unsigned>(at)};
    if (at != llvm::StringRef::npos && length != 0 && !IsDone(spot))
      edits_.Replace(spot, static_cast<unsigned>(length), LineEnds(before.substr(at, length)), "shared memory");
  };
  constexpr llvm::StringRef twice = "static";
  if (variable.getStorageClass() == SC_Static)
    drop(before.find(twice, begin), twice.size());
  const std::size_t shared = before.find("__shared__", begin), aligned = before.find("alignas", shared);
  if (shared != llvm::StringRef::npos && aligned != llvm::StringRef::npos)
    drop(aligned, BehindParentheses(before.substr(aligned)));
}

}  // namespace

Result<void> WeaveCudaHost(const std::vector<Unit>& units, EditList& edits) {
  std::set<std::pair<std::string, unsigned>> done;
  for (const Unit& unit : units)
    if (unit.loaded().cuda())
      DETRAIN_TRY_VOID(Translator(unit, edits, done).Run());
  return {};
}

}  // namespace detrain::rewrite
