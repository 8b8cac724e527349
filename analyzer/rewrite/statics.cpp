// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/Mangle.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "analyzer/rewrite/generator_place.h"
#include "analyzer/rewrite/own_declaration.h"
#include "analyzer/rewrite/tables.h"
#include "analyzer/rewrite/weave.h"

namespace detrain::rewrite {

using namespace clang;

namespace {

class Announcer {
 public:
  explicit Announcer(Weave& weave) : weave_(weave) {}

  Result<void> Run() {
    for (std::size_t number = 0; number < weave_.plan.regions.size(); ++number)
      if (IsStatic(weave_.plan.regions[number]))
        DETRAIN_TRY_VOID(Announce(number));
    for (const auto& [unit, text] : texts_)
      Append(*unit, text);
    return {};
  }

 private:
  static bool IsStatic(const plan::Region& region) {
    return region.kind == plan::RegionKind::Variable && region.variable_kind != rir::RegionKind::Local &&
           region.variable_kind != rir::RegionKind::Param;
  }

  static bool IsOnDevice(const VarDecl& variable) {
    return variable.hasAttr<CUDADeviceAttr>() || variable.hasAttr<CUDAConstantAttr>() || IsManaged(variable);
  }

  // What the host calls by its name is not the memory of the device: CUDA knows where that is.
  Result<void> AnnounceOnDevice(std::size_t number, const Unit& unit, const VarDecl& variable) {
    const plan::Region& region = weave_.plan.regions[number];
    const char* why = region.variable_kind == rir::RegionKind::FunctionStatic ? "only its function can name"
                      : IsHidden(variable) || variable.isTemplated() ? "has no name outside of its class or template"
                                                                     : nullptr;
    if (why == nullptr && IsManaged(variable))
      AnnounceManaged(number, unit, variable);
    else if (why == nullptr)
      AtStart(number, unit, "detrain_register_symbol(" + Quoted(region.path) + ", " + QualifiedName(variable) + ");");
    else if (IsSaved(region))
      return NotCovered(region.declared, "'" + region.path + "' is a variable of the device that lives from step to " +
                                             "step, and " + why + "; use memory of cudaMalloc");
    return {};
  }

  // The host names it as its own, but only once CUDA runs.
  void AnnounceManaged(std::size_t number, const Unit& unit, const VarDecl& variable) {
    const std::string name = QualifiedName(variable);
    AtStart(number, unit,
            "detrain_gpu_wait_for_all(); detrain_register_managed(" + Quoted(weave_.plan.regions[number].path) +
                ", []() -> const volatile void* { return &" + name + "; }, sizeof " + name + ");");
  }

  // A static that is announced before main, and a mark that tells the program's start so.
  void AtStart(std::size_t number, const Unit& unit, const std::string& call) {
    texts_[&unit].announcements += "DETRAIN_ANNOUNCES(" + std::to_string(number) + ") { " + call + " }\n";
    weave_.at_start.insert(number);
  }

  static bool IsHidden(const VarDecl& variable) {
    return variable.getAccess() == AS_private || variable.getAccess() == AS_protected;
  }

  Result<void> Announce(std::size_t number) {
    const plan::Region& region = weave_.plan.regions[number];
    const Unit* unit = UnitOf(region);
    if (unit == nullptr)
      return NotCovered(region.declared, "the declaration of '" + region.path + "' was not found again");
    // A block of threads has its own, from its beginning to its end: no boundary ever sees it.
    const VarDecl& variable = *unit->FindVariable(region.declared);
    if (IsShared(variable))
      return {};
    if (variable.getType()->isIncompleteType() && variable.getDefinition() == nullptr) {
      if (!IsSaved(region))
        return {};
      return NotCovered(region.declared, "'" + region.path +
                                             "' is of a type that only a library knows, and what is called with it may "
                                             "change it; describe those functions in a file given with --model");
    }
    if (weave_.cuda == Cuda::Gpu && IsOnDevice(variable))
      return AnnounceOnDevice(number, *unit, variable);
    if (region.variable_kind == rir::RegionKind::FunctionStatic)
      return AnnounceLocal(number, *unit);
    const std::string name = NameOf(region, *unit);
    const bool is_local = LivesPerThread(variable);
    AtStart(number, *unit,
            std::string(is_local ? "detrain_register_thread_local(" : "detrain_register(") + Quoted(region.path) +
                ", &" + name + ", sizeof " + name + (is_local ? ", 1);" : ");"));
    return {};
  }

