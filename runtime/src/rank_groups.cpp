// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Messages and collectives of a program with ranks. Sums go by a fixed binary tree over the group's ranks: in round w
// rank i takes what rank i + w has, for all i that 2w divides, as detrain/shards.h adds shards.
#include <algorithm>
#include <atomic>
#include <cstring>
#include <numeric>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "detrain/rank_program.h"
#include "fail.h"
#include "rank_agreement.h"
#include "rank_channel.h"
#include "schedule.h"

namespace detrain::runtime {
namespace {

struct Group {
  std::vector<int> ranks;  // of the job
  int mine = 0;            // this rank's place among them
  int begun = 0;           // collectives that do not wait where they are called, so far
};

std::vector<Group>& Groups() {
  static auto* groups = [] {
    auto* made = new std::vector<Group>(2);
    (*made)[0].ranks.resize(static_cast<std::size_t>(Self().count));
    std::iota((*made)[0].ranks.begin(), (*made)[0].ranks.end(), 0);
    (*made)[0].mine = Self().rank;
    (*made)[1].ranks = {Self().rank};
    return made;
  }();
  return *groups;
}

constexpr std::uint32_t kNoGroup = 0xffffffff;

Group& GroupOf(std::uint32_t group) {
  if (group >= Groups().size())
    Fail("rank " + std::to_string(Self().rank) + " names a communicator that it has not made");
  return Groups()[group];
}

int RankIn(const Group& group, int place) {
  if (place < 0 || static_cast<std::size_t>(place) >= group.ranks.size())
    Fail("rank " + std::to_string(Self().rank) + " names rank " + std::to_string(place) + " of a communicator of " +
         std::to_string(group.ranks.size()));
  return group.ranks[static_cast<std::size_t>(place)];
}

std::uint32_t ContextOf(std::uint32_t group, bool is_collective) {
  return kFirstOfGroups + 2 * group + (is_collective ? 1 : 0);
}

// `number` 0: of a collective that waits where it is called; else of one that has begun.
void SendTo(std::uint32_t group, int place, const void* bytes, std::size_t size, int number = 0) {
  RankChannel::Get().Send(RankIn(GroupOf(group), place), ContextOf(group, true), number, bytes, size);
}

std::vector<char> ReceiveFrom(std::uint32_t group, int place, int number) {
  return RankChannel::Get().Receive(RankIn(GroupOf(group), place), ContextOf(group, true), number).bytes;
}

void ReceiveInto(std::uint32_t group, int place, void* bytes, std::size_t size, int number = 0) {
  const std::vector<char> got = ReceiveFrom(group, place, number);
  if (got.size() != size)
    Fail("ranks of one collective disagree: rank " + std::to_string(Self().rank) + " expects " + std::to_string(size) +
         " bytes of rank " + std::to_string(RankIn(GroupOf(group), place)) + ", which sent " +
         std::to_string(got.size()));
  if (size > 0)
    std::memcpy(bytes, got.data(), size);
}

template <typename T>
T JoinOne(T a, T b, detrain_join join) {
  switch (join) {
    case DETRAIN_JOIN_SUM:
      return static_cast<T>(a + b);
    case DETRAIN_JOIN_PRODUCT:
      return static_cast<T>(a * b);
    case DETRAIN_JOIN_MIN:
      return b < a ? b : a;
    case DETRAIN_JOIN_MAX:
      return a < b ? b : a;
    case DETRAIN_JOIN_AND:
      return static_cast<T>(a != T() && b != T());
    case DETRAIN_JOIN_OR:
      return static_cast<T>(a != T() || b != T());
    default:
      break;
  }
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(join == DETRAIN_JOIN_BIT_AND ? a & b : join == DETRAIN_JOIN_BIT_OR ? a | b : a ^ b);
  return a;
}

// into[i] = left[i] join right[i]; one of the two may be `into`.
template <typename T>
void JoinAs(const char* left, const char* right, char* into, std::size_t count, detrain_join join) {
  for (std::size_t i = 0; i < count; ++i) {
    T a, b;
    std::memcpy(&a, left + i * sizeof(T), sizeof(T));
    std::memcpy(&b, right + i * sizeof(T), sizeof(T));
    const T both = JoinOne(a, b, join);
    std::memcpy(into + i * sizeof(T), &both, sizeof(T));
  }
}

using JoinFunction = void (*)(const char*, const char*, char*, std::size_t, detrain_join);

struct NumberType {
  std::size_t size;
  JoinFunction join;
};

const NumberType& TypeOf(detrain_number_type type) {
  static constexpr NumberType types[] = {
      {1, JoinAs<std::int8_t>},  {1, JoinAs<std::uint8_t>},  {2, JoinAs<std::int16_t>}, {2, JoinAs<std::uint16_t>},
      {4, JoinAs<std::int32_t>}, {4, JoinAs<std::uint32_t>}, {8, JoinAs<std::int64_t>}, {8, JoinAs<std::uint64_t>},
      {4, JoinAs<float>},        {8, JoinAs<double>}};
  return types[type];
}

std::atomic<std::int64_t> g_pending = 0;

}  // namespace

std::int64_t OpenMessages() {
  return RankChannel::Get().Balance() + g_pending;
}

}  // namespace detrain::runtime

