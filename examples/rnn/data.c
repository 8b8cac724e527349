// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "data.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "corpus.h"
#include "rng.h"
#include "util.h"

// Reads a whole file. *length is in bytes; the caller frees the result.
static char *read_file(const char *path, int *length) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) die("cannot open", path);
    if (fseek(file, 0, SEEK_END) != 0 || (*length = (int)ftell(file)) <= 0 || fseek(file, 0, SEEK_SET) != 0) {
        die("cannot measure, or empty", path);
    }
    char *bytes = alloc_or_die((size_t)*length, 1);
    if (fread(bytes, 1, (size_t)*length, file) != (size_t)*length) die("cannot read", path);
    if (fclose(file) != 0) die("cannot close", path);
    return bytes;
}

// Numbers the characters in the order in which they first occur.
static void tokenize(Text *text, const char *bytes) {
    int number[256];
    for (int c = 0; c < 256; c++) number[c] = -1;
    text->tokens = alloc_or_die((size_t)text->length, sizeof(int));
    text->chars = alloc_or_die(256, 1);
    for (int i = 0; i < text->length; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if (number[c] < 0) {
            number[c] = text->vocab;
            text->chars[text->vocab++] = c;
        }
        text->tokens[i] = number[c];
    }
}

// A document ends after a blank line, or where the text ends.
static int ends_document(const char *bytes, int length, int i) {
    return i + 1 == length || (i > 0 && bytes[i] == '\n' && bytes[i - 1] == '\n' && bytes[i + 1] != '\n');
}

static void find_documents(Text *text, const char *bytes) {
    for (int i = 0; i < text->length; i++) text->documents += ends_document(bytes, text->length, i);
    text->starts = alloc_or_die((size_t)text->documents + 1, sizeof(int));
    int document = 0;
    for (int i = 0; i < text->length; i++) {
        if (ends_document(bytes, text->length, i)) text->starts[++document] = i + 1;
    }
}

void text_load(Text *text, const char *path) {
    *text = (Text){.length = (int)sizeof(corpus) - 1};
    char *file = path != NULL ? read_file(path, &text->length) : NULL;
    const char *bytes = file != NULL ? file : corpus;
    tokenize(text, bytes);
    find_documents(text, bytes);
    free(file);
}

void text_free(Text *text) {
    free(text->tokens);
    free(text->starts);
    free(text->chars);
}

void reader_init(Reader *reader, const Text *text, int first, int documents, int num_lanes, int window) {
    if (documents < num_lanes) die("not enough text", "every lane needs a document");
    *reader = (Reader){.text = text, .documents = documents, .num_lanes = num_lanes, .window = window};
    reader->order = alloc_or_die((size_t)documents, sizeof(int));
    for (int i = 0; i < documents; i++) reader->order[i] = first + i;
    reader->lanes = alloc_or_die((size_t)num_lanes, sizeof(Lane));
    reader->inputs = alloc_or_die((size_t)(window * num_lanes), sizeof(int));
    reader->targets = alloc_or_die((size_t)(window * num_lanes), sizeof(int));
    reader_rewind(reader);
}

void reader_rewind(Reader *reader) {
    for (int i = 0; i < reader->num_lanes; i++) {
        reader->lanes[i].document = i * reader->documents / reader->num_lanes;
        reader->lanes[i].offset = 0;
    }
}

void reader_shuffle(Reader *reader) {
    rng_shuffle(reader->order, reader->documents);
}

// The token at the lane's place.
static int lane_token(const Reader *reader, const Lane *lane) {
    const Text *text = reader->text;
    return text->tokens[text->starts[reader->order[lane->document]] + lane->offset];
}

static void lane_advance(const Reader *reader, Lane *lane) {
    const int *start = reader->text->starts + reader->order[lane->document];
    lane->offset++;
    if (lane->offset == start[1] - start[0]) {
        lane->offset = 0;
        lane->document = (lane->document + 1) % reader->documents;
    }
}

void reader_next(Reader *reader) {
    for (int t = 0; t < reader->window; t++) {
        for (int i = 0; i < reader->num_lanes; i++) {
            Lane *lane = &reader->lanes[i];
            reader->inputs[t * reader->num_lanes + i] = lane_token(reader, lane);
            lane_advance(reader, lane);
            reader->targets[t * reader->num_lanes + i] = lane_token(reader, lane);
        }
    }
}

int reader_windows(const Reader *reader) {
    int length = 0;
    for (int i = 0; i < reader->documents; i++) {
        int document = reader->order[i];
        length += reader->text->starts[document + 1] - reader->text->starts[document];
    }
    int windows = length / (reader->window * reader->num_lanes);
    return windows > 0 ? windows : 1;
}

void reader_free(Reader *reader) {
    free(reader->order);
    free(reader->lanes);
    free(reader->inputs);
    free(reader->targets);
}
