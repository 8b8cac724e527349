// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A do loop over state of every shape: lists, interior pointers, pointers to functions and constants, arrays of
// structs, unions, long double, grown and aligned blocks, descriptors, files written in place and renamed, random
// devices, clocks that reach state. What the rewriter inserted is marked with "<-"; here the plan follows the types
// that it describes.
// clang-format off: generated code keeps the user's lines
#include "structures.detrain.h" // <-
#include <fcntl.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

typedef struct Node {
  struct Node *next;
  double value;
  int id;
} Node;
typedef struct {
  struct { short a; float b; } cell[3];
  char tag;
} Item;
typedef struct {
  int n;
  float values[];
} Flexible;
typedef struct {
  Node *head;
  Item *items;
  int item_count;
  Flexible *flexible;
  const char *word;
  double (*function)(double);
  double (*own)(double);
  long double wide;
  union { int i; char text[8]; } either;
  double *aligned;
  double *cursor;  // into aligned, up to just past its end
  int *self;       // to item_count
  char *copy;
} State;

#define P DETRAIN_PTR
#define C DETRAIN_CARRIED
#define ONE {1, 1}, {0, 0}
static const struct detrain_leaf detrain_leaves[] = { // <-
    {"s.head", offsetof(State, head), 1, ONE, P, C, 1, 0, 1, 0, {0}, {{0, 0}}, 0},
    {"s.items", offsetof(State, items), 1, ONE, P, C, 1, 0, 2, 0, {0}, {{0, 0}}, 0},
    {"s.item_count", offsetof(State, item_count), 1, ONE, DETRAIN_I32, C, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    {"s.flexible", offsetof(State, flexible), 1, ONE, P, DETRAIN_INVARIANT, 1, 0, 3, 0, {0}, {{0, 0}}, 0},
    {"s.word", offsetof(State, word), 1, ONE, P, C, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    {"s.function", offsetof(State, function), 1, ONE, P, C, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    {"s.own", offsetof(State, own), 1, ONE, P, C, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    {"s.wide", offsetof(State, wide), 1, ONE, DETRAIN_F80, C, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    {"s.either", offsetof(State, either), 8, ONE, DETRAIN_BYTES, C, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    {"s.aligned", offsetof(State, aligned), 1, ONE, P, C, 1, 0, 4, 0, {0}, {{0, 0}}, 0},
    {"s.cursor", offsetof(State, cursor), 1, ONE, P, C, 0, 0, 4, 0, {0}, {{0, 0}}, 0},
    {"s.self", offsetof(State, self), 1, ONE, P, C, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    {"s.copy", offsetof(State, copy), 1, ONE, P, C, 1, 0, 5, 0, {0}, {{0, 0}}, 0},
    // 13: Node
    {"s.head->next", offsetof(Node, next), 1, ONE, P, C, 1, 0, 1, 0, {0}, {{0, 0}}, 0},
    {"s.head->value", offsetof(Node, value), 1, ONE, DETRAIN_F64, C, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    {"s.head->id", offsetof(Node, id), 1, ONE, DETRAIN_I32, C, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    // 16: Item
    {"s.items[].cell[].a", offsetof(Item, cell), 1, {3, 1}, {8, 0}, DETRAIN_I16, C, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    {"s.items[].cell[].b", offsetof(Item, cell) + 4, 1, {3, 1}, {8, 0}, DETRAIN_F32, C, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    {"s.items[].tag", offsetof(Item, tag), 1, ONE, DETRAIN_I8, C, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    // 19: Flexible, aligned, copy
    {"s.flexible->n", 0, 1, ONE, DETRAIN_I32, C, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    {"s.flexible->values", 4, 0, ONE, DETRAIN_F32, C, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    {"s.aligned", 0, 1, ONE, DETRAIN_F64, C, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    {"s.copy", 0, 1, ONE, DETRAIN_I8, C, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    // 23: the rest
    {"libc::drand48", 0, 0, ONE, DETRAIN_BYTES, DETRAIN_STREAM, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    {"fd", 0, 1, ONE, DETRAIN_FD, DETRAIN_CURSOR, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    {"entropy", 0, 1, ONE, DETRAIN_FILE, DETRAIN_CURSOR, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    {"step", 0, 1, ONE, DETRAIN_I64, DETRAIN_COUNTER, 0, 0, -1, 1, {0}, {{0, 0}}, 0},
    {"table", 0, 1, ONE, DETRAIN_FILE, DETRAIN_CURSOR, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
};
static const struct detrain_region detrain_regions[] = { // <-
    {"s", DETRAIN_VARIABLE, 0, 0, sizeof(State), 0, 13, 0},
    {"s.head", DETRAIN_HEAP, 0, 0, sizeof(Node), 13, 3, 0},
    {"s.items", DETRAIN_HEAP, 0, 0, sizeof(Item), 16, 3, 0},
    {"s.flexible", DETRAIN_HEAP, 0, 0, sizeof(Flexible), 19, 2, 0},
    {"s.aligned", DETRAIN_HEAP, 0, 0, 8, 21, 1, 0},
    {"s.copy", DETRAIN_HEAP, 0, 0, 1, 22, 1, 0},
    {"libc::drand48", DETRAIN_HIDDEN, 0, 0, 0, 23, 1, 0},
    {"fd", DETRAIN_VARIABLE, 0, 0, 4, 24, 1, 0},
    {"entropy", DETRAIN_VARIABLE, 0, 0, 8, 25, 1, 0},
    {"step", DETRAIN_VARIABLE, 0, 0, 8, 26, 1, 0},
    {"table", DETRAIN_VARIABLE, 0, 0, 8, 27, 1, 0},
};
static const struct detrain_plan detrain_plan = { // <-
    DETRAIN_ABI, "structures.c", "0000structures01", 0, detrain_regions, 11, detrain_leaves, 28, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
};
#define DETRAIN_BIND(index, variable) detrain_bind(&detrain_plan, index, &(variable), sizeof(variable)) // <-

static double Own(double x) { return x / 2; }

static void Push(State *s, double value, int id) {
  Node *node = malloc(sizeof *node);
  node->next = s->head;
  node->value = value;
  node->id = id;
  s->head = node;
}

static void Pop(State *s) {
  Node *node = s->head;
  if (node == NULL) return;
  s->head = node->next;
  free(node);
}

static void Grow(State *s) {
  s->items = realloc(s->items, (size_t)(s->item_count + 1) * sizeof(Item));
  Item *item = &s->items[s->item_count++];
  memset(item, 0, sizeof *item);
  for (int i = 0; i < 3; i++) {
    item->cell[i].a = (short)(s->item_count * 3 + i);
    item->cell[i].b = (float)drand48();
  }
  item->tag = (char)('a' + s->item_count);
}

static void Step(State *s, long step, int fd, FILE *entropy, FILE *table) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  s->wide = s->wide / 3 + (long double)(now.tv_nsec % 1000) + drand48();
  Push(s, s->function((double)step) + s->own(4), (int)step);
  Push(s, drand48(), -(int)step);
  if (step % 3 == 2) {
    Pop(s);
    Pop(s);
    Pop(s);
  }
  if (step % 2 == 0) Grow(s);
  s->function = step % 2 == 0 ? cos : sin;
  s->word = step % 2 == 0 ? "even" : "odd";
  if (s->aligned == NULL) {
    s->aligned = aligned_alloc(64, 8 * sizeof(double));
    for (int i = 0; i < 8; i++) s->aligned[i] = i;
    s->cursor = s->aligned;
  }
  if (s->cursor == s->aligned + 8) s->cursor = s->aligned;
  *s->cursor++ += (double)s->wide;
  unsigned char byte = 0;
  if (fread(&byte, 1, 1, entropy) != 1) exit(6);
  s->flexible->values[step % s->flexible->n] += byte;
  snprintf(s->either.text, sizeof s->either.text, "t%d", (int)step);
  char line[32];
  free(s->copy);
  s->copy = strdup(s->word);
  int n = snprintf(line, sizeof line, "fd %ld %s\n", step, s->copy);
  if (write(fd, line, (size_t)n) != n) exit(6);
  fseek(table, (step % 4) * 8, SEEK_SET);
  fprintf(table, "%07ld\n", step * 11);
  FILE *best = fopen("best.tmp", "w");
  fprintf(best, "best %ld\n", step);
  fclose(best);
  rename("best.tmp", "best.txt");
}

static void Report(const State *s) {
  for (const Node *node = s->head; node != NULL; node = node->next) printf("%d:%.12g ", node->id, node->value);
  for (int i = 0; i < *s->self; i++) printf("%c%d/%.9g ", s->items[i].tag, s->items[i].cell[1].a, (double)s->items[i].cell[2].b);
  printf("%s %Lg %s at %d, %g %g\n", s->word, s->wide, s->either.text, s->aligned ? (int)(s->cursor - s->aligned) : -1,
         (double)s->flexible->values[0], s->aligned ? s->aligned[3] : 0);
}

int main(int argc, char **argv) {
  const long steps = argc > 1 ? atol(argv[1]) : 12;
  State s;
  memset(&s, 0, sizeof s);
  long seed = 0;
  if (getrandom(&seed, sizeof seed, 0) != sizeof seed) return 6;
  srand48(seed);
  s.flexible = malloc(sizeof(Flexible) + 5 * sizeof(float));
  s.flexible->n = 5;
  memset(s.flexible->values, 0, 5 * sizeof(float));
  s.function = sqrt;
  s.own = Own;
  s.word = "start";
  s.self = &s.item_count;
  s.copy = strdup("nothing");
  FILE *table = fopen("table.txt", "w");
  for (int i = 0; i < 4; i++) fprintf(table, "0000000\n");
  int fd = open("fd.txt", O_WRONLY | O_CREAT | O_TRUNC, 0644);
  FILE *entropy = fopen("/dev/urandom", "r");
  if (fd < 0 || entropy == NULL || table == NULL) return 5;
  long step = 0;
  DETRAIN_BIND(0, s); DETRAIN_BIND(7, fd); DETRAIN_BIND(8, entropy); DETRAIN_BIND(9, step); DETRAIN_BIND(10, table); detrain_enter(&detrain_plan); detrain_first(&detrain_plan); // <-
  do { if (detrain_resuming()) goto detrain_resume_1; // <-
    Step(&s, step, fd, entropy, table);
    Report(&s);
    step++;
  detrain_resume_1:; // <-
  } while (detrain_step(&detrain_plan), step < steps);
  fclose(table);
  fclose(entropy);
  close(fd);
  while (s.head != NULL) Pop(&s);
  free(s.items);
  free(s.aligned);
  free(s.flexible);
  free(s.copy);
  return 0;
}
