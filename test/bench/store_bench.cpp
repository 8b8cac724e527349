// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a checkpoint costs, by the size of the state: saving against a plain fwrite and fsync of the same bytes, the
// background's writing against dd with direct I/O, restoring against reading, hashing against copying. The program is
// programs/big_state.c: ten blocks that do not compress; the analyzer has no part in it.
//
//   DETRAIN_BENCH_MIB      sizes in MiB, with commas (16,256)
//   DETRAIN_BENCH_FOLDER   a folder on the disk that is measured (the one for temporary files)
//   DETRAIN_BENCH_ROUNDS   of the whole of a size, what is compared in turn (3); medians are told
#include <algorithm>
#include <cstring>
#include <fstream>
#include <map>
#include <random>
#include <sstream>
#include <stdexcept>

#include "measure.h"
#include "programs.h"
#include "runtime/src/hash.h"

namespace detrain::bench {

namespace {

constexpr long kMiB = 1 << 20;
constexpr long kSourceMiB = 1024;  // of bytes that dd writes, again and again

std::string Variable(const char* name, const std::string& otherwise) {
  const char* text = std::getenv(name);
  return text != nullptr && *text != 0 ? text : otherwise;
}

int StoreRounds() {
  return std::max(1, std::stoi(Variable("DETRAIN_BENCH_ROUNDS", "3")));
}

double Median(std::vector<double> values) {
  std::ranges::sort(values);
  return values.empty() ? 0 : values[(values.size() - 1) / 2];
}

// Of one kind of run, over the rounds.
using Samples = std::map<std::string, std::vector<double>>;

// The program in its folder. What fails throws; the benchmark then ends with that line.
class Lab {
 public:
  Lab(benchmark::State& state, long mib)
      : state_(state),
        scratch_(Variable("DETRAIN_BENCH_FOLDER", "")),
        mib_(mib),
        steps_(std::clamp(16384 / std::max(1L, mib), 4L, 32L)) {
    const std::string source = std::string(DETRAIN_SOURCE_DIR) + "/test/bench/programs/big_state.c";
    Do("gcc -O2 " + source + " " + RuntimeFlags() + " -o big_state");
    MakeSource();
  }

  void Round() {
    const double dd = WriteDirectly();
    // Time enough between two saves for one to be written: else the disk alone is timed.
    const int pause = static_cast<int>(2000 * dd) + 50;
    const double none = Run("none", "", Arguments(10, pause));
    Add("background", Run("background", "DETRAIN_DIR=ck DETRAIN_REPORT=report", Arguments(10, pause)) - none);
    Add("written", SecondsOfSaves());
    Add("bytes", BytesOfLastSave());
    Restore(pause);
    Add("inline", Run("inline", "DETRAIN_DIR=ck DETRAIN_SAVE=inline", Arguments(10, pause)) - none);
    Add("plain", Run("plain", "", Arguments(10, pause) + " plain.bytes") - none);
    Add("trace", Run("trace", "DETRAIN_TRACE=trace", Arguments(10, pause)) - none);
    Add("dd", dd);
    Run("changed", "DETRAIN_DIR=ck DETRAIN_REPORT=report", Arguments(1, pause));
    Add("changed_bytes", BytesOfLastSave());
    Do("rm -rf ck plain.bytes trace report");
  }

