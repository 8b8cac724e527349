// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In front of the loop the generator draws what stands for the stream and the step; at the top of the body the sample
// gets a generator of its own, by its number; where the body named the thread's, or the shared one, it names that.
#include "analyzer/rewrite/draws.h"

#include <clang/AST/OpenMPClause.h>
#include <clang/Basic/SourceManager.h>

#include <map>

#include "analyzer/rewrite/shard_loop.h"

namespace detrain::rewrite {

using namespace clang;

namespace {

class DrawWeaver {
 public:
  DrawWeaver(Weave& weave, const Unit& unit, Handled& handled) : weave_(weave), text_(weave, unit), handled_(handled) {}

  void Write(const OMPLoopDirective& directive, const std::vector<const DrawSite*>& sites) {
    const auto places = PlacesOf(text_.unit(), directive, *sites.front()->loops.front());
    const auto inner = PlacesOf(text_.unit(), directive, *sites.front()->loops.back());
    weave_.has_draws.insert(&text_.unit());
    if (!places || !inner || !IsFirst(places->begin))
      return;
    std::string front, top;
    for (const DrawSite* site : sites) {
      const std::string number = std::to_string(next_++);
      const std::string draws = std::string("detrain_draws_").append(number);
      front += Front(*site, draws);
      top += Top(*site, draws, std::string("detrain_engine_").append(number));
      for (const DrawPlace& use : site->uses)
        Put(*use.text, std::string(Named(*site, use)).append(number));
      text_.ChangesNumbers(site->uses.front().text->getBeginLoc(),
                           "each sample draws numbers of its own, whatever thread it falls to");
    }
    text_.Insert(places->begin, Rank::Open, std::string("{ ").append(front));
    text_.Insert(places->end, Rank::Close, " }");
    if (!handled_.places.contains({places->begin.file, places->begin.offset}))
      text_.Replace(directive.getBeginLoc(), places->begin, places->loop.offset, Pragma(directive));
    if (inner->is_block) {
      text_.Insert({inner->body.file, inner->body.offset + 1}, Rank::Open,
                   std::string(" ").append(top, 0, top.size() - 1));
    } else {
      text_.Insert(inner->body, Rank::Wrap, std::string("{ ").append(top));
      text_.Insert(inner->end, Rank::First, " }");
    }
  }

  void PutZero(const Expr& number) {
    if (const auto begin = text_.unit().Before(&number); begin && IsFirst(*begin))
      Put(number, "0");
  }

  void Put(const Expr& place, const std::string& text) {
    const auto begin = text_.unit().Before(&place), end = text_.unit().BehindExpr(&place);
    if (begin && end)
      text_.Replace(place.getBeginLoc(), *begin, end->offset, text);
  }

  // A variable that nobody asks any more is still there.
  void KeepQuiet(const VarDecl& idle) {
    const Stmt* declared = text_.unit().StatementOf(&idle);
    const auto end = declared == nullptr ? std::nullopt : text_.unit().Behind(declared);
    const auto name = text_.unit().At(idle.getLocation());
    if (end && name && IsFirst(*name))
      text_.Insert(*end, Rank::Close, std::string(" (void)").append(idle.getNameAsString()).append(";"));
  }

 private:
  bool IsFirst(const Spot& at) { return handled_.drawn.insert({at.file, at.offset}).second; }

  static const char* Named(const DrawSite& site, const DrawPlace& use) {
    return use.is_pointer && site.generator == Generator::RandR ? "&detrain_engine_" : "detrain_engine_";
  }

  static bool IsStd(const DrawSite& site) {
    return site.generator == Generator::Engine || site.generator == Generator::Seeded;
  }

  std::string Front(const DrawSite& site, const std::string& draws) const {
    std::string asked = IsStd(site)                          ? "detrain::DrawsBy("
                        : site.generator == Generator::RandR ? "detrain_draws_by_rand_r(&("
                                                             : "detrain_draws_by_erand48(";
    asked.append(site.key).append(site.generator == Generator::RandR ? "))" : ")");
    std::string text(site.is_by_single ? "" : "const ");
    if (!IsStd(site))
      text += "struct detrain_draws ";
    else if (site.is_by_single)
      text.append("decltype(").append(asked).append(") ");
    else
      text += "auto ";
    text += draws;
    if (site.is_by_single)
      text.append("; _Pragma(\"omp barrier\") _Pragma(\"omp single copyprivate(")
          .append(draws)
          .append(")\") ")
          .append(draws);
    return text.append(" = ").append(asked).append("; ");
  }

  static std::string Top(const DrawSite& site, const std::string& draws, const std::string& engine) {
    std::string text(site.generator == Generator::RandR ? "unsigned " : IsStd(site) ? "auto " : "unsigned short ");
    text.append(engine);
    if (IsStd(site))
      return text.append(" = ")
          .append(draws)
          .append(site.generator == Generator::Engine ? ".Of(" : ".EngineOf(")
          .append(site.sample)
          .append("); ");
    const bool is_word = site.generator == Generator::RandR;
    text.append(is_word ? " = detrain_sample_rand_r(&" : "[3]; detrain_sample_erand48(&");
    text.append(draws).append(", (uint64_t)").append(site.sample);
    return (is_word ? text : text.append(", ").append(engine)).append("); ");
  }

  std::string Pragma(const OMPLoopDirective& directive) const {
    const bool is_simd = isa<OMPParallelForSimdDirective, OMPForSimdDirective>(directive);
    const bool is_inside = isa<OMPForDirective, OMPForSimdDirective>(directive);
    std::string text = is_inside ? "_Pragma(\"omp for" : "_Pragma(\"omp parallel for";
    text.append(is_simd ? " simd" : "");
    for (const OMPClause* clause : directive.clauses()) {
      const bool is_fastened = isa<OMPScheduleClause>(clause) && handled_.fastened.contains(&directive);
      if (!clause->isImplicit())
        text.append(" ").append(is_fastened ? "schedule(static)"
                                            : text_.Text(clause->getBeginLoc(), clause->getEndLoc()));
    }
    return text + "\")";
  }

  Weave& weave_;
  ShardText text_;
  Handled& handled_;
  unsigned next_ = 0;
};

}  // namespace

void WeaveDraws(Weave& weave, const Unit& unit, const DrawSites& draws, Handled& handled) {
  DrawWeaver weaver(weave, unit, handled);
  std::map<unsigned, std::vector<const DrawSite*>> loops;
  for (const DrawSite& site : draws.found)
    loops[unit.sources().getFileOffset(site.directive->getBeginLoc())].push_back(&site);
  for (const auto& [offset, sites] : loops)
    weaver.Write(*sites.front()->directive, sites);
  for (const Expr* zero : draws.zeros)
    weaver.PutZero(*zero);
  for (const VarDecl* idle : draws.idle)
    weaver.KeepQuiet(*idle);
  weave.stay.insert(weave.stay.end(), draws.stay.begin(), draws.stay.end());
}

}  // namespace detrain::rewrite