  // As it is called at the end of the file. A private member has no name there but for the assembler, and one of a
  // template's instances might need arguments that have none.
  std::string NameOf(const plan::Region& region, const Unit& unit) {
    const VarDecl* variable = unit.FindVariable(region.declared);
    if (!unit.IsCxx())
      return region.name;
    if (!IsHidden(*variable) && !variable->isTemplated())
      return QualifiedName(*variable);
    ASTNameGenerator names(unit.context());
    const std::string link = variable->isTemplated() ? region.link_name : names.getName(variable);
    const std::string alias = "detrain_member_" + std::to_string(members_++);
    texts_[&unit].aliases +=
        "extern char " + alias + "[" + std::to_string(region.element_size) + "] __asm__(" + Quoted(link) + "); ";
    return alias;
  }

  static std::string QualifiedName(const VarDecl& variable) {
    std::string name = variable.getNameAsString();
    for (const DeclContext* scope = variable.getDeclContext(); scope != nullptr; scope = scope->getParent())
      if (const auto* named = dyn_cast<NamedDecl>(scope); named != nullptr && named->getIdentifier() != nullptr)
        name = named->getNameAsString() + "::" + name;
    return name;
  }

  // A header's static is another one in every unit: link names tell them apart by the unit's main file.
  const Unit* UnitOf(const plan::Region& region) const {
    const std::size_t mark = region.path.rfind('@');
    const std::string main = mark == std::string::npos ? "" : region.path.substr(mark + 1);
    const Unit* first = nullptr;
    for (const Unit& unit : weave_.units) {
      if (unit.FindVariable(region.declared) == nullptr)
        continue;
      if (unit.MainFile() == main)
        return &unit;
      if (first == nullptr || (!first->Uses(region.declared) && unit.Uses(region.declared)))
        first = &unit;
    }
    return first;
  }

  // Only its function can name it, and may never run: its address goes to a table that the linker puts together.
  Result<void> AnnounceLocal(std::size_t number, const Unit& unit) {
    const plan::Region& region = weave_.plan.regions[number];
    const VarDecl& variable = *unit.FindVariable(region.declared);
    const Stmt* statement = unit.StatementOf(&variable);
    const auto behind = statement == nullptr ? std::nullopt : unit.Behind(statement);
    if (!behind)
      return NotCovered(region.declared, "the declaration of '" + region.path + "' comes out of a macro; write it out");
    const std::string macro = MacroFor(variable, unit);
    if (macro == "DETRAIN_THREAD_STATIC")
      texts_[&unit].calls += " detrain_register_thread_local(" + Quoted(region.path) + ", 0, 0, 0);";
    if (macro == "DETRAIN_STATIC")
      texts_[&unit].has_table = true;
    weave_.late.emplace(number, false);
    if (!unit.IsCxx() && behind->file != unit.MainFile()) {
      if (!variable.isStaticLocal())
        return MustBeStatic(region);
      AnnounceInHeader(region, unit, *behind, macro);
      return {};
    }
    MarkArrival(number, unit, statement);
    const std::string announcement = macro + "(" + Quoted(region.path) + ", " + variable.getNameAsString() + ");";
    if (!variable.isStaticLocal())
      return MakeStatic(region, unit, variable, announcement);
    weave_.edits.Insert(*behind, Rank::Static, " " + announcement, "static");
    return {};
  }

  // A variable of a thread's function, which the plan takes for a static. What it begins with becomes an assignment.
  Result<void> MakeStatic(const plan::Region& region, const Unit& unit, const VarDecl& variable,
                          const std::string& announcement) {
    if (unit.IsCxx() && variable.getType()->isRecordType())
      return KeepInStatic(region, unit, variable);
    if (variable.getType()->isConstantArrayType() && variable.getInit() != nullptr)
      return KeepArray(region, unit, variable, announcement);
    const Expr* value = variable.getInit();
    if (value != nullptr && !IsAssignment(unit, variable))
      return MustBeStatic(region);
    const auto first = value == nullptr ? unit.At(variable.getLocation()) : unit.Before(value);
    const auto own = first ? PartDeclaration(unit, variable, weave_.edits) : std::nullopt;
    if (!own)
      return MustBeStatic(region);
    Open(*own, "static ");
    if (value == nullptr) {
      weave_.edits.Insert(own->behind, Rank::Static, " " + announcement, "static");
      return {};
    }
    const unsigned end = own->name.offset + static_cast<unsigned>(variable.getName().size());
    weave_.edits.Replace({own->name.file, end}, first->offset - end,
                         "; " + announcement + " " + variable.getNameAsString() + " = ", "static");
    return {};
  }