  void Tell() {
    const auto steps = static_cast<double>(steps_);
    const double state = static_cast<double>(mib_) * kMiB;
    const auto each = [&](const char* name) { return Median(samples_[name]) / steps; };
    auto& counters = state_.counters;
    counters["background_of_plain"] = Ratio("background", "plain");
    counters["inline_of_plain"] = Ratio("inline", "plain");
    counters["bandwidth_of_dd"] = Ratio("dd", "written");
    counters["restore_of_read"] = Ratio("restore", "read");
    counters["trace_of_plain"] = Ratio("trace", "plain");
    counters["changed_bytes"] = Ratio("changed_bytes", "bytes");
    counters["background_ms"] = each("background") * 1e3;
    // Its parts: copies, page faults and waits for a save before; the wait for the last save; slower steps.
    const double boundaries = each("background_boundaries") - each("none_boundaries");
    counters["boundaries_ms"] = boundaries * 1e3;
    counters["drain_ms"] = each("background_drain") * 1e3;
    counters["slower_ms"] = (each("background") - boundaries - each("background_drain")) * 1e3;
    counters["plain_ms"] = each("plain") * 1e3;
    counters["trace_ms"] = each("trace") * 1e3;
    counters["dd_MBps"] = state / Median(samples_["dd"]) / 1e6;
    counters["read_MBps"] = state / Median(samples_["read"]) / 1e6;
    counters["extra_MiB"] = Median(samples_["background_resident"]) - Median(samples_["none_resident"]);
    counters["inline_extra_MiB"] = Median(samples_["inline_resident"]) - Median(samples_["none_resident"]);
    for (auto _ : state_)
      state_.SetIterationTime(each("background"));
  }

 private:
  void Add(const std::string& name, double value) { samples_[name].push_back(value); }

  // Of one run's two figures, then over the rounds.
  double Ratio(const std::string& of, const std::string& to) {
    std::vector<double> ratios;
    for (std::size_t i = 0; i < samples_[of].size(); ++i)
      ratios.push_back(samples_[of][i] / samples_[to][i]);
    return Median(ratios);
  }

  void Do(const std::string& shell) {
    if (!Must(state_, scratch_.Folder(), shell))
      throw std::runtime_error(shell);
  }

  double Time(const std::string& shell) {
    const auto figures = InTurn(state_, {{"", shell, scratch_.Folder(), ""}}, 1);
    if (figures.empty())
      throw std::runtime_error(shell);
    return figures[0].seconds;
  }

  std::string Arguments(int changed, int pause) const {
    return std::to_string(mib_) + " " + std::to_string(steps_) + " " + std::to_string(changed) + " " +
           std::to_string(pause);
  }

  // Seconds of all steps and of the end, by the program's own clock.
  double Run(const std::string& kind, const std::string& variables, const std::string& arguments) {
    Do("rm -rf ck report plain.bytes && sync");
    return RunAsItIs(kind, variables, arguments);
  }

  double RunAsItIs(const std::string& kind, const std::string& variables, const std::string& arguments) {
    Do("env " + variables + " ./big_state " + arguments + " 2>figures");
    std::ifstream file(scratch_.Path("figures"));
    std::string word;
    double seconds = 0, resident = 0, boundaries = 0, drain = 0;
    if (!(file >> word >> seconds >> word >> resident >> word >> boundaries >> word >> drain))
      throw std::runtime_error("big_state told no figures");
    Add(kind + "_resident", resident);
    Add(kind + "_boundaries", boundaries);
    Add(kind + "_drain", drain);
    return seconds;
  }

  // A whole process that restores the last step and ends, less one that only makes the state; against reading the
  // step's file. Neither finds it in the page cache.
  void Restore(int pause) {
    const std::string file = "\"$(ls -d ck/step_*/rank00000.safetensors | tail -1)\"";
    const std::string forget = "sync && dd of=" + file + " oflag=nocache conv=notrunc,fdatasync count=0";
    Do(forget);
    const double whole = Time("DETRAIN_DIR=ck DETRAIN_EVERY=0 ./big_state " + Arguments(10, pause));
    const double start = Time("./big_state " + std::to_string(mib_) + " 0 10 0");
    Do(forget);
    Add("read", Time("dd if=" + file + " of=/dev/null bs=4M"));
    Add("restore", whole - start);
  }

  // By the runtime: from when the background has the bytes until the step is durable; the mean of all saves but the
  // first, which makes the files of the run, too.
  double SecondsOfSaves() const {
    double nanoseconds = 0, count = 0;
    ForEachSave([&](const std::string& line) {
      nanoseconds += Field(line, "nanoseconds");
      ++count;
    });
    return nanoseconds * 1e-9 / std::max(1.0, count);
  }

