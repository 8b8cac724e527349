// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rewrite/rewrite.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ParentMapContext.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Frontend/ASTUnit.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <map>
#include <optional>

#include "analyzer/rewrite/tables.h"

namespace detrain::rewrite {

namespace {

using clang::SourceLocation;

// Finds statements by place and variables by name and place.
class Finder : public clang::RecursiveASTVisitor<Finder> {
 public:
  Finder(const load::LoadedUnit& unit, const plan::Place& place) : unit_(unit), place_(place) {}

  // NOLINTNEXTLINE(bugprone-derived-method-shadowing-base-method): how the visitor is meant to be used
  bool VisitStmt(clang::Stmt* stmt) {
    const bool loop = clang::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt>(stmt);
    if (!loop && !clang::isa<clang::CallExpr>(stmt))
      return true;
    const Location at = unit_.LocationOf(stmt->getBeginLoc());
    if (at.line == place_.line && at.column == place_.column && at.file == place_.file) {
      if (loop && found_loop == nullptr)
        found_loop = stmt;
      if (!loop && found_call == nullptr)
        found_call = clang::cast<clang::CallExpr>(stmt);
    }
    return true;
  }
  // NOLINTNEXTLINE(bugprone-derived-method-shadowing-base-method): how the visitor is meant to be used
  bool VisitVarDecl(clang::VarDecl* var) {
    const Location at = unit_.LocationOf(var->getLocation());
    if (at.line == place_.line && at.column == place_.column && at.file == place_.file)
      found_variable = var;
    return true;
  }

  clang::Stmt* found_loop = nullptr;
  clang::CallExpr* found_call = nullptr;
  clang::VarDecl* found_variable = nullptr;

 private:
  const load::LoadedUnit& unit_;
  const plan::Place& place_;
};

Finder Find(const load::LoadedUnit& unit, const plan::Place& place) {
  Finder finder(unit, place);
  finder.TraverseDecl(unit.ast().getASTContext().getTranslationUnitDecl());
  return finder;
}

Error NotCovered(const plan::Place& place, const std::string& message) {
  return {ErrorKind::Coverage, message, {place.file, place.line, place.column}};
}

class Rewriter {
 public:
  Rewriter(const plan::CheckpointPlan& plan, std::span<const load::LoadedUnit* const> units)
      : plan_(plan), units_(units) {}

  Result<Patch> Run() {
    DETRAIN_TRY_VOID(Nest());
    DETRAIN_TRY_VOID(Statics());
    DETRAIN_TRY_VOID(LogArguments());
    Headers();
    std::stable_sort(patch_.edits.begin(), patch_.edits.end(), [](const Edit& a, const Edit& b) {
      return std::tie(a.file, a.offset) < std::tie(b.file, b.offset);
    });
    return std::move(patch_);
  }

 private:
  struct Site {  // a level of the nest in the AST
    const load::LoadedUnit* unit = nullptr;
    clang::Stmt* statement = nullptr;  // the loop, or the statement that holds the call
    bool is_loop = false;
    unsigned begin = 0;
    const clang::FunctionDecl* function = nullptr;
  };

  static std::string Bind(std::size_t index, const std::string& name) {
    return "DETRAIN_BIND(" + std::to_string(index) + ", " + name + ")";
  }

  void Insert(const load::LoadedUnit& unit, SourceLocation at, std::string text, const std::string& cause) {
    const auto& sources = unit.ast().getSourceManager();
    const Location place = unit.LocationOf(at);
    patch_.edits.push_back({place.file, sources.getFileOffset(sources.getExpansionLoc(at)), 0, std::move(text), cause});
  }

  static SourceLocation EndOf(const load::LoadedUnit& unit, const clang::Stmt* stmt) {
    const auto& context = unit.ast().getASTContext();
    return clang::Lexer::getLocForEndOfToken(stmt->getEndLoc(), 0, context.getSourceManager(), context.getLangOpts());
  }