  // `T x[2] = {1, 2};` becomes `static T x[2]; { __typeof__(x) FIRST = {1, 2}; __builtin_memcpy(x, FIRST, sizeof x);
  // };`
  Result<void> KeepArray(const plan::Region& region, const Unit& unit, const VarDecl& variable,
                         const std::string& announcement) {
    const auto bounds = BehindBounds(unit, variable);
    const auto first = unit.Before(variable.getInit());
    const auto own = bounds && first ? PartDeclaration(unit, variable, weave_.edits) : std::nullopt;
    if (!own || variable.getType().isConstQualified())
      return MustBeStatic(region);
    const std::string name = variable.getNameAsString(), begun = "detrain_first_" + name;
    Open(*own, "static ");
    weave_.edits.Replace(*bounds, first->offset - bounds->offset,
                         "; " + announcement + " { __typeof__(" + name + ") " + begun + " = ", "static");
    weave_.edits.Insert({own->behind.file, own->behind.offset - 1}, Rank::Static,
                        "; __builtin_memcpy(" + name + ", " + begun + ", sizeof " + name + "); }", "static");
    return {};
  }

  // Behind the last bracket of an array's declaration; nothing where it has no bound of its own (`T x[] = {1, 2}`).
  static std::optional<Spot> BehindBounds(const Unit& unit, const VarDecl& variable) {
    const auto name = unit.At(variable.getLocation()), first = unit.Before(variable.getInit());
    if (!name || !first)
      return std::nullopt;
    const unsigned end = name->offset + static_cast<unsigned>(variable.getName().size());
    llvm::StringRef bounds = BehindName(unit, variable).take_front(first->offset - end).rtrim();
    bounds.consume_back("=");
    bounds = bounds.rtrim();
    if (!bounds.ends_with("]") || bounds.contains("[]"))
      return std::nullopt;
    return Spot{name->file, end + static_cast<unsigned>(bounds.size())};
  }

  // Puts a word in front of the declaration, and its type where that is not written there.
  void Open(const OwnDeclaration& own, const std::string& word) {
    if (own.type.empty())
      weave_.edits.Insert(own.begin, Rank::Wrap, word, "static");
    else
      weave_.edits.Replace(own.begin, own.name.offset - own.begin.offset, word + own.type, "static");
  }

  // An object of a class begins and ends where it did, but its bytes are a static's: `T x(1);` becomes
  // `typedef T K; static detrain_kept<K> S; K& x = *::new (S.Place()) K(1); detrain_end<K> E = {x};`.
  Result<void> KeepInStatic(const plan::Region& region, const Unit& unit, const VarDecl& variable) {
    const auto own = MayBeReturned(variable) ? std::nullopt : PartDeclaration(unit, variable, weave_.edits);
    if (!own)
      return MustBeStatic(region);
    const std::string called = variable.getNameAsString(), type = "detrain_type_" + called,
                      bytes = "detrain_kept_" + called;
    Open(*own, "typedef ");
    unsigned replaced = static_cast<unsigned>(called.size());
    std::string value_begins, value_ends;
    if (variable.getInitStyle() == VarDecl::CInit && variable.getInit() != nullptr && HasSign(unit, variable)) {
      const Expr* value = variable.getInit()->IgnoreImplicit();
      const auto first = unit.Before(value);
      if (!first)
        return MustBeStatic(region);
      replaced = first->offset - own->name.offset;
      if (!isa<InitListExpr>(value)) {
        value_begins = "(";
        value_ends = ")";
      }
    }
    weave_.edits.Replace(own->name, replaced,
                         type + "; static detrain_kept<" + type + "> " + bytes + "; DETRAIN_MADE_STATIC(" +
                             Quoted(region.path) + ", " + bytes + "); " + type + "& " + called + " = *::new (" + bytes +
                             ".Place()) " + type + value_begins,
                         "static");
    if (!value_ends.empty())
      weave_.edits.Insert({own->behind.file, own->behind.offset - 1}, Rank::Static, value_ends, "static");
    weave_.edits.Insert(
        own->behind, Rank::Static,
        " __attribute__((unused)) const detrain_end<" + type + "> detrain_end_" + called + " = {" + called + "};",
        "static");
    return {};
  }