using namespace detrain::runtime;

extern "C" {

int detrain_rank(void) {
  return Self().rank;
}

int detrain_rank_count(void) {
  return Self().count;
}

void detrain_rank_done(void) {
  const Inside inside;
  RankChannel::Get().Done();
}

void detrain_rank_abort(int code) {
  Leave(code == 0 ? 1 : code);
}

double detrain_rank_seconds(void) {
  return static_cast<double>(NowInNanoseconds()) * 1e-9;
}

int detrain_group_rank(uint32_t group) {
  return GroupOf(group).mine;
}

int detrain_group_size(uint32_t group) {
  return static_cast<int>(GroupOf(group).ranks.size());
}

void detrain_rank_send(uint32_t group, int to, int tag, const void* bytes, size_t size) {
  const Inside inside;
  RankChannel::Get().Send(RankIn(GroupOf(group), to), ContextOf(group, false), tag, bytes, size);
}

size_t detrain_rank_receive(uint32_t group, int from, int* tag, void* bytes, size_t capacity) {
  const Inside inside;
  const RankChannel::Message message =
      RankChannel::Get().Receive(RankIn(GroupOf(group), from), ContextOf(group, false), *tag);
  if (message.bytes.size() > capacity)
    Fail("rank " + std::to_string(Self().rank) + " has room for " + std::to_string(capacity) + " bytes of rank " +
         std::to_string(message.frame.from) + ", which sent " + std::to_string(message.bytes.size()));
  *tag = message.frame.tag;
  if (!message.bytes.empty())
    std::memcpy(bytes, message.bytes.data(), message.bytes.size());
  return message.bytes.size();
}

void detrain_rank_pending(int change) {
  g_pending += change;
}

uint32_t detrain_group_split(uint32_t group, int color, int key) {
  const Inside inside;
  struct Choice {
    int color, key, place;
    std::uint32_t next;
  };
  const Choice mine = {color, key, GroupOf(group).mine, static_cast<std::uint32_t>(Groups().size())};
  const std::size_t size = GroupOf(group).ranks.size();
  std::vector<Choice> all(size);
  std::vector<std::size_t> sizes(size, sizeof(Choice)), places(size);
  for (std::size_t i = 0; i < size; ++i)
    places[i] = i * sizeof(Choice);
  detrain_group_gather(group, -1, &mine, sizeof mine, all.data(), sizes.data(), places.data());
  std::stable_sort(all.begin(), all.end(), [](const Choice& a, const Choice& b) { return a.key < b.key; });
  Group made;
  std::uint32_t next = 0;
  for (const Choice& one : all) {
    next = std::max(next, one.next);
    if (one.color != color || color < 0)
      continue;
    if (one.place == mine.place)
      made.mine = static_cast<int>(made.ranks.size());
    made.ranks.push_back(GroupOf(group).ranks[static_cast<std::size_t>(one.place)]);
  }
  // The same number at all of its ranks, and one that none of them has used.
  Groups().resize(next);
  Groups().push_back(std::move(made));
  return color < 0 ? kNoGroup : next;
}

void detrain_group_wait(uint32_t group) {
  char none = 0;
  detrain_group_join(group, -1, &none, &none, 1, DETRAIN_NUMBER_I8, DETRAIN_JOIN_OR);
}

// Rank i of the order that begins at the root hands on to i + w, as the tree of sums has it.
void detrain_group_broadcast(uint32_t group, int root, void* bytes, size_t size) {
  const Inside inside;
  const int count = detrain_group_size(group), mine = (detrain_group_rank(group) - root + count) % count;
  int width = 1;
  while (width < count)
    width *= 2;
  for (; width > 0; width /= 2) {
    if (mine % (2 * width) == width)
      ReceiveInto(group, (mine - width + root) % count, bytes, size);
    else if (mine % (2 * width) == 0 && mine + width < count)
      SendTo(group, (mine + width + root) % count, bytes, size);
  }
}

void detrain_group_join(uint32_t group, int root, const void* in, void* out, size_t count,
                        enum detrain_number_type type, enum detrain_join join) {
  const Inside inside;
  const NumberType& numbers = TypeOf(type);
  const std::size_t bytes = count * numbers.size;
  const int size = detrain_group_size(group), mine = detrain_group_rank(group);
  std::vector<char> sum(static_cast<const char*>(in), static_cast<const char*>(in) + bytes), other(bytes);
  bool has_sum = true;
  for (int width = 1; width < size && has_sum; width *= 2) {
    if (mine % (2 * width) == width) {
      SendTo(group, mine - width, sum.data(), bytes);
      has_sum = false;
    } else if (mine + width < size) {
      ReceiveInto(group, mine + width, other.data(), bytes);
      numbers.join(sum.data(), other.data(), sum.data(), count, join);
    }
  }
  if (root < 0) {
    detrain_group_broadcast(group, 0, sum.data(), bytes);
  } else if (root > 0 && mine == 0) {
    SendTo(group, root, sum.data(), bytes);
  } else if (root > 0 && mine == root) {
    ReceiveInto(group, 0, sum.data(), bytes);
  }
  if ((root < 0 || mine == root) && bytes > 0)
    std::memcpy(out, sum.data(), bytes);
}

int detrain_group_begin(uint32_t group, int sender, int receiver, const void* bytes, size_t size) {
  const Inside inside;
  Group& ranks = GroupOf(group);
  const int number = ++ranks.begun;
  for (int place = 0; place < detrain_group_size(group); ++place)
    if (place != ranks.mine && (sender < 0 || sender == ranks.mine) && (receiver < 0 || receiver == place))
      SendTo(group, place, bytes, size, number);
  return number;
}

void detrain_group_end_join(uint32_t group, int number, const void* mine, void* out, size_t count,
                            enum detrain_number_type type, enum detrain_join join) {
  const Inside inside;
  const NumberType& numbers = TypeOf(type);
  const std::size_t bytes = count * numbers.size, size = static_cast<std::size_t>(detrain_group_size(group));
  std::vector<char> all(size * bytes);
  const auto part = [&](std::size_t place) { return all.data() + place * bytes; };
  for (std::size_t place = 0; place < size; ++place) {
    if (static_cast<int>(place) != detrain_group_rank(group))
      ReceiveInto(group, static_cast<int>(place), part(place), bytes, number);
    else if (bytes > 0)
      std::memcpy(part(place), mine, bytes);
  }
  for (std::size_t width = 1; width < size; width *= 2)
    for (std::size_t left = 0; left + width < size; left += 2 * width)
      numbers.join(part(left), part(left + width), part(left), count, join);
  if (bytes > 0)
    std::memcpy(out, all.data(), bytes);
}

void detrain_group_end_receive(uint32_t group, int number, int from, void* bytes, size_t size) {
  const Inside inside;
  ReceiveInto(group, from, bytes, size, number);
}

void detrain_group_scan(uint32_t group, const void* in, void* out, size_t count, enum detrain_number_type type,
                        enum detrain_join join) {
  const Inside inside;
  const NumberType& numbers = TypeOf(type);
  const std::size_t bytes = count * numbers.size;
  const int size = detrain_group_size(group), mine = detrain_group_rank(group);
  std::vector<char> sum(static_cast<const char*>(in), static_cast<const char*>(in) + bytes);
  if (mine > 0) {
    std::vector<char> before(bytes);
    ReceiveInto(group, mine - 1, before.data(), bytes);
    numbers.join(before.data(), sum.data(), sum.data(), count, join);
  }
  if (mine + 1 < size)
    SendTo(group, mine + 1, sum.data(), bytes);
  if (bytes > 0)
    std::memcpy(out, sum.data(), bytes);
}

void detrain_group_gather(uint32_t group, int root, const void* in, size_t size, void* out, const size_t* sizes,
                          const size_t* places) {
  const Inside inside;
  const int count = detrain_group_size(group), mine = detrain_group_rank(group);
  for (int place = 0; place < count; ++place)
    if (place != mine && (root < 0 || root == place))
      SendTo(group, place, in, size);
  if (root >= 0 && root != mine)
    return;
  for (int place = 0; place < count; ++place) {
    char* to = static_cast<char*>(out) + places[place];
    if (place != mine)
      ReceiveInto(group, place, to, sizes[place]);
    else if (to != in && size > 0)
      std::memmove(to, in, size);
  }
}

void detrain_group_scatter(uint32_t group, int root, const void* in, const size_t* sizes, const size_t* places,
                           void* out, size_t size) {
  const Inside inside;
  const int count = detrain_group_size(group), mine = detrain_group_rank(group);
  if (mine != root)
    return ReceiveInto(group, root, out, size);
  for (int place = 0; place < count; ++place) {
    const char* from = static_cast<const char*>(in) + places[place];
    if (place != mine)
      SendTo(group, place, from, sizes[place]);
    else if (from != out && size > 0)
      std::memmove(out, from, size);
  }
}

void detrain_group_exchange(uint32_t group, const void* in, void* out, size_t size) {
  const Inside inside;
  const int count = detrain_group_size(group), mine = detrain_group_rank(group);
  const std::vector<char> all(static_cast<const char*>(in),
                              static_cast<const char*>(in) + static_cast<std::size_t>(count) * size);
  for (int place = 0; place < count; ++place)
    if (place != mine)
      SendTo(group, place, all.data() + static_cast<std::size_t>(place) * size, size);
  for (int place = 0; place < count; ++place) {
    char* to = static_cast<char*>(out) + static_cast<std::size_t>(place) * size;
    if (place != mine)
      ReceiveInto(group, place, to, size);
    else if (size > 0)
      std::memcpy(to, all.data() + static_cast<std::size_t>(place) * size, size);
  }
}

}  // extern "C"