  // Climbs from an expression to the statement that stands in a block.
  static clang::Stmt* StatementOf(clang::ASTContext& context, clang::Stmt* stmt) {
    for (;;) {
      auto parents = context.getParents(*stmt);
      if (parents.empty())
        return stmt;
      if (const auto* declaration = parents[0].get<clang::VarDecl>()) {
        auto above = context.getParents(*declaration);
        if (above.empty() || above[0].get<clang::Stmt>() == nullptr)
          return stmt;
        stmt = const_cast<clang::Stmt*>(above[0].get<clang::Stmt>());
        continue;
      }
      const auto* parent = parents[0].get<clang::Stmt>();
      if (parent == nullptr || clang::isa<clang::CompoundStmt>(parent))
        return stmt;
      stmt = const_cast<clang::Stmt*>(parent);
    }
  }

  static bool InBlock(clang::ASTContext& context, const clang::Stmt* stmt) {
    auto parents = context.getParents(*stmt);
    return !parents.empty() && parents[0].get<clang::CompoundStmt>() != nullptr;
  }

  Result<Site> SiteOf(const plan::NestLevel& level) {
    for (const load::LoadedUnit* unit : units_) {
      if (unit->user_files().empty() || unit->user_files()[0] != level.site.place.file)
        continue;
      Finder finder = Find(*unit, level.site.place);
      clang::Stmt* found = level.is_loop ? finder.found_loop : finder.found_call;
      if (found == nullptr)
        continue;
      if (found->getBeginLoc().isMacroID())
        return NotCovered(level.site.place, "the loop comes out of a macro; write it out to have it rewritten");
      auto& context = unit->ast().getASTContext();
      Site site;
      site.unit = unit;
      site.is_loop = level.is_loop;
      site.statement = level.is_loop ? found : StatementOf(context, found);
      site.begin = context.getSourceManager().getFileOffset(site.statement->getBeginLoc());
      if (!InBlock(context, site.statement))
        return NotCovered(level.site.place, "put braces around this statement, so that code can be inserted before it");
      return site;
    }
    return NotCovered(level.site.place, "the step loop's nest stands in a header or was not found again in the source");
  }

  Result<void> Nest() {
    std::vector<Site> sites;
    for (const plan::NestLevel& level : plan_.nest) {
      DETRAIN_TRY(Site site, SiteOf(level));
      sites.push_back(site);
    }
    for (std::size_t i = 0; i < sites.size(); ++i)
      if (i == 0 || plan_.nest[i].site.function_link != plan_.nest[i - 1].site.function_link)
        frame_begins_.push_back(i);
    DETRAIN_TRY_VOID(BindVariables(sites));
    bool under_loop = false;
    for (std::size_t i = 0; i < sites.size(); ++i) {
      const bool first_of_frame = std::find(frame_begins_.begin(), frame_begins_.end(), i) != frame_begins_.end();
      if (first_of_frame && under_loop)
        DETRAIN_TRY_VOID(SkipFromFunction(sites[i], i));
      if (!sites[i].is_loop)
        continue;
      const bool innermost = i + 1 == sites.size();
      DETRAIN_TRY_VOID(Loop(sites[i], i, innermost));
      under_loop = true;
      if (!innermost && plan_.nest[i + 1].site.function_link == plan_.nest[i].site.function_link)
        DETRAIN_TRY_VOID(SkipInBody(sites[i], sites[i + 1], i));
    }
    step_unit_ = sites.back().unit;
    return {};
  }

  // Where each local of the nest's functions is bound: before the first level of the nest that follows its declaration,
  // or in the test of the loop that declares it.
  Result<void> BindVariables(const std::vector<Site>& sites) {
    for (std::size_t index = 0; index < plan_.regions.size(); ++index) {
      const plan::Region& r = plan_.regions[index];
      const bool automatic = r.variable_kind == rir::RegionKind::Local || r.variable_kind == rir::RegionKind::Param;
      if (r.kind != plan::RegionKind::Variable || !automatic)
        continue;
      std::size_t level = 0;
      while (level < sites.size() && plan_.nest[level].site.function_link != r.function_link)
        ++level;
      if (level == sites.size())
        return NotCovered(r.declared, "'" + r.path + "' is in no function that leads to the step loop");
      Finder finder = Find(*sites[level].unit, r.declared);
      const clang::VarDecl* variable = finder.found_variable;
      if (variable == nullptr)
        return NotCovered(r.declared, "the declaration of '" + r.path + "' was not found again");
      const unsigned declared = sites[level].unit->ast().getSourceManager().getFileOffset(variable->getLocation());
      bool bound = false;
      for (; level < sites.size() && plan_.nest[level].site.function_link == r.function_link && !bound; ++level) {
        const Site& site = sites[level];
        if (const auto* loop = clang::dyn_cast<clang::ForStmt>(site.statement);
            loop != nullptr && site.is_loop && Declares(loop, variable)) {
          in_test_[level] += Bind(index, r.name) + ", ";
          bound = true;
        } else if (declared < site.begin) {
          before_[level] += Bind(index, r.name) + "; ";
          bound = true;
        }
      }
      if (!bound)
        return NotCovered(r.declared, "'" + r.path + "' cannot be bound before the step loop");
    }
    return {};
  }

