// State in blocks linked to each other, made by one allocation in a loop: one entry for all of them.
// RUN: cd %S && %detrain plan linked_list.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan linked_list.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK-DAG: {{^  [a-z]+->w .*}} carried{{$}}
// CHECK-DAG: {{^  [a-z]+->next .*}} invariant{{$}}
//
// Twin 1: an array instead of a list.
// TWIN1: bitwise
// TWIN1-DAG: {{^  }}head{{\[\]}}.w {{.*}} carried{{$}}
#include <stdio.h>
#include <stdlib.h>
struct Node {
    struct Node *next;
    float w;
};
int main(int argc, char **argv) {
    int n = atoi(argv[1]);
#if TWIN == 1
    struct Node *head = calloc(n, sizeof *head);
#else
    struct Node *head = NULL;
    for (int i = 0; i < n; i++) {
        struct Node *node = calloc(1, sizeof *node);
        node->next = head;
        head = node;
    }
#endif
    float w[64] = {0};
    for (int step = 0; step < 100; step++) {
#if TWIN == 1
        for (int i = 0; i < n; i++) head[i].w += w[0];
#else
        for (struct Node *at = head; at; at = at->next) at->w += w[0];
#endif
        for (int i = 0; i < 64; i++) w[i] += head->w + 1;
    }
    printf("%f\n", w[0]);
}