  double BytesOfLastSave() const {
    double bytes = 0;
    ForEachSave([&](const std::string& line) { bytes = Field(line, "bytes"); });
    return bytes;
  }

  template <typename Use>
  void ForEachSave(Use use) const {
    std::ifstream report(scratch_.Path("report"));
    for (std::string line; std::getline(report, line);)
      if (line.find("\"save\"") != std::string::npos)
        use(line);
  }

  static double Field(const std::string& line, const std::string& name) {
    const std::size_t at = line.find("\"" + name + "\":");
    if (at == std::string::npos)
      throw std::runtime_error("no " + name + " in the report");
    return std::strtod(line.c_str() + at + name.size() + 3, nullptr);
  }

  // Bytes that do not compress, in memory.
  void MakeSource() {
    source_ = scratch_.Path("source");
    std::ofstream file(source_, std::ios::binary);
    std::mt19937_64 random(7);
    std::vector<std::uint64_t> piece(kMiB / 8);
    for (long i = 0; i < std::min(mib_, kSourceMiB); ++i) {
      std::ranges::generate(piece, random);
      file.write(reinterpret_cast<const char*>(piece.data()), kMiB);
    }
  }

  // As many bytes as the state has, by dd; the source lies in the page cache. Seconds.
  double WriteDirectly() {
    Do("rm -f dd.bytes && cat source >/dev/null && sync");
    std::string shell;
    for (long at = 0; at < mib_; at += kSourceMiB) {
      const bool is_last = at + kSourceMiB >= mib_;
      const long count = std::min(kSourceMiB, mib_ - at);
      shell += std::string(shell.empty() ? "" : " && ") +
               "dd if=source of=dd.bytes bs=4M oflag=direct,seek_bytes seek=" + std::to_string(at * kMiB) +
               " iflag=count_bytes count=" + std::to_string(count * kMiB) + " conv=notrunc" + (is_last ? ",fsync" : "");
    }
    const double seconds = Time(shell);
    Do("rm -f dd.bytes");
    return seconds;
  }

  benchmark::State& state_;
  Scratch scratch_;
  long mib_, steps_;
  std::string source_;
  Samples samples_;
};

void Store(benchmark::State& state) {
  try {
    Lab lab(state, state.range(0));
    for (int round = 0; round < StoreRounds(); ++round)
      lab.Round();
    lab.Tell();
  } catch (const std::exception& error) {
    state.SkipWithError(error.what());
  }
}

std::vector<char> Bytes(const benchmark::State& state) {
  std::vector<char> bytes(static_cast<std::size_t>(state.range(0)));
  std::mt19937_64 random(7);
  for (char& byte : bytes)
    byte = static_cast<char>(random());
  return bytes;
}

void HashBytes(benchmark::State& state) {
  const std::vector<char> bytes = Bytes(state);
  for (auto _ : state)
    benchmark::DoNotOptimize(runtime::Hash(bytes.data(), bytes.size()));
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * state.range(0));
}

void CopyBytes(benchmark::State& state) {
  const std::vector<char> bytes = Bytes(state);
  std::vector<char> copy(bytes.size());
  for (auto _ : state) {
    std::memcpy(copy.data(), bytes.data(), bytes.size());
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * state.range(0));
}

}  // namespace

void RegisterStore() {
  auto* store = benchmark::RegisterBenchmark("store", Store);
  store->ArgName("MiB")->UseManualTime()->Iterations(1)->Unit(benchmark::kMillisecond);
  std::istringstream sizes(Variable("DETRAIN_BENCH_MIB", "16,256"));
  for (std::string size; std::getline(sizes, size, ',');)
    store->Arg(std::max(1L, std::stol(size)));
  constexpr int kSmallest = 1 << 12, kLargest = 1 << 28;
  for (auto* b : {benchmark::RegisterBenchmark("hash", HashBytes), benchmark::RegisterBenchmark("copy", CopyBytes)})
    b->RangeMultiplier(16)->Range(kSmallest, kLargest);
}

}  // namespace detrain::bench
