// Pointers, arrays, records, unions, bit-fields, literals, variable length arrays.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  float x, y, z;
} Vec;
struct Node {
  int v;
  struct Node* next;
};
union Mixed {
  int i;
  float f;
  unsigned char b[4];
};
struct Bits {
  unsigned a : 3;
  int b : 5;
  unsigned : 0;
  unsigned long c : 40;
};
struct __attribute__((packed)) Packed {
  unsigned a : 30;
  int b : 7;
  _Bool c : 1;
  unsigned long d : 50;
};
struct Deep {
  Vec at[2];
  struct {
    int p, q;
  };
  union {
    int u;
    char t[8];
  } m;
};

static const char* names[] = {"zero", "one", [4] = "four"};
static int table[3][2] = {{1, 2}, {3}};
static Vec origin = {.y = 2.0f};
static Vec* origin_pointer = &origin;
static int (*operation)(int, int);
char text[8] = "abc";
double big[100] = {1, 2, 3};
int counter(void) {
  static int n = 7;
  return n++;
}

static Vec make(float x) {
  Vec v = {x, x * 2};
  return v;
}
static float dot(Vec a, Vec b) {
  a.x *= 2;
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
static int add(int a, int b) {
  return a + b;
}
static int sub(int a, int b) {
  return a - b;
}

static void vla(int n, int m, int a[n][m]) {
  int t[m][n];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      t[j][i] = a[i][j] * 2;
  n = 1000;
  printf("%d %d %d ", t[m - 1][1], (int)sizeof t, (int)sizeof(t[0]));
  int (*row)[m] = a;
  row++;
  (*row)[1] = 77;
  printf("%d\n", a[1][1]);
}

static int fib(int n) {
  return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

int main(void) {
  int arr[] = {5, 3, 1, 4};
  int* q = arr;
  q += 2;
  q -= 1;
  q = 1 + q;
  *(q - 1) = 20;
  *q++ += 5;
  printf("%d %d %d %d %d\n", arr[1], arr[2], (int)(&arr[3] - arr), *q, q[-1]);
  Vec v = make(2), w = origin;
  v = make(3);
  Vec copy = v = w.y ? v : w;
  printf("%g %g %g %g\n", dot(v, (Vec){1, 2, 3}), v.x, copy.y, make(4).y);
  union Mixed mixed = {.f = 1.5f};
  mixed.b[1] ^= 3;
  printf("%x\n", mixed.i);
  struct Bits bits = {0};
  bits.a = 13;
  bits.b = -3;
  bits.c = 1ul << 39;
  bits.c += 2;
  bits.b++;
  printf("%d %d %lu\n", bits.a, bits.b, (unsigned long)bits.c);
  struct Packed packed = {1u << 29, -50, 1, 1ul << 49};
  packed.b += 3;
  packed.c = !packed.c;
  packed.d += packed.a;
  printf("%d %d %d %lu\n", packed.a, packed.b, packed.c, (unsigned long)packed.d);
  struct Node* list = NULL;
  for (int i = 0; i < 4; i++) {
    struct Node* n = malloc(sizeof *n);
    *n = (struct Node){i, list};
    list = n;
  }
  int sum = 0;
  for (struct Node* n = list; n; n = n->next)
    sum = sum * 10 + n->v;
  printf("%d %s %s %d %d %g\n", sum, names[1], names[4], table[1][0], table[1][1], origin_pointer->y);
  char buf[32] = "hello";
  char* p = buf + 1;
  *p++ = 'E';
  p[2] += 1;
  strcpy(buf + 5, " you");
  printf("%s %s %d\n", buf, text, (int)buf[20]);
  struct Deep deep = {.at[1].z = 5, .q = 3};
  struct Deep other;
  memset(&other, 0, sizeof other);
  other = deep;
  other.at[1].x = 9;
  deep.m.t[0] = 'x';
  printf("%g %g %d %d %g\n", other.at[1].z, deep.at[1].x, other.q, deep.m.u, deep.at[0].x);
  int grid[2][3] = {{1, 2, 3}, {4, 5, 6}};
  vla(2, 3, grid);
  operation = add;
  int (*operations[2])(int, int) = {sub, operation};
  printf("%d %d %d\n", operation(3, 4), operations[0](3, 4), (*operations[1])(5, 6));
  float** rows = malloc(3 * sizeof(float*));
  for (int i = 0; i < 3; i++)
    rows[i] = calloc(4, sizeof(float));
  rows[2][3] = 1.5f;
  rows[1] = realloc(rows[1], 8 * sizeof(float));
  rows[1][6] = rows[2][3] + rows[1][3];
  int once = counter();
  printf("%g %d %d\n", rows[1][6], once, counter() + counter());
  float local[100] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  local[50] += big[1];
  printf("%g %g\n", local[50], local[9] + local[99]);
  int stmt = ({
               int y = sum % 7;
               y * 2;
             }) +
             (int)({
               Vec t = make(1);
               t;
             }).y;
  printf("%d %d %d\n", stmt, _Generic(1.0f, float: 1, default: 2), fib(10));
  char line[64];
  sprintf(line, "%d-%s", stmt, buf);
  puts(line);
  void* opaque = arr;
  printf("%d %d %zu\n", ((int*)opaque)[0], *(int*)((char*)opaque + 4), offsetof(struct Deep, m));
  if (fib(5) == 5)
    exit(42);
  return 0;
}
