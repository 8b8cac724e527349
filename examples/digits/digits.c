// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// digits: a multilayer perceptron that learns to read digits. Dropout, momentum, and a learning rate that is halved
// when validation stops improving. Every epoch adds a line to digits.csv; best.txt holds the best score of the run.
#define _POSIX_C_SOURCE 199309L  // clock_gettime

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "glyphs.h"
#include "mlp.h"
#include "util.h"

#define LAYERS 3
#define BATCH 32

struct Options {
    int epochs;
    int samples;  // of training, when they are drawn
    float rate;
    unsigned seed;
    const char *data;  // a file of digits, or NULL for drawn ones
};

struct Batch {
    int rows;
    float x[BATCH][PIXELS];
    int label[BATCH];
};

// Halves the rate when the loss has not fallen for more than PATIENCE epochs.
#define PATIENCE 2
struct Schedule {
    float rate;
    float best;
    int bad_epochs;
};

struct Score {
    float loss;
    float accuracy;
};

static double now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static struct Options parse_options(int argc, char **argv) {
    struct Options options = {.epochs = 40, .samples = 1000, .rate = 0.05f, .seed = (unsigned)time(NULL), .data = NULL};
    for (int i = 1; i < argc; i += 2) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (strcmp(argv[i], "--epochs") == 0) {
            options.epochs = atoi(value);
        } else if (strcmp(argv[i], "--samples") == 0) {
            options.samples = atoi(value);
        } else if (strcmp(argv[i], "--rate") == 0) {
            options.rate = (float)atof(value);
        } else if (strcmp(argv[i], "--seed") == 0) {
            options.seed = (unsigned)strtoul(value, NULL, 10);
        } else if (strcmp(argv[i], "--data") == 0 && *value != '\0') {
            options.data = value;
        } else {
            die("usage", "digits [--epochs N] [--samples N] [--rate X] [--seed N] [--data FILE]");
        }
    }
    if (options.epochs < 1 || options.samples < 1 || options.rate <= 0.0f) {
        die("usage", "--epochs, --samples and --rate take a number above 0");
    }
    return options;
}

static void load_sets(struct Set *train, struct Set *valid, const struct Options *options) {
    if (options->data != NULL) {
        set_read(train, options->data);
        if (train->count < 2) die("too few digits", options->data);
        set_split(train, valid, train->count > 4 ? train->count / 5 : 1);
    } else {
        set_draw(train, options->samples, 1);
        set_draw(valid, 200, 2);
    }
}

// Copies examples of the set, in the order given, from start on.
static void fill_batch(struct Batch *batch, const struct Set *set, const int *order, int start) {
    batch->rows = set->count - start < BATCH ? set->count - start : BATCH;
    for (int r = 0; r < batch->rows; r++) {
        int index = order[start + r];
        memcpy(batch->x[r], set->x + index * PIXELS, PIXELS * sizeof(float));
        batch->label[r] = set->label[index];
    }
}

// A fresh permutation of 0 to n - 1.
static void shuffle(int *order, int n) {
    for (int i = 0; i < n; i++) order[i] = i;
    for (int i = n - 1; i > 0; i--) {
        int j = rand() % (i + 1);
        int swap = order[i];
        order[i] = order[j];
        order[j] = swap;
    }
}

// Goes once through the set. order: (set->count). Returns the mean loss per example.
static float train_epoch(struct Layer *layers, const struct Set *set, int *order, struct Batch *batch, float rate) {
    float loss = 0.0f;
    shuffle(order, set->count);
    for (int start = 0; start < set->count; start += BATCH) {
        fill_batch(batch, set, order, start);
        mlp_forward(layers, LAYERS, batch->x[0], batch->rows, 1);
        loss += mlp_loss(&layers[LAYERS - 1], batch->label, batch->rows) * (float)batch->rows;
        mlp_backward(layers, LAYERS, batch->x[0], batch->label, batch->rows);
        mlp_update(layers, LAYERS, rate, 0.9f);
    }
    return loss / (float)set->count;
}

// How many rows of the last pass have their highest probability at the label.
static int count_hits(const struct Layer *last, const int *label, int rows) {
    int hits = 0;
    for (int r = 0; r < rows; r++) {
        const float *y = last->y + r * last->out;
        float highest = y[0];
        int best = 0;
        for (int o = 1; o < last->out; o++) {
            if (y[o] > highest) {
                highest = y[o];
                best = o;
            }
        }
        hits += best == label[r];
    }
    return hits;
}

