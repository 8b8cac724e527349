// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "digits.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <random>
#include <stdexcept>

namespace {

constexpr std::size_t kRows = 7, kColumns = 5;

using Glyph = std::array<const char *, kRows>;

// clang-format off
constexpr std::array<Glyph, kClasses> kGlyphs = {{
    {".###.", "#...#", "#...#", "#...#", "#...#", "#...#", ".###."},
    {"..#..", ".##..", "..#..", "..#..", "..#..", "..#..", ".###."},
    {".###.", "#...#", "....#", "...#.", "..#..", ".#...", "#####"},
    {"####.", "....#", "....#", ".###.", "....#", "....#", "####."},
    {"...#.", "..##.", ".#.#.", "#..#.", "#####", "...#.", "...#."},
    {"#####", "#....", "####.", "....#", "....#", "#...#", ".###."},
    {"..##.", ".#...", "#....", "####.", "#...#", "#...#", ".###."},
    {"#####", "....#", "...#.", "...#.", "..#..", "..#..", "..#.."},
    {".###.", "#...#", "#...#", ".###.", "#...#", "#...#", ".###."},
    {".###.", "#...#", "#...#", ".####", "....#", "...#.", ".##.."},
}};
// clang-format on

float ink(const Glyph &glyph, int row, int column) {
    const bool inside = row >= 0 && row < static_cast<int>(kRows) && column >= 0 && column < static_cast<int>(kColumns);
    return inside && glyph[static_cast<std::size_t>(row)][column] == '#' ? 1.0f : 0.0f;
}

// Between the four nearest points.
float ink_at(const Glyph &glyph, float y, float x) {
    const float top = std::floor(y), left = std::floor(x), down = y - top, right = x - left;
    const int row = static_cast<int>(top), column = static_cast<int>(left);
    const float above = (1 - right) * ink(glyph, row, column) + right * ink(glyph, row, column + 1);
    const float below = (1 - right) * ink(glyph, row + 1, column) + right * ink(glyph, row + 1, column + 1);
    return (1 - down) * above + down * below;
}

std::vector<unsigned char> read_bytes(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::size_t big_endian(const std::vector<unsigned char> &bytes, std::size_t at) {
    return static_cast<std::size_t>(bytes[at]) << 24 | static_cast<std::size_t>(bytes[at + 1]) << 16 |
           static_cast<std::size_t>(bytes[at + 2]) << 8 | bytes[at + 3];
}

constexpr std::size_t kImageHeader = 16, kLabelHeader = 8, kMnistSide = 2 * kSide;

void check(const std::vector<unsigned char> &images, const std::vector<unsigned char> &labels) {
    if (images.size() < kImageHeader || labels.size() < kLabelHeader) throw std::runtime_error("no MNIST files there");
    const std::size_t count = big_endian(images, 4);
    if (big_endian(images, 8) != kMnistSide || big_endian(images, 12) != kMnistSide || big_endian(labels, 4) != count ||
        images.size() < kImageHeader + count * kMnistSide * kMnistSide || labels.size() < kLabelHeader + count) {
        throw std::runtime_error("these are not the files of MNIST");
    }
}

}  // namespace

Digits draw_digits(std::size_t count, unsigned seed) {
    std::mt19937 rng(seed);
    std::uniform_real_distribution<float> scale(1.3f, 1.9f), slant(-0.25f, 0.25f), strength(0.6f, 1.0f);
    std::normal_distribution<float> noise(0.0f, 0.12f);
    Digits digits;
    for (std::size_t k = 0; k < count; ++k) {
        const std::size_t label = rng() % kClasses;
        const float size = scale(rng), skew = slant(rng), full = strength(rng);
        for (std::size_t y = 0; y < kSide; ++y) {
            for (std::size_t x = 0; x < kSide; ++x) {
                const float row = (static_cast<float>(y) - 6.5f) / size, column = (static_cast<float>(x) - 6.5f) / size;
                const float value = full * ink_at(kGlyphs[label], row + 3.0f, column + skew * row + 2.0f) + noise(rng);
                digits.pixels.push_back(std::clamp(value, 0.0f, 1.0f));
            }
        }
        digits.labels.push_back(static_cast<int>(label));
    }
    return digits;
}

Digits read_mnist(const std::string &folder) {
    std::string name = folder + "/train";
    if (!std::ifstream(name + "-images-idx3-ubyte")) name = folder + "/t10k";
    const auto images = read_bytes(name + "-images-idx3-ubyte"), labels = read_bytes(name + "-labels-idx1-ubyte");
    check(images, labels);
    Digits digits;
    const std::size_t count = big_endian(labels, 4);
    for (std::size_t k = 0; k < count; ++k) {
        const unsigned char *image = &images[kImageHeader + k * kMnistSide * kMnistSide];
        for (std::size_t y = 0; y < kSide; ++y) {
            for (std::size_t x = 0; x < kSide; ++x) {
                const unsigned char *four = image + 2 * y * kMnistSide + 2 * x;
                const int sum = four[0] + four[1] + four[kMnistSide] + four[kMnistSide + 1];
                digits.pixels.push_back(static_cast<float>(sum) / (4 * 255.0f));
            }
        }
        digits.labels.push_back(labels[kLabelHeader + k]);
    }
    return digits;
}

Split split(const Digits &all, std::size_t count) {
    const auto pixels = all.pixels.end() - static_cast<std::ptrdiff_t>(count * kSide * kSide);
    const auto labels = all.labels.end() - static_cast<std::ptrdiff_t>(count);
    return {{{all.pixels.begin(), pixels}, {all.labels.begin(), labels}},
            {{pixels, all.pixels.end()}, {labels, all.labels.end()}}};
}