  static bool Declares(const clang::ForStmt* loop, const clang::VarDecl* variable) {
    const auto* init = clang::dyn_cast_or_null<clang::DeclStmt>(loop->getInit());
    return init != nullptr && std::find(init->decl_begin(), init->decl_end(), variable) != init->decl_end();
  }

  Result<void> Loop(const Site& site, std::size_t level, bool innermost) {
    const load::LoadedUnit& unit = *site.unit;
    const std::string call = innermost ? "detrain_step(&detrain_plan)"
                                       : "detrain_outer(&detrain_plan, " + std::to_string(FrameOf(level)) + ")";
    const std::string test = in_test_[level] + call + ", ";
    std::string before = before_[level];
    if (innermost)
      before += "detrain_enter(&detrain_plan); ";
    if (const auto* loop = clang::dyn_cast<clang::ForStmt>(site.statement)) {
      if (loop->getCond() != nullptr) {
        Insert(unit, loop->getCond()->getBeginLoc(), test, "boundary");
      } else {
        const auto& sources = unit.ast().getSourceManager();
        SourceLocation at = loop->getInit() != nullptr ? loop->getInit()->getEndLoc() : loop->getLParenLoc();
        const bool has_semicolon = clang::isa_and_nonnull<clang::DeclStmt>(loop->getInit());
        if (!has_semicolon)
          at = clang::Lexer::findLocationAfterToken(at, clang::tok::semi, sources, unit.ast().getLangOpts(), false);
        else
          at = at.getLocWithOffset(1);
        if (at.isInvalid())
          return NotCovered(plan_.nest[level].site.place, "the loop's header was not understood; give it a condition");
        Insert(unit, at, " " + test + "1", "boundary");
      }
    } else if (const auto* loop_while = clang::dyn_cast<clang::WhileStmt>(site.statement)) {
      Insert(unit, loop_while->getCond()->getBeginLoc(), test, "boundary");
    } else {
      return NotCovered(plan_.nest[level].site.place, "a do loop is not rewritten yet; write it as while or for");
    }
    if (!before.empty())
      Insert(unit, site.statement->getBeginLoc(), before, "bind");
    return {};
  }

  std::uint32_t FrameOf(std::size_t level) const {
    std::uint32_t frame = 0;
    for (std::size_t begin : frame_begins_)
      if (begin <= level)
        frame = static_cast<std::uint32_t>(&begin - frame_begins_.data());
    return frame;
  }

  // `goto` over the code that ran before the boundary. Declarations of variable length cannot be jumped over.
  Result<void> SkipInBody(const Site& from, const Site& to, std::size_t level) {
    const auto* body = clang::dyn_cast<clang::CompoundStmt>(BodyOf(from.statement));
    if (body == nullptr)
      return NotCovered(plan_.nest[level].site.place, "put braces around this loop's body");
    return Skip(*from.unit, body, to);
  }

  Result<void> SkipFromFunction(const Site& to, std::size_t level) {
    auto& context = to.unit->ast().getASTContext();
    const clang::Stmt* stmt = to.statement;
    const clang::CompoundStmt* outermost = nullptr;
    for (;;) {
      auto parents = context.getParents(*stmt);
      if (parents.empty() || parents[0].get<clang::Stmt>() == nullptr)
        break;
      stmt = parents[0].get<clang::Stmt>();
      if (const auto* block = clang::dyn_cast<clang::CompoundStmt>(stmt))
        outermost = block;
    }
    if (outermost == nullptr)
      return NotCovered(plan_.nest[level].site.place, "the function's body was not found");
    return Skip(*to.unit, outermost, to);
  }

