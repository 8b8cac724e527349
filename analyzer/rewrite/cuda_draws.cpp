// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In front of the loop the first state gives a key; at the top of the body the element gets a state of its own; draws
// name that one. Behind each launch of the kernel the first state moves on, which no thread may do: others still ask
// it.
#include "analyzer/rewrite/cuda_draws.h"

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "analyzer/rewrite/nest.h"
#include "analyzer/rewrite/state_uses.h"

namespace detrain::rewrite {

using namespace clang;

namespace {

class Weaver {
 public:
  Weaver(Weave& weave, const CudaCalls& calls) : weave_(weave), calls_(calls) {}

  void Run() {
    for (const Unit& unit : weave_.units)
      if (unit.loaded().cuda())
        for (StateUses& uses : FindStateUses(unit))
          Consider(unit, uses);
  }

 private:
  // What the text behind a launch says, or nothing where it cannot be written.
  std::optional<std::string> Asked(const CudaCall& launch, unsigned index) const {
    const auto states = CudaCalls::Again(*launch.unit, launch.call->getArg(index));
    const auto stream = CudaCalls::StreamOf(launch);
    if (!states || !stream)
      return std::nullopt;
    return ", detrain::StatesAsked(" + *states + (stream->empty() ? "" : ", " + *stream) + ")";
  }

  std::optional<std::string> WhyNotLaunched(const Unit& unit, const StateUses& uses) const {
    const std::string kernel = CudaCalls::IdOf(unit, *uses.kernel);
    if (calls_.Of(kernel).empty() || calls_.IsPassedOn(kernel))
      return "where it is launched is not in the text";
    for (const CudaCall& launch : calls_.Of(kernel))
      if (!CudaCalls::IsStatement(launch) || !Asked(launch, uses.states->getFunctionScopeIndex()))
        return "nothing can be added behind its launch in line " +
               std::to_string(launch.unit->PlaceOf(launch.call->getBeginLoc()).line);
    return std::nullopt;
  }

  std::optional<std::pair<Spot, Spot>> RangeOf(const Unit& unit, const Expr* text) const {
    const auto begin = unit.Before(text), end = unit.BehindExpr(text);
    return begin && end && unit.IsUsers(begin->file) ? std::optional(std::pair(*begin, *end)) : std::nullopt;
  }

  struct Places {
    Spot begin, end, body, body_end;
    bool is_block = false;
    std::vector<std::pair<std::pair<Spot, Spot>, std::string>> replaced;
  };
  std::optional<Places> PlacesOf(const Unit& unit, const StateUses& uses, const std::string& state) const {
    const Stmt* body = uses.loop->getBody();
    const auto begin = unit.Before(uses.loop), end = unit.Behind(uses.loop), inner = unit.Before(body),
               inner_end = unit.Behind(body);
    if (!begin || !end || !inner || !inner_end || !unit.IsUsers(begin->file))
      return std::nullopt;
    Places places{*begin, *end, *inner, *inner_end, isa<CompoundStmt>(body), {}};
    const auto add = [&](const Expr* text, const std::string& by) {
      const auto range = RangeOf(unit, text);
      if (range)
        places.replaced.emplace_back(*range, by);
      return range.has_value();
    };
    const auto is_replaced_whole = [&](const Expr* number) {
      return llvm::any_of(uses.draws, [&](const Expr* draw) { return IsWithin(unit, number, draw); }) ||
             llvm::any_of(uses.stored, [&](const Stmt* stored) { return IsWithin(unit, number, stored); });
    };
    for (const Expr* number : uses.numbers)
      if (!is_replaced_whole(number) && !add(number, "0"))
        return std::nullopt;
    for (const Expr* draw : uses.draws)
      if (!add(draw, "&" + state))
        return std::nullopt;
    for (const Stmt* stored : uses.stored)
      if (!add(cast<Expr>(stored), "(void)" + uses.states->getNameAsString()))
        return std::nullopt;
    return places;
  }

  void Consider(const Unit& unit, StateUses& uses) {
    const plan::Place at = unit.PlaceOf(uses.first_draw->getBeginLoc());
    const auto [known, is_new] = done_.try_emplace({at.file, at.line, at.column}, false);
    if (known->second)
      weave_.has_state_draws.insert(&unit);  // of a header that several units include
    if (!unit.IsUsers(at.file) || !is_new)
      return;
    const std::string number = std::to_string(next_++), state = "detrain_state_" + number;
    if (!uses.why_left && uses.kernel->isTemplateInstantiation())
      uses.why_left = "its kernel is a template";
    if (!uses.why_left && uses.states != nullptr)
      uses.why_left = WhyNotLaunched(unit, uses);
    const std::optional<Places> places = uses.why_left ? std::nullopt : PlacesOf(unit, uses, state);
    if (!uses.why_left && !places)
      uses.why_left = "a part of it comes out of a macro";
    if (uses.why_left) {
      weave_.stay.push_back(
          {at,
           "this draw is of a cuRAND state that the thread's number chooses, so that another grid draws other "
           "numbers: " +
               *uses.why_left +
               "; name it by its element: `curandStatePhilox4_32_10_t state; curand_init(seed, element, 4 * step, "
               "&state);` (docs/draws.md)"});
      return;
    }
    known->second = true;
    Write(unit, uses, *places, "detrain_key_" + number, state);
    weave_.changes_numbers.push_back({at, "each element draws numbers of its own, whatever thread it falls to"});
  }

  void Write(const Unit& unit, const StateUses& uses, const Places& places, const std::string& key,
             const std::string& state) {
    constexpr const char* kCause = "changes_numbers";
    weave_.edits.Insert(places.begin, Rank::Open,
                        "{ const unsigned long long " + key + " = detrain::KeyOf(" + uses.first + "); ", kCause);
    weave_.edits.Insert(places.end, Rank::Close, " }", kCause);
    const std::string top =
        "auto " + state + " = detrain::StateOf(" + key + ", " + uses.element->getNameAsString() + ");";
    if (places.is_block) {
      weave_.edits.Insert({places.body.file, places.body.offset + 1}, Rank::Open, " " + top, kCause);
    } else {
      weave_.edits.Insert(places.body, Rank::Wrap, "{ " + top + " ", kCause);
      weave_.edits.Insert(places.body_end, Rank::First, " }", kCause);
    }
    for (const auto& [range, by] : places.replaced)
      weave_.edits.Replace(range.first, range.second.offset - range.first.offset, by, kCause);
    weave_.has_state_draws.insert(&unit);
    if (uses.states == nullptr)
      return;
    for (const CudaCall& launch : calls_.Of(CudaCalls::IdOf(unit, *uses.kernel))) {
      weave_.edits.InsertOnce(CudaCalls::BehindLaunch(launch), Rank::Close,
                              *Asked(launch, uses.states->getFunctionScopeIndex()), kCause);
      weave_.has_state_draws.insert(launch.unit);
    }
  }

  Weave& weave_;
  const CudaCalls& calls_;
  std::map<std::tuple<std::string, unsigned, unsigned>, bool> done_;  // first draws, and whether they are named now
  unsigned next_ = 0;
};

}  // namespace

void WeaveCudaDraws(Weave& weave, const CudaCalls& calls) {
  Weaver(weave, calls).Run();
}

}  // namespace detrain::rewrite
