// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A text cut into documents at its blank lines, and readers that run through the documents in several lanes at once.
#ifndef RNN_DATA_H
#define RNN_DATA_H

// The characters of a text as numbers, and where its documents begin.
typedef struct {
    int *tokens;  // (length)
    int length;
    int *starts;  // (documents + 1): document d is tokens[starts[d]] up to tokens[starts[d + 1]]
    int documents;
    int vocab;             // how many different characters there are
    unsigned char *chars;  // (vocab), what the numbers stand for
} Text;

// Where a lane reads next: the place of its document in the order, and the offset in that document.
typedef struct {
    int document;
    int offset;
} Lane;

// Reads documents first up to first + documents of a text. Each lane starts at another document and goes on in the
// reader's order, round and round. Time runs over rows: inputs[t * lanes + lane].
typedef struct {
    const Text *text;
    int documents;
    int *order;  // (documents), a permutation of the documents read
    int num_lanes;
    int window;
    Lane *lanes;   // (num_lanes)
    int *inputs;   // (window, num_lanes)
    int *targets;  // (window, num_lanes), what follows the inputs
} Reader;

// Takes the text from a file, or the one built in where path is NULL. Ends the program on any error.
void text_load(Text *text, const char *path);
void text_free(Text *text);

void reader_init(Reader *reader, const Text *text, int first, int documents, int num_lanes, int window);
void reader_rewind(Reader *reader);        // every lane back to where it starts
void reader_shuffle(Reader *reader);       // another order of the documents, made from the present one
void reader_next(Reader *reader);          // fills inputs and targets with the next window
int reader_windows(const Reader *reader);  // how many windows go once through all documents
void reader_free(Reader *reader);

#endif
