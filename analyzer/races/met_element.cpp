// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/races/met_element.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <variant>

#include "analyzer/flow/behind.h"

namespace detrain::races {

namespace {

// Threads between neighbours. What lies further off may be another array in the same block of memory: which threads
// take part in it is said by tests that are not followed.
constexpr std::int64_t kFarthest = 32;
constexpr std::size_t kMostSteps = 200;  // from a value on to what it decides

Factors With(Factors factors, const std::string& factor) {
  factors.insert(std::ranges::lower_bound(factors, factor), factor);
  return factors;
}

Factors Without(Factors factors, const std::string& factor) {
  factors.erase(std::ranges::find(factors, factor));
  return factors;
}

// Whether a value decides what a thread does next: how often a loop runs, or (`also_branches`) any test.
bool Decides(const flow::Flow& flow, flow::NodeId value, bool also_branches) {
  std::vector<flow::NodeId> open = {value};
  std::set<flow::NodeId> seen = {value};
  bool decides = false;
  for (std::size_t i = 0; i < open.size() && i < kMostSteps && !decides; ++i)
    flow.ForEdges(open[i], [&](const flow::Edge& edge) {
      const flow::Node& to = flow.nodes[edge.to];
      if (edge.kind == flow::EdgeKind::Control)
        decides = decides || (to.kind == flow::NodeKind::Control && to.op != nullptr &&
                              (also_branches || std::holds_alternative<rir::LoopOp>(to.op->data)));
      else if (edge.kind != flow::EdgeKind::Address && to.kind != flow::NodeKind::Cell && seen.insert(edge.to).second)
        open.push_back(edge.to);
    });
  return decides;
}

// Whether threads may wait for each other by what they read: a flag, or who of them came last.
bool OrderThemselves(const flow::Flow& flow, const ThreadNumbers& numbers, const std::vector<LaunchItem>& items) {
  std::set<flow::NodeId> written;
  for (const LaunchItem& item : items)
    for (const flow::NodeId cell : flow.PointsTo(item.access->address))
      if (item.access->writes && !numbers.IsOwn(cell))
        written.insert(cell);
  const auto is_written = [&](flow::NodeId cell) { return written.contains(cell); };
  std::set<flow::NodeId> judged;
  return std::ranges::any_of(items, [&](const LaunchItem& item) {
    const flow::Access& access = *item.access;
    return access.reads && judged.insert(access.node).second &&
           std::ranges::any_of(flow.PointsTo(access.address), is_written) &&
           Decides(flow, access.node, access.is_atomic);
  });
}

}  // namespace

MetElements::MetElements(const flow::Flow& flow, OriginSearch& search, ThreadNumbers& numbers, const Together& where,
                         const std::vector<LaunchItem>& items)
    : flow_(flow),
      search_(search),
      numbers_(numbers),
      sums_(flow, search, numbers, where),
      orders_itself_(OrderThemselves(flow, numbers, items)) {}

bool MetElements::Meet(const flow::Access& write, const flow::Access& other) {
  if (orders_itself_)
    return false;
  const auto &left = sums_.Of(write.address), &right = sums_.Of(other.address);
  if (!left || !right || left->base != right->base || left->size != right->size)
    return false;
  const Sum apart = Plus(right->bytes, left->bytes, -1);
  auto digit = NeighbourOf(*left, apart);
  if (!digit)
    digit = RowOf(*left, apart);
  if (!digit && !ComparesThreads(write) && !ComparesThreads(other))
    digit = TransposedOf(*left, *right);
  return digit && MayAllCome(write, *digit) && MayAllCome(other, *digit);
}

bool MetElements::MeetInFirstRounds(const LaunchEvents& events, const LaunchItem& write, const LaunchItem& other,
                                    bool is_parted) {
  if (orders_itself_)
    return false;
  const std::set<flow::ScopeId> both = LoopsOfBoth(events, write, other);
  const auto left = InFirstRound(events, write, both, false), right = InFirstRound(events, other, both, false),
             row = InFirstRound(events, other, both, true);
  const auto are_of_one_array = [&](const auto& sum) {
    return left && sum && left->base == sum->base && left->size == sum->size;
  };
  std::optional<Digit> digit;
  if (are_of_one_array(right))
    digit = NeighbourOf(*left, Plus(right->bytes, left->bytes, -1));
  if (!digit && are_of_one_array(row))
    digit = RowOf(*left, Plus(row->bytes, left->bytes, -1));
  if (digit && is_parted &&
      (!IsAcrossBlocks(*left, *digit) || AsksOnlyInBlock(*write.access, *digit) ||
       AsksOnlyInBlock(*other.access, *digit)))
    return false;
  return digit && MayAllCome(*write.access, *digit) && MayAllCome(*other.access, *digit);
}

// Of the loops that only this item lies in, the first round. `keeps_counters`: of those that count from 0, any round.
// Nothing: the item lies in a later one, or what a loop makes of the address is not known.
std::optional<AddressSum> MetElements::InFirstRound(const LaunchEvents& events, const LaunchItem& item,
                                                    const std::set<flow::ScopeId>& both, bool keeps_counters) {
  std::optional<AddressSum> sum = sums_.Of(item.access->address);
  std::set<flow::ScopeId> first, later;
  for (const std::uint32_t round : RoundsAround(events, item))
    (events.rounds[round].number == 0 ? first : later).insert(events.rounds[round].loop);
  if (!sum)
    return std::nullopt;
  Sum bytes;
  for (const auto& [factors, times] : sum->bytes) {
    bool is_nothing = false;
    for (const std::string& name : factors) {
      const Factor& factor = sums_.Known(name);
      if (!factor.is_counted || both.contains(factor.loop) || (keeps_counters && factor.is_counter))
        continue;
      if (!factor.is_offset || !first.contains(factor.loop))
        return std::nullopt;
      is_nothing = true;
    }
    if (!is_nothing)
      bytes[factors] = times;
  }
  sum->bytes = std::move(bytes);
  return sum;
}

// The first thread of a block has the element behind that of the last one of the block before: where a thread's number
// is multiplied by c, that of its block is multiplied by c times the size of the blocks.
bool MetElements::GoesOnInNextBlock(const Sum& bytes, std::size_t number) {
  const std::string thread = FactorOf(number), block = FactorOf(number + kDimensions);
  const auto has = [](const Factors& factors, const std::string& name) {
    return std::ranges::find(factors, name) != factors.end();
  };
  return std::ranges::any_of(bytes, [&](const auto& own) {
    if (!has(own.first, thread))
      return false;
    return std::ranges::any_of(bytes, [&](const auto& of_block) {
      if (!has(of_block.first, block))
        return false;
      Factors sizes = Without(of_block.first, block);
      for (const std::string& scale : Without(own.first, thread)) {
        if (!has(sizes, scale))
          return false;
        sizes = Without(sizes, scale);
      }
      if (sizes.empty())
        return of_block.second == own.second * numbers_.CountOf(number).value_or(0);
      return of_block.second == own.second &&
             std::ranges::any_of(sizes, [&](const auto& size) { return sums_.IsBlockSize(size, number); }) &&
             std::ranges::all_of(sizes, [&](const auto& size) {
               return sums_.IsBlockSize(size, 0) || sums_.IsBlockSize(size, 1) || sums_.IsBlockSize(size, 2);
             });
    });
  });
}

bool MetElements::IsAcrossBlocks(const AddressSum& write, const Digit& digit) {
  const Numbers several = numbers_.Several();
  for (std::size_t number = 0; number < kDimensions; ++number)
    if (digit.numbers.test(number) && several.test(number + kDimensions) && GoesOnInNextBlock(write.bytes, number))
      return true;
  return false;
}

// Whether a test asks where the thread is in its block, and not where it is in the grid: it may keep threads from what
// is another block's.
bool MetElements::AsksOnlyInBlock(const flow::Access& access, const Digit& digit) {
  return std::ranges::any_of(numbers_.TestsOf(access.node), [&](const ThreadTest& test) {
    const Numbers asked = numbers_.From(test.condition, false);
    for (std::size_t number = 0; number < kDimensions; ++number)
      if (digit.numbers.test(number) && asked.test(number) && !asked.test(number + kDimensions))
        return true;
    return false;
  });
}

// `if (i < j)`: of two threads that are told by the same two numbers one comes.
bool MetElements::ComparesThreads(const flow::Access& access) {
  return std::ranges::any_of(numbers_.TestsOf(access.node), [&](const ThreadTest& test) {
    const flow::NodeId at = flow::Behind(flow_, test.condition);
    const rir::ComputeOp* compute = flow::ComputeOf(flow_, at);
    return compute != nullptr && compute->args.size() == 2 &&
           std::ranges::all_of(compute->args, [&](const rir::Operand& arg) {
             const flow::NodeId side = search_.OperandOf(at, arg);
             return side != flow::kNone && numbers_.From(side, false).any();
           });
  });
}

bool MetElements::IsCounterAlone(const Sum& bytes, std::uint64_t size) const {
  return bytes.size() == 1 && bytes.begin()->first.size() == 1 &&
         bytes.begin()->second == static_cast<std::int64_t>(size) &&
         sums_.Known(bytes.begin()->first.front()).is_counter;
}

// Where the write's has a row, by the size of rows that is a factor, the other one has a column, and the other way
// round; or any row of its column, where the write goes through its own.
std::optional<MetElements::Digit> MetElements::TransposedOf(const AddressSum& write, const AddressSum& other) {
  const auto parts = [](const Sum& bytes, const std::string& size) {
    std::pair<Sum, Sum> split;  // rows; columns
    for (const auto& [factors, times] : bytes) {
      const bool is_row = std::ranges::find(factors, size) != factors.end();
      (is_row ? split.first : split.second)[is_row ? Without(factors, size) : factors] = times;
    }
    return split;
  };
  std::set<std::string> sizes;
  for (const auto& [factors, times] : write.bytes)
    std::ranges::copy_if(factors, std::inserter(sizes, sizes.end()), [&](const std::string& name) {
      return sums_.Known(name).numbers.none() && !sums_.Known(name).is_counted;
    });
  for (const std::string& size : sizes) {
    const auto [row, column] = parts(write.bytes, size);
    const auto [other_row, other_column] = parts(other.bytes, size);
    const bool is_swapped = row == other_column && row != column && sums_.NumbersIn(row).any();
    if (is_swapped && ((column == other_row && sums_.NumbersIn(column).any()) ||
                       (IsCounterAlone(column, write.size) && IsCounterAlone(other_row, write.size))))
      return Digit{sums_.NumbersIn(row), 0};
  }
  return std::nullopt;
}

Numbers MetElements::Summed(const flow::Access& access, Numbers several) {
  const auto& place = sums_.Of(access.address);
  Numbers summed;
  if (!place || orders_itself_)
    return summed;
  std::array<unsigned, kThreadNumbers> terms{};                      // that the number is in
  std::map<std::pair<Factors, std::int64_t>, Numbers> of_one_scale;  // numbers alone, by what they are multiplied by
  for (const auto& [factors, times] : place->bytes) {
    const Numbers here = sums_.NumbersIn(factors);
    for (std::size_t number = 0; number < kThreadNumbers; ++number) {
      terms[number] += here.test(number) ? 1 : 0;
      if (here.count() == 1 && std::ranges::find(factors, FactorOf(number)) != factors.end())
        of_one_scale[{Without(factors, FactorOf(number)), std::abs(times)}].set(number);
    }
  }
  for (std::size_t number = 0; number < kThreadNumbers; ++number)
    several.set(number, several.test(number) && terms[number] == 1);
  for (const auto& [scale, numbers] : of_one_scale)
    if ((numbers & several).count() > 1)
      summed |= numbers & several;
  return summed.any() && MayAllCome(access, {summed, 0}) ? summed : Numbers();
}

// The other element is so many threads further: the write's is told by one number, and nothing else of it is.
std::optional<MetElements::Digit> MetElements::NeighbourOf(const AddressSum& write, const Sum& apart) {
  if (apart.size() != 1)
    return std::nullopt;
  const auto& [scale, bytes] = *apart.begin();
  const bool is_one = std::ranges::all_of(scale, [&](const std::string& name) {
    const Factor& factor = sums_.Known(name);
    return factor.numbers.none() && !factor.is_counted;
  });
  for (std::size_t number = 0; number < kDimensions && is_one; ++number) {
    const auto own = write.bytes.find(With(scale, FactorOf(number)));
    if (own == write.bytes.end() || bytes % own->second != 0 ||
        own->second % static_cast<std::int64_t>(write.size) != 0)
      continue;
    Digit digit{{}, std::abs(bytes / own->second)};
    digit.numbers.set(number);
    const Sum rest = Plus(write.bytes, {*own}, -1);
    const std::int64_t threads = std::min(kFarthest, numbers_.CountOf(number).value_or(kFarthest));
    if ((sums_.NumbersIn(rest) & digit.numbers).none() && digit.apart < threads)
      return digit;
  }
  return std::nullopt;
}

// The other one is any of a row: where the write's has a number of the thread, it has a loop's counter.
std::optional<MetElements::Digit> MetElements::RowOf(const AddressSum& write, const Sum& apart) {
  const std::string* counter = nullptr;
  Factors scale;
  std::int64_t each = 0;
  for (const auto& [factors, times] : apart)
    for (const std::string& name : factors) {
      if (!sums_.Known(name).is_counted)
        continue;
      if (counter != nullptr || !sums_.Known(name).is_counter)
        return std::nullopt;
      counter = &name;
      scale = Without(factors, name);
      each = times;
    }
  if (counter == nullptr || sums_.NumbersIn(scale).any())
    return std::nullopt;
  const Sum digit = Plus({{With(scale, *counter), each}}, apart, -1);
  const auto thread = ThreadOfRow(write, digit, scale, each);
  return thread ? thread : PartOfRow(write, digit, scale, each);
}

// The row has an element for each thread of the block, or of the grid.
std::optional<MetElements::Digit> MetElements::ThreadOfRow(const AddressSum& write, const Sum& digit,
                                                           const Factors& scale, std::int64_t each) {
  for (std::size_t number = 0; number < kDimensions; ++number) {
    Digit of_thread;
    of_thread.numbers.set(number);
    const auto own = digit.find(With(scale, FactorOf(number)));
    if (own == digit.end() || own->second != each)
      continue;
    const Sum of_blocks = Plus(digit, {*own}, -1);
    Numbers all = of_thread.numbers;
    if (!of_blocks.empty())
      all.set(number + kDimensions);
    const bool is_whole = std::ranges::all_of(
        of_blocks, [&](const auto& term) { return sums_.NumbersIn(term.first) == (all & ~kOfBlock); });
    if (is_whole && (sums_.NumbersIn(Plus(write.bytes, digit, -1)) & all).none())
      return of_thread;
  }
  return std::nullopt;
}

// A number that the thread takes apart: its quotient is the row, its remainder the place there.
std::optional<MetElements::Digit> MetElements::PartOfRow(const AddressSum& write, const Sum& digit,
                                                         const Factors& scale, std::int64_t each) {
  const auto takes_quotient = [&](const Factors& factors) {
    return std::ranges::any_of(factors, [&](const std::string& name) { return sums_.Known(name).is_quotient; });
  };
  for (const auto& [factors, times] : digit)
    for (const std::string& name : factors) {
      const Factor& quotient = sums_.Known(name);
      const auto multiple = quotient.is_quotient ? Product(quotient.by, {{{name}, 1}}) : std::nullopt;
      const auto place = multiple ? Product(Plus(quotient.whole, *multiple, -1), {{scale, each}}) : std::nullopt;
      if (!place || *place != digit)
        continue;
      const Sum rest = Plus(write.bytes, digit, -1);
      const bool is_of_row = std::ranges::all_of(rest, [&](const auto& term) {
        return (sums_.NumbersIn(term.first) & quotient.numbers).none() || takes_quotient(term.first);
      });
      if (is_of_row)
        return Digit{quotient.numbers, 0};
    }
  return std::nullopt;
}

// Whether the tests around an access let neighbours through.
bool MetElements::MayAllCome(const flow::Access& access, const Digit& digit) {
  return std::ranges::all_of(numbers_.TestsOf(access.node),
                             [&](const ThreadTest& test) { return IsOpen(test.condition, digit, test.is_inside); });
}

// Comparisons cut threads off at an end. `t == 0` chooses one; `t % 2`, masks and the like may part each thread from
// its neighbours.
bool MetElements::IsOpen(flow::NodeId condition, const Digit& digit, bool is_inside) {
  const rir::ComputeOp* compute = flow::ComputeOf(flow_, flow::Behind(flow_, condition));
  if ((numbers_.From(condition, false) & digit.numbers).none())
    return true;
  if (compute == nullptr)
    return false;  // ways that meet: `a || b`
  const flow::NodeId test = flow::Behind(flow_, condition);
  const auto part = [&](std::size_t i) { return search_.OperandOf(test, compute->args[i]); };
  const auto is_whole = [&](std::size_t i) {
    const rir::ComputeOp* taken =
        part(i) == flow::kNone ? nullptr : flow::ComputeOf(flow_, flow::Behind(flow_, part(i)));
    const bool is_bits = taken != nullptr && (taken->opcode == rir::Opcode::And || taken->opcode == rir::Opcode::Or ||
                                              taken->opcode == rir::Opcode::Xor);
    return !is_bits &&
           (taken == nullptr || taken->opcode != rir::Opcode::Rem || taken->args[1].kind != rir::OperandKind::Int);
  };
  const auto is_far = [&](std::size_t i) {
    return compute->args[i].kind != rir::OperandKind::Int || compute->args[i].integer <= 0 ||
           compute->args[i].integer > digit.apart;
  };
  switch (compute->opcode) {
    case rir::Opcode::LAnd:
    case rir::Opcode::LOr:
      return (part(0) == flow::kNone || IsOpen(part(0), digit, is_inside)) &&
             (part(1) == flow::kNone || IsOpen(part(1), digit, is_inside));
    case rir::Opcode::Lt:
    case rir::Opcode::Le:
    case rir::Opcode::Gt:
    case rir::Opcode::Ge:
      return is_whole(0) && is_whole(1) && is_far(0) && is_far(1);
    case rir::Opcode::Eq:
      return !is_inside && is_whole(0) && is_whole(1);
    case rir::Opcode::Ne:
      return is_inside && is_whole(0) && is_whole(1);
    case rir::Opcode::LNot:
      return part(0) != flow::kNone && !is_inside && IsOpen(part(0), digit, true);
    default:
      return false;
  }
}

}  // namespace detrain::races
