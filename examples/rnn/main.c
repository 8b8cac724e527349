// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// rnn: a recurrent network that learns to write one character at a time. It reads the speeches of a play in several
// lanes, in a new order each epoch, and carries its hidden state from window to window; gradients stop at the
// window's edge. Training ends when validation has not improved for a while, and the best weights win.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "data.h"
#include "model.h"
#include "optim.h"
#include "rng.h"
#include "util.h"

#define HIDDEN 48
#define LANES 4
#define WINDOW 16
#define SAMPLE_LENGTH 200

typedef struct {
    int epochs;
    int batches;  // per epoch, 0 for as many as the text has
    int patience;
    unsigned long seed;
    const char *data;  // a text file, or NULL for the text that is built in
} Options;

// Early stopping.
typedef struct {
    float best_loss;
    int best_epoch;
    int bad_epochs;  // since the best
    float *weights;  // (num_params), as they were at the best
} Stopper;

static Options parse_options(int argc, char **argv) {
    Options options = {.epochs = 30, .batches = 0, .patience = 3, .seed = 42, .data = NULL};
    for (int i = 1; i < argc; i += 2) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (strcmp(argv[i], "--epochs") == 0) {
            options.epochs = atoi(value);
        } else if (strcmp(argv[i], "--batches") == 0) {
            options.batches = atoi(value);
        } else if (strcmp(argv[i], "--patience") == 0) {
            options.patience = atoi(value);
        } else if (strcmp(argv[i], "--seed") == 0) {
            options.seed = strtoul(value, NULL, 10);
        } else if (strcmp(argv[i], "--data") == 0 && *value != '\0') {
            options.data = value;
        } else {
            die("usage", "rnn [--epochs N] [--batches N] [--patience N] [--seed N] [--data FILE]");
        }
    }
    if (options.epochs < 1 || options.patience < 1 || options.batches < 0) {
        die("usage", "--epochs and --patience take a number above 0");
    }
    return options;
}

// The mean loss over all of the reader's windows, from a state of zeros.
static float validate(Model *model, Reader *reader, float *hidden) {
    int windows = reader_windows(reader);
    float loss = 0.0f;
    memset(hidden, 0, LANES * HIDDEN * sizeof(float));
    reader_rewind(reader);
    for (int i = 0; i < windows; i++) {
        reader_next(reader);
        loss += model_forward(model, hidden, reader->inputs, reader->targets);
    }
    return loss / (float)windows;
}

// Lets the model write, beginning after a blank line.
static void write_sample(const Model *model, const Text *text) {
    float hidden[HIDDEN] = {0};
    float *probs = alloc_or_die((size_t)text->vocab, sizeof(float));
    int token = text->tokens[text->starts[1] - 1];
    printf("---\n");
    for (int n = 0; n < SAMPLE_LENGTH; n++) {
        model_step(model, hidden, token, probs);
        float coin = rng_uniform();
        for (token = 0; token < text->vocab - 1 && coin >= probs[token]; token++) coin -= probs[token];
        putchar(text->chars[token]);
    }
    printf("\n---\n");
    free(probs);
}

int main(int argc, char **argv) {
    Options options = parse_options(argc, argv);
    rng_seed(options.seed);

    Text text;
    text_load(&text, options.data);
    int held_back = text.documents / 8 > LANES ? text.documents / 8 : LANES;  // the last documents are for validation
    Reader reader, valid;
    reader_init(&reader, &text, 0, text.documents - held_back, LANES, WINDOW);
    reader_init(&valid, &text, text.documents - held_back, held_back, LANES, WINDOW);
    int batches = options.batches > 0 ? options.batches : reader_windows(&reader);

    Model model;
    model_init(&model, text.vocab, HIDDEN, LANES, WINDOW);
    float *hidden = alloc_or_die(LANES * HIDDEN, sizeof(float));        // (B, H), of training
    float *valid_hidden = alloc_or_die(LANES * HIDDEN, sizeof(float));  // (B, H), of validation
    Stopper stop = {.best_loss = INFINITY, .best_epoch = -1};
    stop.weights = alloc_or_die(model.num_params, sizeof(float));
    float first_loss = validate(&model, &valid, valid_hidden);
    printf("%d characters in %d documents, %zu parameters, %d batches per epoch\n", text.length, text.documents,
           model.num_params, batches);
    printf("untrained: valid loss %.4f\n", first_loss);

    for (int epoch = 0; epoch < options.epochs && stop.bad_epochs < options.patience; epoch++) {
        reader_shuffle(&reader);
        reader_rewind(&reader);
        memset(hidden, 0, LANES * HIDDEN * sizeof(float));
        float train_loss = 0.0f, max_norm = 0.0f;
        for (int batch = 0; batch < batches; batch++) {
            reader_next(&reader);
            model_zero_grads(&model);
            train_loss += model_forward(&model, hidden, reader.inputs, reader.targets);
            model_backward(&model, reader.inputs, reader.targets);
            float norm = optim_clip(model.grads, model.num_params, 1.0f);
            max_norm = norm > max_norm ? norm : max_norm;
            optim_update(model.params, model.grads, model.num_params, 0.2f, 0.9f);
        }
        float valid_loss = validate(&model, &valid, valid_hidden);
        stop.bad_epochs++;
        if (valid_loss < stop.best_loss) {
            stop.best_loss = valid_loss;
            stop.best_epoch = epoch;
            stop.bad_epochs = 0;
            memcpy(stop.weights, model.params, model.num_params * sizeof(float));
        }
        printf("epoch %d: train loss %.4f, valid loss %.4f, largest gradient norm %.3f\n", epoch,
               train_loss / (float)batches, valid_loss, max_norm);
    }

    memcpy(model.params, stop.weights, model.num_params * sizeof(float));
    float last_loss = validate(&model, &valid, valid_hidden);
    write_sample(&model, &text);
    printf("best epoch %d: valid loss %.4f -> %.4f\n", stop.best_epoch, first_loss, last_loss);

    free(hidden);
    free(valid_hidden);
    free(stop.weights);
    optim_free();
    model_free(&model);
    reader_free(&reader);
    reader_free(&valid);
    text_free(&text);
    return 0;
}
