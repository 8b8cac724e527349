// Moves with a good score are moved to the front by std::partition, which leaves their order to the library, as reported in
// official-stockfish/Stockfish#1058. Twin: std::stable_partition.
// OBSERVE: none
// KIND: ties
#include <algorithm>
#include <cstdio>
#include <vector>
struct Move {
  int square, value;
};
int main() {
  std::vector<int> history(64, 0);
  int best = 0;
  for (int depth = 0; depth < 12; depth++) {
    std::vector<Move> moves;
    for (int i = 0; i < 64; i++) moves.push_back({(i * 37 + depth) % 64, history[i] - i % 3});
    const auto good = std::partition(moves.begin(), moves.end(), [](const Move &move) { return move.value > 0; });  // site: unordered-iteration warning state
    // twin: const auto good = std::stable_partition(moves.begin(), moves.end(), [](const Move &move) { return move.value > 0; });  // site: quiet
    int tried = 0;
    for (auto move = moves.begin(); move != good && tried < 5; ++move, tried++) best = (best * 31 + move->square) % 1009;
    for (auto move = good; move != moves.end() && tried < 9; ++move, tried++) history[move->square] += depth + best % 2;
  }
  for (int v : history) std::printf("%d\n", v);
}
