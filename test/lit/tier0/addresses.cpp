// A plan of tier 0 saves all that is live, blocks of the heap as they lie. Here these hold the address of a local, of
// another local's own members (the end of a list, a short text), of the program's arguments and of functions.
// RUN: rm -rf %t && mkdir %t && cp %s %t/rates.cpp && cd %t
// RUN: %detrain plan --tier=0 rates.cpp -- -std=c++17 | FileCheck --check-prefix=PLAN %s
// PLAN: rates.cpp:[[#@LINE + 57]] in main
// PLAN: modelled
// PLAN-NEXT: tier 0: all state is saved
// PLAN-NEXT: {{^ *}}as --tier=0 asks for
// PLAN: uses {{.*}} carried
// PLAN: heap::image[] {{.*}} image
// RUN: %detrain cc --tier=0 -- g++ -std=c++17 -O1 rates.cpp -o train
// RUN: %detrain verify --kill-at all --poison -- ./train 0.5 0.25 | FileCheck %s
// CHECK: 13 boundaries
// CHECK: PASSED
//
// Pointers lead to the arguments, so that a run with others cannot go on, whatever is allowed.
// RUN: env DETRAIN_DIR=ck DETRAIN_STOP_AT=3 ./train 0.5 0.25
// RUN: env DETRAIN_DIR=ck DETRAIN_ALLOW=arguments not ./train 0.5 0.75 2>err
// RUN: grep -c 'give the same arguments' err
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <list>
#include <map>
#include <string>
#include <vector>

struct Rate {
  const char* text;  // of the arguments
  int* uses;         // a local of main
  float (*scale)(float);
};

static float Half(float x) { return 0.5f * x; }
static float Third(float x) { return x / 3.0f; }

static float seen = 0.0f;

static float Learn(std::list<float>& window, std::map<std::string, float>& table, std::vector<Rate*>& rates, int step) {
  Rate* rate = rates[static_cast<std::size_t>(step) % rates.size()];
  ++*rate->uses;
  const float change = rate->scale(std::strtof(rate->text, nullptr)) * window.front();
  window.push_back(window.back() - change);
  if (window.size() > 4)
    window.pop_front();
  table["w" + std::to_string(step % 3)] += window.back();
  seen += table["w0"] * change;
  if (step % 4 == 3)
    std::swap(rates[0], rates[1]);
  return change;
}

int main(int argc, char** argv) {
  std::list<float> window = {1.0f, 2.0f};
  std::map<std::string, float> table;
  int uses = 0;
  std::vector<Rate*> rates;
  for (int i = 1; i < argc; ++i)
    rates.push_back(new Rate{argv[i], &uses, i % 2 != 0 ? Half : Third});
  std::string label = "step";
  std::function<void(float)> say = [&label](float change) { std::printf("%s %.6f\n", label.c_str(), change); };
  for (int step = 0; step < 12; ++step) {
    say(Learn(window, table, rates, step));
    label += step % 5 == 0 ? "." : "";
  }
  std::printf("%d %.6f %.6f %zu\n", uses, seen, window.back(), table.size());
}