static struct Score evaluate(struct Layer *layers, const struct Set *set) {
    float loss = 0.0f;
    int hits = 0;
    for (int start = 0; start < set->count; start += BATCH) {
        int rows = set->count - start < BATCH ? set->count - start : BATCH;
        mlp_forward(layers, LAYERS, set->x + start * PIXELS, rows, 0);
        loss += mlp_loss(&layers[LAYERS - 1], set->label + start, rows) * (float)rows;
        hits += count_hits(&layers[LAYERS - 1], set->label + start, rows);
    }
    return (struct Score){loss / (float)set->count, (float)hits / (float)set->count};
}

static void schedule_update(struct Schedule *schedule, float loss) {
    if (loss < schedule->best) {
        schedule->best = loss;
        schedule->bad_epochs = 0;
    } else if (++schedule->bad_epochs > PATIENCE) {
        schedule->rate *= 0.5f;
        schedule->bad_epochs = 0;
    }
}

static FILE *open_csv(const char *path, unsigned seed) {
    FILE *csv = fopen(path, "a");
    if (csv == NULL) die("cannot open", path);
    if (fprintf(csv, "# seed %u\nepoch,rate,train_loss,valid_loss,accuracy\n", seed) < 0) die("cannot write", path);
    return csv;
}

static void write_line(FILE *csv, int epoch, float rate, float train_loss, struct Score score) {
    int written = fprintf(csv, "%d,%g,%.6f,%.6f,%.4f\n", epoch, rate, train_loss, score.loss, score.accuracy);
    if (written < 0 || fflush(csv) != 0) die("cannot write", "digits.csv");
}

static void write_best(const char *path, int epoch, float accuracy) {
    FILE *file = fopen(path, "w");
    if (file == NULL) die("cannot open", path);
    if (fprintf(file, "epoch %d, accuracy %.4f\n", epoch, accuracy) < 0) die("cannot write", path);
    if (fclose(file) != 0) die("cannot close", path);
}

int main(int argc, char **argv) {
    struct Options options = parse_options(argc, argv);
    srand(options.seed);

    struct Set train, valid;
    load_sets(&train, &valid, &options);
    struct Layer layers[LAYERS];
    layer_init(&layers[0], PIXELS, 48, BATCH);
    layer_init(&layers[1], 48, 32, BATCH);
    layer_init(&layers[2], 32, CLASSES, BATCH);
    int *order = alloc_or_die((size_t)train.count, sizeof(int));
    struct Batch batch = {0};
    struct Schedule schedule = {.rate = options.rate, .best = INFINITY};
    float best_accuracy = 0.0f;
    double total_ms = 0.0;
    FILE *csv = open_csv("digits.csv", options.seed);
    printf("seed %u: %d digits to learn from, %d to check\n", options.seed, train.count, valid.count);

    for (int epoch = 0; epoch < options.epochs; epoch++) {
        double start_ms = now_ms();
        float train_loss = train_epoch(layers, &train, order, &batch, schedule.rate);
        double elapsed_ms = now_ms() - start_ms;
        total_ms += elapsed_ms;

        struct Score score = evaluate(layers, &valid);
        printf("epoch %d: rate %.4f, train loss %.4f, valid loss %.4f, accuracy %.1f%% (%.1f ms)\n", epoch,
               schedule.rate, train_loss, score.loss, 100.0f * score.accuracy, elapsed_ms);
        write_line(csv, epoch, schedule.rate, train_loss, score);
        if (score.accuracy > best_accuracy) {
            best_accuracy = score.accuracy;
            write_best("best.txt", epoch, best_accuracy);
        }
        schedule_update(&schedule, score.loss);
    }

    if (fclose(csv) != 0) die("cannot close", "digits.csv");
    printf("trained for %.1f ms\n", total_ms);
    printf("best accuracy %.1f%%, final rate %.4f\n", 100.0f * best_accuracy, schedule.rate);

    for (int l = 0; l < LAYERS; l++) layer_free(&layers[l]);
    free(order);
    set_free(&train);
    set_free(&valid);
    return 0;
}