  Result<void> Skip(const load::LoadedUnit& unit, const clang::CompoundStmt* block, const Site& to) {
    const std::string label = "detrain_resume_" + std::to_string(++labels_);
    Insert(unit, block->getLBracLoc().getLocWithOffset(1), " if (detrain_resuming()) goto " + label + ";", "resume");
    const auto& sources = unit.ast().getSourceManager();
    // Ordered before the binds that stand at the same place.
    patch_.edits.insert(patch_.edits.begin(),
                        {unit.LocationOf(to.statement->getBeginLoc()).file,
                         sources.getFileOffset(to.statement->getBeginLoc()), 0, label + ":; ", "resume"});
    for (const clang::Stmt* child : block->body()) {
      const auto* declaration = clang::dyn_cast<clang::DeclStmt>(child);
      if (declaration == nullptr || sources.getFileOffset(child->getBeginLoc()) >= to.begin)
        continue;
      for (const clang::Decl* d : declaration->decls())
        if (const auto* v = clang::dyn_cast<clang::VarDecl>(d);
            v != nullptr && v->getType()->isVariablyModifiedType()) {
          const Location at = unit.LocationOf(v->getLocation());
          return NotCovered(
              {at.file, at.line, at.column},
              "an array of variable length stands in the code that a resume skips; allocate it before the loop");
        }
    }
    DropConst(unit, block, to.begin);
    return {};
  }

  // A restore writes what the skipped code would have initialised.
  void DropConst(const load::LoadedUnit& unit, const clang::CompoundStmt* block, unsigned before) {
    const auto& context = unit.ast().getASTContext();
    const auto& sources = context.getSourceManager();
    for (const clang::Stmt* child : block->body()) {
      const auto* declaration = clang::dyn_cast<clang::DeclStmt>(child);
      if (declaration == nullptr || !declaration->isSingleDecl())
        continue;
      const auto* v = clang::dyn_cast<clang::VarDecl>(declaration->getSingleDecl());
      if (v == nullptr || !v->getType().isConstQualified() || sources.getFileOffset(child->getBeginLoc()) >= before)
        continue;
      // The last `const` before the name qualifies the variable itself, for pointers and scalars alike.
      const unsigned begin = sources.getFileOffset(child->getBeginLoc()),
                     name = sources.getFileOffset(v->getLocation());
      const llvm::StringRef text = sources.getBufferData(sources.getFileID(v->getLocation()));
      const std::size_t at = text.substr(begin, name - begin).rfind("const");
      if (at == llvm::StringRef::npos)
        continue;
      patch_.edits.push_back(
          {unit.LocationOf(v->getLocation()).file, begin + static_cast<unsigned>(at), 6, "", "const"});
    }
  }

  static const clang::Stmt* BodyOf(const clang::Stmt* loop) {
    if (const auto* f = clang::dyn_cast<clang::ForStmt>(loop))
      return f->getBody();
    if (const auto* w = clang::dyn_cast<clang::WhileStmt>(loop))
      return w->getBody();
    return nullptr;
  }

  // Statics and globals announce themselves before main, a function's statics when it first runs.
  Result<void> Statics() {
    std::map<const load::LoadedUnit*, std::string> constructors;
    for (const plan::Region& r : plan_.regions) {
      const bool automatic = r.variable_kind == rir::RegionKind::Local || r.variable_kind == rir::RegionKind::Param;
      if (r.kind != plan::RegionKind::Variable || automatic)
        continue;
      const std::string call = "detrain_register(\"" + r.path + "\", &" + r.name + ", sizeof " + r.name + ");";
      bool found = false;
      for (const load::LoadedUnit* unit : units_) {
        Finder finder = Find(*unit, r.declared);
        if (finder.found_variable == nullptr || unit->user_files().empty())
          continue;
        found = true;
        touched_.push_back(unit);
        if (r.variable_kind == rir::RegionKind::FunctionStatic) {
          auto& context = unit->ast().getASTContext();
          auto parents = context.getParents(*finder.found_variable);
          const auto* statement = parents.empty() ? nullptr : parents[0].get<clang::Stmt>();
          if (statement == nullptr)
            return NotCovered(r.declared, "the declaration of '" + r.path + "' was not found again");
          Insert(*unit, statement->getEndLoc().getLocWithOffset(1), " " + call, "static");
        } else {
          constructors[unit] += " " + call;
        }
        break;
      }
      if (!found)
        return NotCovered(r.declared, "the declaration of '" + r.path + "' was not found again");
    }
    for (const auto& [unit, calls] : constructors) {
      const auto& sources = unit->ast().getSourceManager();
      const auto size = static_cast<unsigned>(sources.getBufferData(sources.getMainFileID()).size());
      patch_.edits.push_back(
          {unit->user_files()[0], size, 0,
           "\n__attribute__((constructor)) static void detrain_register_statics(void) {" + calls + " }\n", "static"});
    }
    return {};
  }

