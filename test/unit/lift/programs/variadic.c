// Arguments beyond the parameters: of all kinds, by va_copy, by a pointer to the list, through a pointer to a function.
#include <stdarg.h>
#include <stdio.h>

struct Pair {
  int first;
  double second;
};
struct Large {
  long numbers[5];
};

static long Next(va_list* list) { return va_arg(*list, long); }

static double Mixed(const char* kinds, ...) {
  va_list list, again;
  va_start(list, kinds);
  va_copy(again, list);
  double sum = 0;
  for (const char* kind = kinds; *kind; kind++) switch (*kind) {
      case 'i': sum += va_arg(list, int); break;
      case 'l': sum += (double)Next(&list); break;
      case 'd': sum += va_arg(list, double); break;
      case 'p': sum += *va_arg(list, double*); break;
      case 'P': {
        struct Pair pair = va_arg(list, struct Pair);
        sum += pair.first * pair.second;
        break;
      }
      case 'L': sum += (double)va_arg(list, struct Large).numbers[4]; break;
      default: break;
    }
  if (kinds[0] == 'i') sum += 1000 * va_arg(again, int);
  va_end(again);
  va_end(list);
  return sum;
}

static int Count(int n, ...) { return n + 1; }

int main(void) {
  double number = 0.25;
  struct Pair pair = {3, 1.5};
  struct Large large = {{1, 2, 3, 4, 50}};
  double (*mixed)(const char*, ...) = Mixed;
  char small = 7;
  float half = 0.5f;
  printf("%f\n", Mixed("iildp", 1, small, 4L, half, &number));
  printf("%f\n", mixed("PLd", pair, large, 2.0));
  printf("%f %d %d\n", Mixed(""), Count(1), Count(2, 'a', 1.0));
  return 0;
}
