// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/flow/additions.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <variant>

namespace detrain::flow {

namespace {

constexpr std::size_t kMostVisits = 400'000;

const rir::ParOp* ParOf(const Scope& scope) {
  return scope.kind == ScopeKind::Parallel ? std::get_if<rir::ParOp>(&scope.op->data) : nullptr;
}

bool IsTeam(const Scope& scope) {
  const rir::ParOp* par = ParOf(scope);
  return par != nullptr && (par->kind == rir::ParKind::Region || par->kind == rir::ParKind::Loop);
}

bool IsSumOp(const std::string& op) {
  return op == "+" || op == "-";
}

// One parallel part: what its accesses touch.
class Part {
 public:
  explicit Part(const Flow& flow) : flow_(flow) {}

  // False: there is more of it than can be looked at.
  bool Collect(ScopeId scope) {
    instance_ = flow_.scopes[scope].instance;
    if (!Visit(scope, {}))
      return false;
    for (const Node& node : flow_.nodes)
      if (node.kind == NodeKind::Effect && inside_.contains(node.scope))
        AddOutput(node);
    return true;
  }

  void Judge(std::vector<Addition>& out) const {
    const std::set<NodeId> loads = LoadsOfAdditions();
    std::map<ScopeId, Use> sections;
    for (const Use& use : uses_) {
      if (use.writes && use.critical != kNone)
        Join(use, sections[use.critical]);
      const bool is_own = use.is_addition && flow_.nodes[use.node].instance == instance_;
      if (!is_own && !use.is_claim)  // the library's atomics claim in functions of theirs
        continue;
      Addition addition{use.at, use.is_claim, {}};
      for (const Use& other : uses_)
        if (&other != &use && !loads.contains(other.node) && Meet(use, other))
          addition.others.push_back({other.at, other.is_addition});
      out.push_back(std::move(addition));
    }
    for (const auto& [scope, written] : sections)
      if (flow_.scopes[scope].instance == instance_)
        out.push_back(TurnOf(scope, written));
  }

 private:
  struct Use {
    NodeId node = kNone;
    rir::Location at;
    bool is_addition = false;
    bool is_claim = false;  // an atomic whose old value is used
    bool writes = false;
    ScopeId critical = kNone;  // the outermost critical section that it lies in
    bool is_anywhere = false;  // what it touches is not known
    bool is_range = false;     // touches more than the cells that it begins at
    std::vector<NodeId> cells;
  };

  // Where the part is being walked.
  struct Way {
    rir::Location at;  // of the call that has left the part's own function
    bool is_away = false;
    ScopeId critical = kNone;
  };

  bool Visit(ScopeId scope, const Way& way) {
    if (!seen_.insert({scope, way.at.line, way.at.column, way.critical}).second)
      return true;
    if (seen_.size() > kMostVisits)
      return false;
    const Scope& here = flow_.scopes[scope];
    inside_.insert(scope);
    for (const Event& event : here.events) {
      if (event.node != kNone)
        Add(*flow_.AccessOf(event.node), way);
      else if (event.scope != kNone && !Enter(event.scope, here, way))
        return false;
    }
    return true;
  }

  bool Enter(ScopeId inner, const Scope& here, Way way) {
    const Scope& scope = flow_.scopes[inner];
    const rir::ParOp* par = ParOf(scope);
    if (way.critical == kNone && par != nullptr && par->kind == rir::ParKind::Critical)
      way.critical = inner;
    if (!way.is_away && scope.instance != here.instance) {
      const Instance& callee = flow_.instances[scope.instance];
      const bool is_known = !callee.is_shared && callee.op != nullptr;
      way.at = is_known ? callee.op->location : rir::Location{};
      way.is_away = true;
    }
    return Visit(inner, way);
  }

  void Add(const Access& access, const Way& way) {
    const rir::Op* op = flow_.nodes[access.node].op;
    Use use;
    use.node = access.node;
    use.at = way.is_away ? way.at : op->location;
    use.is_addition = IsAddition(access);
    use.is_claim = std::holds_alternative<rir::AtomicOp>(op->data) && op->result != rir::kNone;
    use.writes = access.writes;
    use.critical = way.critical;
    use.is_anywhere = access.address == kNone;
    use.is_range = !std::holds_alternative<rir::LoadOp>(op->data) && !std::holds_alternative<rir::StoreOp>(op->data) &&
                   !std::holds_alternative<rir::AtomicOp>(op->data);
    Take(access.address, use.cells);
    if (std::holds_alternative<rir::CopyOp>(op->data))
      Take(access.value, use.cells);
    uses_.push_back(std::move(use));
  }

  // What a library writes to a file it reads first.
  void AddOutput(const Node& node) {
    const auto* output = std::get_if<rir::OutputOp>(&node.op->data);
    if (output == nullptr)
      return;
    Use use;
    use.is_range = true;
    for (const rir::Operand& arg : output->args)
      Take(flow_.NodeOf(arg, node.instance), use.cells);
    uses_.push_back(std::move(use));
  }