  Result<void> LogArguments() {
    for (const plan::LogArgument& argument : plan_.log_arguments) {
      for (const load::LoadedUnit* unit : units_) {
        Finder finder = Find(*unit, argument.place);
        if (finder.found_call == nullptr || finder.found_call->getNumArgs() < argument.argument)
          continue;
        const clang::Expr* e = finder.found_call->getArg(argument.argument - 1);
        if (e->getBeginLoc().isMacroID())
          break;
        const clang::QualType type = e->getType();
        std::string wrap;
        if (type->isFloatingType())
          wrap = "detrain_log_f64(";
        else if (type->isPointerType())
          wrap = "detrain_log_str(";
        else
          wrap = "(" + type.getUnqualifiedType().getAsString() + ")detrain_log_i64(";
        Insert(*unit, e->getBeginLoc(), wrap, "log");
        Insert(*unit, EndOf(*unit, e), ")", "log");
        break;
      }
    }
    return {};
  }

  // Every unit allocates, opens files or reads the clock through the runtime.
  void Headers() {
    for (const load::LoadedUnit* unit : units_) {
      const auto& sources = unit->ast().getSourceManager();
      const std::string main = unit->user_files()[0];
      const llvm::StringRef text = sources.getBufferData(sources.getMainFileID());
      std::size_t at = 0;
      for (std::size_t line = 0; line < text.size();) {
        const std::size_t end = text.find('\n', line);
        const llvm::StringRef content = text.slice(line, end).ltrim();
        if (content.starts_with("#") && content.drop_front().ltrim().starts_with("include")) {
          at = line;
          break;
        }
        line = end == llvm::StringRef::npos ? text.size() : end + 1;
      }
      const std::size_t slash = main.rfind('/');
      const std::string stem = main.substr(slash == std::string::npos ? 0 : slash + 1);
      const std::string header = stem.substr(0, stem.rfind('.')) + ".detrain.h";
      std::string guard = "DETRAIN_GENERATED_";
      for (char c : stem)
        guard += (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ? c : '_';
      patch_.edits.insert(patch_.edits.begin(),
                          {main, static_cast<unsigned>(at), 0, "#include \"" + header + "\"\n", "hooks"});
      const bool in_nest = std::any_of(plan_.nest.begin(), plan_.nest.end(),
                                       [&](const plan::NestLevel& l) { return l.site.place.file == main; });
      patch_.files.push_back({(slash == std::string::npos ? "" : main.substr(0, slash + 1)) + header,
                              GeneratedHeader(plan_, guard, unit->system_headers(), in_nest)});
    }
  }

  const plan::CheckpointPlan& plan_;
  std::span<const load::LoadedUnit* const> units_;
  Patch patch_;
  std::vector<std::size_t> frame_begins_;
  std::map<std::size_t, std::string> before_, in_test_;
  std::vector<const load::LoadedUnit*> touched_;
  const load::LoadedUnit* step_unit_ = nullptr;
  int labels_ = 0;
};

}  // namespace

Result<Patch> Rewrite(const plan::CheckpointPlan& plan, std::span<const load::LoadedUnit* const> units) {
  return Rewriter(plan, units).Run();
}

std::string Apply(const std::string& text, const std::string& file, const Patch& patch) {
  std::string out;
  std::size_t at = 0;
  for (const Edit& e : patch.edits) {
    if (e.file != file)
      continue;
    out += text.substr(at, e.offset - at) + e.text;
    at = e.offset + e.length;
  }
  return out + text.substr(at);
}

}  // namespace detrain::rewrite
