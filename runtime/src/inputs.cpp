// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "inputs.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <map>
#include <mutex>
#include <sstream>
#include <utility>

#include "disk.h"
#include "fail.h"
#include "random_device.h"
#include "run.h"
#include "settings.h"
#include "workers.h"

extern "C" {
__attribute__((weak)) int detrain_virtual_clock = 0;
}

namespace detrain::runtime {
namespace {

constexpr std::uint64_t kSecond = 1000000;  // microseconds

enum class Mode { BeforeLoop, PassThrough, KeepInLoop };

struct Table {
  std::mutex mutex;
  Mode mode = Mode::BeforeLoop;
  std::vector<Input> recorded;  // before the loop, by this process or the one that it replays
  std::size_t next = 0;         // of those to be replayed
  bool replaying = false;
  std::string source;                                                // the manifest that is replayed
  std::map<std::pair<std::uint64_t, std::uint64_t>, Input> in_loop;  // by (step, number in the step)
  std::uint64_t step = 0;
  std::uint64_t in_step = 0;
  std::uint64_t in_clock = 0;  // readings of a virtual clock in this step
  std::uint64_t derived = 0;
  std::atomic<int> log = -1;
};

Table& T() {
  static auto* table = new Table;
  return *table;
}

Json ToJson(const Input& input) {
  Json json;
  json["call"] = input.call;
  json["numbers"] = input.numbers;
  if (!input.bytes.empty()) {
    std::string hex;
    for (const char c : input.bytes)
      hex += Hex(static_cast<unsigned char>(c)).substr(14);
    json["bytes"] = hex;
  }
  return json;
}

bool FromJson(const Json& json, Input& input) {
  JsonReader reader(json);
  input.call = reader.Text("call");
  for (const Json& number : reader.Array("numbers")) {
    if (!number.is_number_integer())
      return false;
    input.numbers.push_back(number.get<std::int64_t>());
  }
  if (!reader.Has("bytes"))
    return reader.ok();
  const std::string hex = reader.Text("bytes");
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    std::uint64_t byte = 0;
    if (!FromHex(std::string(14, '0') + hex.substr(i, 2), byte))
      return false;
    input.bytes += static_cast<char>(byte);
  }
  return reader.ok();
}

Input Fresh(const std::string& call, const std::function<Input()>& real,
            const std::function<Input(const Derived&)>& derived) {
  const auto& seed = GetSettings().seed;
  if (!seed) {
    Input input = real();
    input.call = call;
    return input;
  }
  Table& t = T();
  Derived from;
  from.count = t.derived++;
  from.microseconds = from.count % kSecond;
  // Stream number of its own, so that these words meet no stream of the program.
  const std::uint64_t key[2] = {*seed, 0x64657472696e7075};
  RandomBytes(key, from.count * sizeof from.word, from.word, sizeof from.word);
  Input input = derived(from);
  input.call = call;
  return input;
}

Input Replay(const std::string& call) {
  Table& t = T();
  if (t.next >= t.recorded.size()) {
    Refuse("the code before the loop calls " + call + "() where " + t.source + " has no more recorded inputs");
  }
  const Input& input = t.recorded[t.next++];
  if (input.call != call) {
    Refuse("the code before the loop calls " + call + "() where " + t.source + " recorded " + input.call + "()");
  }
  return input;
}

void OpenLog() {
  Table& t = T();
  const std::string path = GetSettings().dir + "/inputs.log";
  t.log = OpenToAppend(path);
  int error = t.log < 0 ? errno : SyncFolder(GetSettings().dir);
  if (error == 0)
    error = WriteAll(t.log, "\n", 1);  // the last line may have been cut short
  if (error != 0)
    Fail("cannot write " + path + ": " + ErrorText(error));
}

void Log(const Input& input) {
  Table& t = T();
  if (GetSettings().dir.empty())
    return;
  if (t.log < 0)
    OpenLog();
  Json json = ToJson(input);
  json["step"] = t.step;
  json["index"] = t.in_step - 1;
  Seal(json);
  const std::string line = json.dump() + "\n";
  if (const int error = WriteAll(t.log, line.data(), line.size()))
    Fail("cannot write inputs.log: " + ErrorText(error));
}

void ReadLog(const std::string& path) {
  std::string text;
  const int error = ReadWhole(path, text);
  if (error != 0 && error != ENOENT)
    Fail("cannot read " + path + ": " + ErrorText(error));
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const Json json = ParseJson(line);
    JsonReader reader(json);
    Input input;
    const auto key = std::make_pair(reader.Natural("step"), reader.Natural("index"));
    // A line that a process did not live to finish is of no committed step.
    if (reader.ok() && IsSealed(json) && FromJson(json, input))
      T().in_loop[key] = input;
  }
}

