// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "glyphs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util.h"

// clang-format off
static const char glyphs[CLASSES][SIDE][SIDE + 1] = {
    {"........", "..###...", ".#...#..", ".#...#..", ".#...#..", ".#...#..", "..###...", "........"},
    {"........", "...#....", "..##....", "...#....", "...#....", "...#....", "..###...", "........"},
    {"........", "..###...", ".#...#..", "....#...", "...#....", "..#.....", ".#####..", "........"},
    {"........", ".####...", ".....#..", "..###...", ".....#..", ".....#..", ".####...", "........"},
    {"........", "....#...", "...##...", "..#.#...", ".#####..", "....#...", "....#...", "........"},
    {"........", ".#####..", ".#......", ".####...", ".....#..", ".....#..", ".####...", "........"},
    {"........", "..###...", ".#......", ".####...", ".#...#..", ".#...#..", "..###...", "........"},
    {"........", ".#####..", ".....#..", "....#...", "...#....", "..#.....", "..#.....", "........"},
    {"........", "..###...", ".#...#..", "..###...", ".#...#..", ".#...#..", "..###...", "........"},
    {"........", "..###...", ".#...#..", ".#...#..", "..####..", ".....#..", "..###...", "........"},
};
// clang-format on

// A linear congruential generator (Numerical Recipes 1992), for the drawing only.
static unsigned lcg(unsigned *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static float lcg_uniform(unsigned *state) {
    return (float)lcg(state) / 16777216.0f;
}

static void set_alloc(struct Set *set, int count) {
    set->count = count;
    set->x = alloc_or_die((size_t)count * PIXELS, sizeof(float));
    set->label = alloc_or_die((size_t)count, sizeof(int));
}

// Whether the glyph has ink at a place, which may lie outside it.
static int has_ink(int digit, int row, int column) {
    return row >= 0 && row < SIDE && column >= 0 && column < SIDE && glyphs[digit][row][column] == '#';
}

// x: (PIXELS)
static void draw(float *x, int digit, unsigned *rng) {
    int down = (int)(lcg(rng) % 3) - 1;
    int right = (int)(lcg(rng) % 3) - 1;
    float strength = 0.6f + 0.4f * lcg_uniform(rng);
    for (int row = 0; row < SIDE; row++) {
        for (int column = 0; column < SIDE; column++) {
            float ink = has_ink(digit, row - down, column - right) ? strength : 0.0f;
            float noise = 0.5f * (lcg_uniform(rng) - 0.5f);
            float pixel = ink + noise;
            x[row * SIDE + column] = pixel < 0.0f ? 0.0f : pixel > 1.0f ? 1.0f : pixel;
        }
    }
}

void set_draw(struct Set *set, int count, unsigned seed) {
    unsigned rng = seed;
    set_alloc(set, count);
    for (int i = 0; i < count; i++) {
        set->label[i] = (int)(lcg(&rng) % CLASSES);
        draw(set->x + i * PIXELS, set->label[i], &rng);
    }
}

static int count_lines(FILE *file) {
    int lines = 0;
    for (int c = getc(file); c != EOF; c = getc(file)) lines += c == '\n';
    rewind(file);
    return lines;
}

void set_read(struct Set *set, const char *path) {
    FILE *file = fopen(path, "r");
    if (file == NULL) die("cannot open", path);
    set_alloc(set, count_lines(file));
    if (ferror(file) || set->count == 0) die("cannot read, or empty", path);
    for (int i = 0; i < set->count; i++) {
        int value;
        for (int j = 0; j < PIXELS; j++) {
            if (fscanf(file, "%d,", &value) != 1) die("not a line of 65 numbers", path);
            set->x[i * PIXELS + j] = (float)value / 16.0f;
        }
        if (fscanf(file, "%d", &value) != 1 || value < 0 || value >= CLASSES) die("not a label", path);
        set->label[i] = value;
    }
    if (fclose(file) != 0) die("cannot close", path);
}

void set_split(struct Set *whole, struct Set *part, int count) {
    whole->count -= count;
    set_alloc(part, count);
    memcpy(part->x, whole->x + whole->count * PIXELS, (size_t)count * PIXELS * sizeof(float));
    memcpy(part->label, whole->label + whole->count, (size_t)count * sizeof(int));
}

void set_free(struct Set *set) {
    free(set->x);
    free(set->label);
}
