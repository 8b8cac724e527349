// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/base/components.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <vector>

namespace detrain {
namespace {

using Graph = std::vector<std::vector<std::uint32_t>>;

Components Of(const Graph& graph, const std::vector<std::uint32_t>& roots) {
  return ComponentsOf(graph.size(), roots, [&](std::uint32_t vertex, const auto& visit) {
    for (const std::uint32_t target : graph[vertex])
      visit(target);
  });
}

// Per pair of vertices: whether at least one edge leads from the one to the other.
std::vector<std::vector<bool>> Reaches(const Graph& graph) {
  std::vector<std::vector<bool>> reaches(graph.size(), std::vector<bool>(graph.size()));
  for (std::size_t v = 0; v < graph.size(); ++v)
    for (const std::uint32_t w : graph[v])
      reaches[v][w] = true;
  for (std::size_t k = 0; k < graph.size(); ++k)
    for (std::size_t i = 0; i < graph.size(); ++i)
      for (std::size_t j = 0; j < graph.size(); ++j)
        if (reaches[i][k] && reaches[k][j])
          reaches[i][j] = true;
  return reaches;
}

TEST(Components, KnowsACircleAndAnEdgeToItself) {
  const Components found = Of({{1}, {2}, {1, 3}, {}, {4}, {5}}, {0, 4});
  EXPECT_EQ(found.of[1], found.of[2]);
  EXPECT_NE(found.of[0], found.of[1]);
  EXPECT_TRUE(found.is_cyclic[found.of[1]]);
  EXPECT_TRUE(found.is_cyclic[found.of[4]]);
  EXPECT_FALSE(found.is_cyclic[found.of[0]]);
  EXPECT_FALSE(found.is_cyclic[found.of[3]]);
  EXPECT_EQ(found.of[5], kNoComponent);  // no root leads there
}

TEST(Components, AreThoseOfTheTransitiveClosure) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    Graph graph(12);
    for (unsigned edge = 0; edge < 6 + random() % 20; ++edge)
      graph[random() % 12].push_back(static_cast<std::uint32_t>(random() % 12));
    std::vector<std::uint32_t> roots(12);
    for (std::uint32_t v = 0; v < 12; ++v)
      roots[v] = 11 - v;
    const Components found = Of(graph, roots);
    const auto reaches = Reaches(graph);
    for (std::size_t a = 0; a < 12; ++a)
      for (std::size_t b = 0; b < 12; ++b) {
        const bool is_one = a == b || (reaches[a][b] && reaches[b][a]);
        EXPECT_EQ(found.of[a] == found.of[b], is_one);
        if (a == b) {
          EXPECT_EQ(found.is_cyclic[found.of[a]], reaches[a][a]);
        }
      }
  }
}

TEST(Components, OfALongChainTakeNoStack) {
  Graph graph(300000);
  for (std::uint32_t v = 0; v + 1 < graph.size(); ++v)
    graph[v].push_back(v + 1);
  graph.back().push_back(0);
  const Components found = Of(graph, {0});
  EXPECT_EQ(found.is_cyclic.size(), 1U);
  EXPECT_EQ(found.of.front(), found.of.back());
}

}  // namespace
}  // namespace detrain