  // What a function gives back may be the object itself, which a reference to it is not.
  static bool MayBeReturned(const VarDecl& variable) {
    const auto* function = dyn_cast<FunctionDecl>(variable.getDeclContext());
    return function == nullptr || function->getReturnType()->isRecordType();
  }

  // The text of the file from the end of the name on.
  static llvm::StringRef BehindName(const Unit& unit, const VarDecl& variable) {
    const SourceManager& sources = unit.sources();
    const SourceLocation name = variable.getLocation();
    const llvm::StringRef text = sources.getBufferData(sources.getFileID(name));
    return text.substr(sources.getFileOffset(name) + variable.getName().size());
  }

  // Whether `=` stands behind the name.
  static bool HasSign(const Unit& unit, const VarDecl& variable) {
    return BehindName(unit, variable).ltrim().starts_with("=");
  }

  static Error MustBeStatic(const plan::Region& region) {
    return NotCovered(region.declared,
                      region.path +
                          " must be a static, as its thread waits; declare the variable as 'T x;' or 'T x = value;', "
                          "or make it static yourself");
  }

  // Whether `= value` stands right behind the name, and could stand in a statement.
  static bool IsAssignment(const Unit& unit, const VarDecl& variable) {
    const SourceManager& sources = unit.sources();
    const SourceLocation name = variable.getLocation(), value = variable.getInit()->getBeginLoc();
    if (name.isMacroID() || value.isMacroID() || !variable.getType()->isScalarType() ||
        isa<InitListExpr>(variable.getInit()))
      return false;
    const std::size_t end = sources.getFileOffset(name) + variable.getName().size();
    return BehindName(unit, variable).take_front(sources.getFileOffset(value) - end).trim() == "=";
  }

  // Tells that the function has come to the declaration: a static that is not announced by then never will be.
  void MarkArrival(std::size_t number, const Unit& unit, const Stmt* statement) {
    const auto before = unit.Before(statement);
    if (!before)
      return;
    weave_.edits.Insert(*before, Rank::Static, "DETRAIN_COMES_TO(" + std::to_string(number) + "); ", "static");
    weave_.late[number] = true;
  }

  static std::string MacroFor(const VarDecl& variable, const Unit& unit) {
    if (LivesPerThread(variable))
      return "DETRAIN_THREAD_STATIC";
    return unit.IsCxx() ? "DETRAIN_MADE_STATIC" : "DETRAIN_STATIC";
  }

  // Every unit has one of its own, so what the header calls it is defined in what each unit includes first.
  void AnnounceInHeader(const plan::Region& region, const Unit& unit, const Spot& behind, const std::string& called) {
    const auto place = std::make_tuple(region.declared.file, region.declared.line, region.declared.column);
    const auto [mine, is_new] = in_headers_.emplace(place, in_headers_.size());
    const std::string macro = "DETRAIN_STATIC_" + std::to_string(mine->second);
    if (is_new)
      weave_.edits.Insert(behind, Rank::Static, " " + macro + "(" + region.name + ");", "static");
    weave_.header_statics[macro][&unit] = called + "(" + Quoted(region.path) + ", name)";
  }

  // What stands at the end of a unit.
  struct Text {
    std::string aliases;  // of private members
    std::string announcements;
    std::string calls;  // before main, besides
    bool has_table = false;
  };

  void Append(const Unit& unit, const Text& mine) {
    const SourceManager& sources = unit.sources();
    const llvm::StringRef text = sources.getBufferData(sources.getMainFileID());
    const std::string calls = mine.calls + (mine.has_table ? " detrain_register_table();" : "");
    const std::string before_main =
        "__attribute__((constructor)) static void detrain_register_statics(void) {" + calls + " }\n";
    weave_.edits.Insert(
        {unit.MainFile(), static_cast<unsigned>(text.size())}, Rank::Static,
        (text.ends_with("\n") ? "" : "\n") + mine.aliases + mine.announcements + (calls.empty() ? "" : before_main),
        "static");
  }

  Weave& weave_;
  std::map<const Unit*, Text> texts_;
  std::size_t members_ = 0;
  std::map<std::tuple<std::string, unsigned, unsigned>, std::size_t> in_headers_;  // by place
};

}  // namespace

Result<void> WeaveStatics(Weave& weave) {
  return Announcer(weave).Run();
}

}  // namespace detrain::rewrite
