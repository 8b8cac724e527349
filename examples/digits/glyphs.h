// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Images of handwritten digits, 8 by 8 pixels from 0 to 1: drawn here from ten glyphs, or read from a file.
#ifndef DIGITS_GLYPHS_H
#define DIGITS_GLYPHS_H

#define SIDE 8
#define PIXELS (SIDE * SIDE)
#define CLASSES 10

struct Set {
    int count;
    float *x;    // (count, PIXELS)
    int *label;  // (count), 0 to 9
};

// Draws count digits, each shifted by at most a pixel, pale or strong, and noisy. The same seed draws the same set.
void set_draw(struct Set *set, int count, unsigned seed);

// Reads lines of 64 whole numbers from 0 to 16 and a label, separated by commas: the form of the UCI repository's
// "optical recognition of handwritten digits". Ends the program on any error.
void set_read(struct Set *set, const char *path);

// Moves the last part.count examples of whole to a set of their own.
void set_split(struct Set *whole, struct Set *part, int count);

void set_free(struct Set *set);

#endif
