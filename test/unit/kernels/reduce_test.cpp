// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernels/reduce.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "kernels/norm_backward.h"
#include "kernels/softmax.h"
#include "samples.h"

namespace detrain::kernels::test {
namespace {

using Doubles = std::vector<double>;

double SumOf(const std::vector<float>& x) {
  return std::accumulate(x.begin(), x.end(), 0.0);
}

TEST(Reduce, IsTheSumForAnyOrder) {
  std::mt19937 random(11);
  std::vector<std::uint64_t> memory;
  std::vector<Size> sizes = Sizes(random, 100000);
  sizes.push_back(1 << 20);
  for (const Size n : sizes) {
    const std::vector<float> x = Normals(random, n);
    const auto sum = SameForAnyOrder([&](HostRun& run) {
      std::vector<float> out = {99};
      Reduce(run, x.data(), n, out.data(), Scratch(memory, ReduceWorkspace(n)));
      return out;
    });
    EXPECT_NEAR(sum[0], SumOf(x), 1e-7 * std::fabs(SumOf(x)) + 1e-30) << n;
  }
}

TEST(Reduce, NeitherNanNorSignOfZeroDependsOnTheMachine) {
  HostRun run;
  std::vector<std::uint64_t> memory;
  float sum = 0;
  const auto reduce = [&](const std::vector<float>& x) {
    Reduce(run, x.data(), x.size(), &sum, Scratch(memory, ReduceWorkspace(x.size())));
    return BitsOf(sum);
  };
  EXPECT_EQ(reduce({INFINITY, -INFINITY}), 0x7fc00000);
  EXPECT_EQ(reduce({-NAN, 1}), 0x7fc00000);
  EXPECT_EQ(reduce({-0.0F}), 0);
  EXPECT_EQ(reduce({3e38F, 3e38F, -3e38F}), BitsOf(3e38F));
  const Bf16 halves[] = {{0x3f80}, {0x3b80}};  // 1 and 2^-8
  Bf16 rounded{};
  Reduce(run, halves, 2, &rounded, Scratch(memory, ReduceWorkspace(2)));
  EXPECT_EQ(rounded.bits, 0x3f80);
}

TEST(SegmentedReduce, SumsEachSegment) {
  std::mt19937 random(12);
  for (const Size segments : Sizes(random, 300)) {
    std::vector<Size> offset = {0};
    for (Size s = 0; s < segments; ++s)
      offset.push_back(offset.back() + (s % 3 == 0 ? 0 : random() % 200));
    const std::vector<float> x = Normals(random, offset.back());
    const auto sum = SameForAnyOrder([&](HostRun& run) {
      std::vector<float> out(segments, 99.0F);
      SegmentedReduce(run, x.data(), offset.data(), segments, out.data());
      return out;
    });
    for (Size s = 0; s < segments; ++s) {
      double want = 0;
      for (Size i = offset[s]; i < offset[s + 1]; ++i)
        want += x[i];
      EXPECT_NEAR(sum[s], want, 1e-7 * std::fabs(want) + 1e-12) << s;
    }
  }
}

TEST(GlobalNorm, DoesNotOverflowOnTheWay) {
  std::mt19937 random(13);
  std::vector<std::uint64_t> memory;
  for (const Size n : Sizes(random, 20000)) {
    std::vector<float> x = Normals(random, n);
    for (float& value : x)
      value *= 1e30F;
    double want = 0;
    for (const float value : x)
      want += static_cast<double>(value) * value;
    const auto norm = SameForAnyOrder([&](HostRun& run) {
      std::vector<float> out = {99};
      GlobalNorm(run, x.data(), n, out.data(), Scratch(memory, ReduceWorkspace(n)));
      return out;
    });
    EXPECT_NEAR(norm[0], std::sqrt(want), 1e-7 * std::sqrt(want));
  }
}

TEST(BiasGradient, AddsColumnSums) {
  std::mt19937 random(14);
  std::vector<std::uint64_t> memory;
  for (const Size rows : Sizes(random, 700)) {
    const Size columns = random() % 40;
    const std::vector<float> out = Normals(random, rows * columns), before = Normals(random, columns);
    const auto bias = SameForAnyOrder([&](HostRun& run) {
      std::vector<float> b = before;
      BiasGradient(run, out.data(), rows, columns, b.data(), Scratch(memory, BiasGradientWorkspace(rows, columns)));
      return b;
    });
    for (Size c = 0; c < columns; ++c) {
      double want = before[c];
      for (Size r = 0; r < rows; ++r)
        want += out[r * columns + c];
      EXPECT_NEAR(bias[c], want, 1e-5);
    }
  }
}

// The plain formula, element by element.
struct NormReference {
  Doubles input, weight, bias;
};

NormReference NormBackward(const NormShape<float>& s) {
  const Size per_group = s.channels / s.groups, size = per_group * s.space;
  NormReference r{Doubles(s.batch * s.channels * s.space), Doubles(s.channels), Doubles(s.channels)};
  for (Size n = 0; n < s.batch; ++n)
    for (Size g = 0; g < s.groups; ++g) {
      double mean = 0, mean_norm = 0;
      const auto visit = [&](auto body) {
        for (Size c = g * per_group; c < (g + 1) * per_group; ++c)
          for (Size p = 0; p < s.space; ++p) {
            const Size at = (n * s.channels + c) * s.space + p;
            body(at, c, (s.x[at] - double{s.mean[n * s.groups + g]}) * s.rstd[n * s.groups + g]);
          }
      };
      visit([&](Size at, Size c, double norm) {
        const double d = double{s.weight[c]} * s.out[at];
        mean += d / static_cast<double>(size);
        mean_norm += d * norm / static_cast<double>(size);
        r.weight[c] += s.out[at] * norm;
        r.bias[c] += s.out[at];
      });
      visit([&](Size at, Size c, double norm) {
        r.input[at] = s.rstd[n * s.groups + g] * (double{s.weight[c]} * s.out[at] - mean - norm * mean_norm);
      });
    }
  return r;
}

void ExpectNear(const std::vector<float>& got, const Doubles& want) {
  for (Size i = 0; i < want.size(); ++i)
    EXPECT_NEAR(got[i] - 0.5F, want[i], 1e-5 * (1 + std::fabs(want[i])));
}

void CheckNorm(std::mt19937& random, Size batch, Size channels, Size space, Size groups) {
  const Size n = batch * channels * space;
  const auto out = Normals(random, n), x = Normals(random, n), weight = Normals(random, channels);
  const auto mean = Normals(random, batch * groups), rstd = Normals(random, batch * groups);
  const NormShape<float> s{out.data(), x.data(), weight.data(), mean.data(), rstd.data(),
                           batch,      channels, space,         groups};
  std::vector<std::uint64_t> memory;
  std::vector<float> input, dweight, dbias;
  SameForAnyOrder([&](HostRun& run) {
    input.assign(n, 0.5F);
    dweight.assign(channels, 0.5F);
    dbias.assign(channels, 0.5F);
    void* const scratch = Scratch(memory, NormBackwardWorkspace(s));
    if (space == 1 && groups == 1)
      LayerNormBackward(run, s, input.data(), dweight.data(), dbias.data(), scratch);
    else
      GroupNormBackward(run, s, input.data(), dweight.data(), dbias.data(), scratch);
    std::vector<float> all = input;
    all.insert(all.end(), dweight.begin(), dweight.end());
    all.insert(all.end(), dbias.begin(), dbias.end());
    return all;
  });
  const NormReference want = NormBackward(s);
  ExpectNear(input, want.input);
  ExpectNear(dweight, want.weight);
  ExpectNear(dbias, want.bias);
}

TEST(NormBackward, LayerNorm) {
  std::mt19937 random(15);
  for (const Size rows : {0UL, 1UL, 2UL, 63UL, 130UL})
    for (const Size channels : {1UL, 5UL, 64UL, 129UL})
      CheckNorm(random, rows, channels, 1, 1);
}

TEST(NormBackward, GroupNorm) {
  std::mt19937 random(16);
  CheckNorm(random, 3, 8, 5, 4);
  CheckNorm(random, 1, 6, 1, 6);
  CheckNorm(random, 2, 12, 49, 1);
  CheckNorm(random, 0, 4, 4, 2);
  CheckNorm(random, 1, 1, 1, 1);
  CheckNorm(random, 5, 33, 17, 3);
  CheckNorm(random, 2, 7, 257, 7);
}

TEST(Softmax, LossAndGradient) {
  std::mt19937 random(17);
  std::vector<std::uint64_t> memory;
  for (const Size rows : {0UL, 1UL, 7UL})
    for (const Size classes : {1UL, 2UL, 10UL, 257UL, 5000UL}) {
      std::vector<float> logits = Normals(random, rows * classes);
      for (float& x : logits)
        x *= 20;
      std::vector<int> target(rows);
      for (int& t : target)
        t = static_cast<int>(random() % classes);
      if (rows > 1)
        target[1] = -1;
      std::vector<float> loss, gradient;
      SameForAnyOrder([&](HostRun& run) {
        loss.assign(rows, 99.0F);
        gradient.assign(rows * classes, 99.0F);
        SoftmaxCrossEntropy(run, logits.data(), target.data(), {rows, classes}, 0.5F, loss.data(), gradient.data(),
                            Scratch(memory, SoftmaxWorkspace(rows)));
        std::vector<float> all = loss;
        all.insert(all.end(), gradient.begin(), gradient.end());
        return all;
      });
      for (Size r = 0; r < rows; ++r) {
        double sum = 0;
        for (Size c = 0; c < classes; ++c)
          sum += std::exp(static_cast<double>(logits[r * classes + c]));
        const bool counted = target[r] >= 0;
        const double right = counted ? logits[r * classes + static_cast<Size>(target[r])] : 0;
        EXPECT_NEAR(loss[r], counted ? std::log(sum) - right : 0, 1e-5);
        for (Size c = 0; c < classes; ++c) {
          const double share = std::exp(logits[r * classes + c] - std::log(sum));
          const double want = counted ? 0.5 * (share - (static_cast<int>(c) == target[r] ? 1 : 0)) : 0;
          EXPECT_NEAR(gradient[r * classes + c], want, 1e-6);
        }
      }
    }
}

// The targets are finite: it is the others that spoil the row, its gradient too.
TEST(Softmax, ARowThatHasNoLossGivesNan) {
  HostRun run;
  std::vector<std::uint64_t> memory;
  for (const std::vector<float>& bad :
       {std::vector<float>{INFINITY, 1, 2}, {3, 1, NAN}, {INFINITY, 1, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}}) {
    const int target = 1;
    float loss = 99;
    std::vector<float> gradient(3, 99.0F);
    SoftmaxCrossEntropy(run, bad.data(), &target, {1, 3}, 0.5F, &loss, gradient.data(),
                        Scratch(memory, SoftmaxWorkspace(1)));
    EXPECT_EQ(BitsOf(loss), 0x7fc00000) << bad[0];
    for (const float value : gradient)
      EXPECT_EQ(BitsOf(value), 0x7fc00000) << bad[0];
  }
  const std::vector<float> good = {-INFINITY, 0, -INFINITY};
  const int target = 1;
  float loss = 99;
  std::vector<float> gradient(3, 99.0F);
  SoftmaxCrossEntropy(run, good.data(), &target, {1, 3}, 0.5F, &loss, gradient.data(),
                      Scratch(memory, SoftmaxWorkspace(1)));
  EXPECT_EQ(loss, 0);
  EXPECT_EQ(gradient, std::vector<float>(3));
}

// The shape that reduce.h states, for 2^20 and some elements, by recursion.
double PairsOf(const Doubles& lane, Size from, Size to) {
  return to - from == 1 ? lane[from] : PairsOf(lane, from, (from + to) / 2) + PairsOf(lane, (from + to) / 2, to);
}

TEST(Reduce, FollowsTheStatedTree) {
  std::mt19937 random(20);
  HostRun run;
  std::vector<std::uint64_t> memory;
  for (const Size n : {Size{0}, Size{1000}, Size{(1 << 20) + 77}}) {
    const std::vector<float> x = WildFloats(random, n);
    Doubles lane(Lanes(n));
    for (Size i = 0; i < n; ++i)
      lane[i % lane.size()] += x[i];
    float sum = 0;
    Reduce(run, x.data(), n, &sum, Scratch(memory, ReduceWorkspace(n)));
    EXPECT_EQ(BitsOf(sum), BitsOf(Finish<float>(PairsOf(lane, 0, lane.size())))) << n;
  }
}

TEST(Math, ExpAndLogAreWithinTwoUnits) {
  std::mt19937_64 random(18);
  std::uniform_real_distribution<double> draw(-690, 690);
  for (int i = 0; i < 20000; ++i) {
    const double x = draw(random);
    EXPECT_NEAR(Exp(x) / std::exp(x), 1, 5e-16) << x;
    const double y = std::exp(x);
    EXPECT_NEAR(Log(y), std::log(y), 5e-16 * std::fabs(std::log(y)) + 1e-16) << y;
  }
  EXPECT_EQ(Exp(0), 1);
  EXPECT_EQ(Exp(-INFINITY), 0);
  EXPECT_TRUE(std::isnan(Exp(NAN)));
  EXPECT_EQ(Log(1), 0);
  EXPECT_TRUE(std::isnan(Log(NAN)));
  EXPECT_EQ(Log(INFINITY), INFINITY);
}

}  // namespace
}  // namespace detrain::kernels::test