  void Take(NodeId address, std::vector<NodeId>& cells) const {
    const auto meant = flow_.PointsTo(address);
    cells.insert(cells.end(), meant.begin(), meant.end());
  }

  // An atomic addition, or x = x + e whose x is read at the same address.
  [[nodiscard]] bool IsAddition(const Access& access) const {
    const rir::Op& op = *flow_.nodes[access.node].op;
    if (const auto* atomic = std::get_if<rir::AtomicOp>(&op.data))
      return IsSumOp(atomic->op) && op.result == rir::kNone;
    return std::holds_alternative<rir::StoreOp>(op.data) && LoadOf(access) != kNone;
  }

  // The load that such a store adds to; kNone: it adds to none.
  [[nodiscard]] NodeId LoadOf(const Access& store) const {
    NodeId found = kNone;
    const auto look = [&](NodeId from) {
      const Access* access = flow_.AccessOf(from);
      if (access != nullptr && access->address == store.address && store.address != kNone &&
          std::holds_alternative<rir::LoadOp>(flow_.nodes[from].op->data))
        found = from;
    };
    const auto* sum = store.value == kNone || flow_.nodes[store.value].op == nullptr
                          ? nullptr
                          : std::get_if<rir::ComputeOp>(&flow_.nodes[store.value].op->data);
    if (sum != nullptr && (sum->opcode == rir::Opcode::Add || sum->opcode == rir::Opcode::Sub))
      flow_.ForBefore(store.value, [&](NodeId from, EdgeKind) { look(from); });
    return found;
  }

  static void Join(const Use& write, Use& section) {
    section.is_anywhere |= write.is_anywhere || write.cells.empty();
    section.is_range |= write.is_range;
    section.cells.insert(section.cells.end(), write.cells.begin(), write.cells.end());
  }

  // `written`: all that the section writes.
  [[nodiscard]] Addition TurnOf(ScopeId section, const Use& written) const {
    Addition turn{flow_.scopes[section].op->location, true, {}};
    for (const Use& other : uses_)
      if (other.critical != section && Meet(written, other))
        turn.others.push_back({other.at, other.is_addition});
    return turn;
  }

  // They are parts of their additions, which are uses themselves.
  [[nodiscard]] std::set<NodeId> LoadsOfAdditions() const {
    std::set<NodeId> loads;
    for (const Use& use : uses_) {
      const Access* access = use.is_addition ? flow_.AccessOf(use.node) : nullptr;
      if (access != nullptr && !access->is_atomic)
        loads.insert(LoadOf(*access));
    }
    loads.erase(kNone);
    return loads;
  }

  [[nodiscard]] bool Meet(const Use& update, const Use& other) const {
    if (other.is_anywhere || update.is_anywhere || update.cells.empty())
      return true;
    const bool is_range = update.is_range || other.is_range;
    return std::ranges::any_of(update.cells, [&](NodeId mine) {
      return std::ranges::any_of(other.cells, [&](NodeId theirs) {
        return mine == theirs || (is_range && flow_.nodes[mine].object == flow_.nodes[theirs].object);
      });
    });
  }

  const Flow& flow_;
  InstanceId instance_ = kNone;
  std::vector<Use> uses_;
  std::set<ScopeId> inside_;
  std::set<std::tuple<ScopeId, std::uint32_t, std::uint32_t, ScopeId>> seen_;
};

// Parallel parts that no other one of the same function holds.
std::vector<ScopeId> OutermostTeams(const Flow& flow) {
  std::vector<ScopeId> teams;
  for (ScopeId id = 0; id < flow.scopes.size(); ++id) {
    if (!IsTeam(flow.scopes[id]))
      continue;
    bool is_inner = false;
    const InstanceId instance = flow.scopes[id].instance;
    for (ScopeId at = id; !flow.scopes[at].parents.empty();) {
      at = flow.scopes[at].parents.front();
      if (at == kNone || flow.scopes[at].instance != instance)
        break;
      is_inner = is_inner || IsTeam(flow.scopes[at]);
    }
    if (!is_inner)
      teams.push_back(id);
  }
  return teams;
}

}  // namespace

bool MayAdd(const rir::Module& module) {
  bool is_parallel = false, adds = false;
  for (const rir::Function& function : module.functions)
    for (const rir::Block& block : function.blocks)
      for (const rir::Op& op : block.ops) {
        const auto* par = std::get_if<rir::ParOp>(&op.data);
        const bool is_critical = par != nullptr && par->kind == rir::ParKind::Critical;
        is_parallel |= par != nullptr && !is_critical;
        adds |= is_critical || std::holds_alternative<rir::AtomicOp>(op.data);
      }
  return is_parallel && adds;
}

std::vector<Addition> AdditionsOf(const Flow& flow) {
  std::vector<Addition> additions;
  if (flow.is_truncated)
    return additions;
  for (const ScopeId team : OutermostTeams(flow)) {
    Part part(flow);
    if (!part.Collect(team))
      return {};
    part.Judge(additions);
  }
  return additions;
}

}  // namespace detrain::flow