Input InLoop(const std::string& call, const std::function<Input()>& real,
             const std::function<Input(const Derived&)>& derived) {
  Table& t = T();
  const auto key = std::make_pair(t.step, t.in_step++);
  const auto found = t.in_loop.find(key);
  const bool known = found != t.in_loop.end() && found->second.call == call;
  const Input input = known ? found->second : Fresh(call, real, derived);
  // Written again even where it came from there: a later line for the same place replaces an earlier one.
  Log(input);
  t.in_loop[key] = input;
  return input;
}

}  // namespace

Input Ask(const std::string& call, const std::function<Input()>& real,
          const std::function<Input(const Derived&)>& derived) {
  Table& t = T();
  const std::lock_guard<std::mutex> holding(t.mutex);
  if (t.mode == Mode::PassThrough)
    return real();
  if (t.mode == Mode::KeepInLoop)
    return InLoop(call, real, derived);
  if (t.replaying)
    return Replay(call);
  t.recorded.push_back(Fresh(call, real, derived));
  return t.recorded.back();
}

Input AskClock(const std::string& call, const std::function<Input()>& real,
               const std::function<Input(const Derived&)>& derived) {
  if (detrain_virtual_clock == 0)
    return Ask(call, real, derived);
  Table& t = T();
  const std::lock_guard<std::mutex> holding(t.mutex);
  const std::uint64_t seconds = t.mode == Mode::BeforeLoop ? 0 : t.step + 1;  // it never goes back
  Input input = derived({t.in_clock, seconds * kSecond + std::min(t.in_clock, kSecond - 1), {}});
  ++t.in_clock;
  input.call = call;
  return input;
}

void ReplayInputs(const std::string& manifest, bool before_loop) {
  Table& t = T();
  ReadLog(manifest.substr(0, manifest.rfind('/') + 1) + "inputs.log");
  if (!before_loop)
    return;
  std::string text;
  if (const int error = ReadWhole(manifest, text))
    Fail("cannot read " + manifest + ": " + ErrorText(error));
  const Json json = ParseJson(text);
  if (!IsSealed(json))
    Fail(manifest + " is damaged");
  JsonReader reader(json);
  for (const Json& item : reader.Array("inputs")) {
    Input input;
    if (!FromJson(item, input))
      Fail(manifest + ": entry inputs is damaged");
    t.recorded.push_back(input);
  }
  if (reader.Has("workers"))
    SetWorkersOfRun(static_cast<int>(reader.Natural("workers")));
  if (!reader.ok())
    Fail(manifest + ": entry inputs or workers is damaged");
  t.replaying = true;
  t.source = manifest;
}

void StartLoopInputs(bool keep_in_loop) {
  Table& t = T();
  const std::lock_guard<std::mutex> holding(t.mutex);
  t.mode = keep_in_loop ? Mode::KeepInLoop : Mode::PassThrough;
}

void InputsAtStep(std::uint64_t step) {
  Table& t = T();
  const std::lock_guard<std::mutex> holding(t.mutex);
  t.step = step;
  t.in_step = 0;
  t.in_clock = 0;
  t.derived = step << 32;  // the same words after a restore
}

int SyncInputs() {
  const int log = T().log;  // no lock: a process that ends while it holds it waits for this
  return log < 0 || Again([&] { return io::Sync(log); }) == 0 ? 0 : errno;
}

Json InputsToJson() {
  Json list = Json::array();
  for (const Input& input : T().recorded)
    list.push_back(ToJson(input));
  return list;
}

}  // namespace detrain::runtime
