// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checkpoint.h"

#include <algorithm>
#include <map>
#include <set>

#include "json.h"
#include "walk.h"

namespace detrain::runtime {
namespace {

constexpr const char* kSchema = "detrain-checkpoint/1";

constexpr const char* kPackedSuffix = ".zst";

Json ToJson(const Entry& e) {
  Json json = {{"name", e.name},     {"path", e.path},      {"persistence", e.persistence},
               {"leaf", e.leaf},     {"object", e.object},  {"dtype", e.dtype},
               {"shape", e.shape},   {"hash", Hex(e.hash)}, {"file", e.file},
               {"offset", e.offset}, {"length", e.length}};
  if (!e.part.empty()) {
    json["part"] = e.part;
    json["element"] = e.element;
  }
  if (IsPacked(e))
    json["packed"] = {e.packed_offset, e.packed_length};
  return json;
}

Json ToJson(const SavedObject& o) {
  Json json = {{"number", o.number}, {"kind", o.kind}, {"path", o.path}};
  if (o.kind == "file")
    json["ordinal"] = o.ordinal;
  if (!o.build.empty())
    json["build"] = o.build;
  if (o.kind == "variable" || o.kind == "hidden")
    json["size"] = o.size;
  if (o.kind != "heap")
    return json;
  json["size"] = o.size;
  json["alignment"] = o.alignment;
  json["region"] = o.region;
  json["allocated_by"] = Name(o.allocator);
  json["thread"] = o.thread;
  json["ordinal"] = o.ordinal;
  json["before_loop"] = o.seal;
  if (o.place != kNoPlace)
    json["place"] = o.place;
  return json;
}

Json ToJson(const SavedHeap& heap) {
  Json others = Json::array();
  for (const SavedBlock& b : heap.others)
    others.push_back({b.place, b.size, b.alignment, Name(b.allocator), b.seal});
  Json modules = Json::array();
  for (const SavedModule& m : heap.modules)
    modules.push_back({{"name", m.name}, {"build", m.build}, {"base", m.base}});
  Json json = {{"others", std::move(others)}, {"modules", std::move(modules)}};
  if (!heap.arguments.empty())
    json["arguments"] = heap.arguments;
  return json;
}

constexpr const char* kFileKinds[] = {"stream",    "descriptor", "random_stream", "random_descriptor",
                                      "temporary", "cxx_stream"};

Json ToJson(const OpenFile& f) {
  Json json = {{"ordinal", f.ordinal}, {"kind", kFileKinds[static_cast<std::size_t>(f.kind)]}, {"path", f.key}};
  json["mode"] = f.mode;
  json["flags"] = f.flags;
  json["descriptor"] = f.fd;
  json["writes"] = f.writes;
  json["offset"] = f.offset;
  json["at_end"] = f.at_end;
  json["seed"] = {f.seed[0], f.seed[1]};
  return json;
}

Json ToJson(const OutputRecord& r) {
  Json json = {{"path", r.key},
               {"exists", r.exists},
               {"length", r.length},
               {"hash", Hex(r.hash)},
               {"generation", r.generation},
               {"copy", r.copy},
               {"in_place", r.in_place},
               {"origin_exists", r.origin_exists},
               {"origin_length", r.origin_length},
               {"origin_hash", Hex(r.origin_hash)},
               {"origin_kept", r.origin_kept}};
  if (r.keeper != kThisRank)
    json["keeper"] = r.keeper;
  if (r.since != 0)
    json["since"] = r.since;
  return json;
}

Json ToJson(const ThreadPlaces& places) {
  Json waiting = Json::array();
  for (const ThreadPlaces::Waiting& place : places.waiting)
    waiting.push_back({{"number", place.number}, {"site", place.site}});
  return {{"made", places.made}, {"nested", places.nested}, {"waiting", std::move(waiting)}};
}

Json ToJson(const AbsentRegion& region) {
  return {{"path", region.path}, {"why", region.why}};
}

// Paths are bytes, not always UTF-8.
std::string Line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// One item a line: a checkpoint may have thousands.
template <typename Item>
std::string List(const char* key, const std::vector<Item>& items) {
  std::string text = std::string(",\n\"") + key + "\": [";
  for (const Item& item : items)
    text += (&item == items.data() ? "\n" : ",\n") + Line(ToJson(item));
  return text + "\n]";
}

bool IsNumber(const std::string& text, std::size_t from, std::size_t to) {
  return from < to && to <= text.size() && text.find_first_not_of("0123456789", from) >= to;
}

// "step_00000040/rank00000" and the suffix, or "/file_00003" and none: nothing that leads out of DIR.
bool IsFileOfStep(const std::string& file, const std::string& suffix) {
  const std::size_t slash = file.find('/');
  if (slash == std::string::npos || file.compare(0, 5, "step_") != 0 || !IsNumber(file, 5, slash))
    return false;
  const std::string stem = suffix.empty() ? "/file_" : "/rank";
  const std::size_t digits = slash + stem.size();
  return file.size() > digits + suffix.size() && file.compare(slash, stem.size(), stem) == 0 &&
         file.compare(file.size() - suffix.size(), suffix.size(), suffix) == 0 &&
         IsNumber(file, digits, file.size() - suffix.size());
}

// A key is a path below the folder where the run began, or one from the root, and has no dots to climb by.
bool IsKey(const std::string& key) {
  return !key.empty() && ("/" + key + "/").find("/../") == std::string::npos;
}

bool PackedFromJson(const Json& json, Entry& e) {
  if (json.size() != 2 || !json[0].is_number_unsigned() || !json[1].is_number_unsigned())
    return false;
  e.packed_offset = json[0].get<std::uint64_t>();
  e.packed_length = json[1].get<std::uint64_t>();
  return true;
}

// No file is longer; sums of two such lengths do not overflow.
constexpr std::uint64_t kLongest = INT64_MAX;

bool FromJson(const Json& json, Entry& e) {
  JsonReader reader(json);
  e.name = reader.Text("name");
  e.path = reader.Text("path");
  e.persistence = reader.Text("persistence");
  e.leaf = reader.Int("leaf");
  e.object = reader.Int("object");
  if (reader.Has("part")) {
    e.part = reader.Text("part");
    e.element = reader.Natural("element");
  }
  e.dtype = reader.Text("dtype");
  e.hash = reader.HexValue("hash");
  e.file = reader.Text("file");
  e.offset = reader.Natural("offset");
  e.length = reader.Natural("length");
  for (const Json& extent : reader.Array("shape")) {
    if (!extent.is_number_unsigned())
      return false;
    e.shape.push_back(extent.get<std::uint64_t>());
  }
  const bool is_packed = IsPacked(e);
  const bool known = IsFileOfStep(e.file, is_packed ? kPackedSuffix : ".safetensors");
  return reader.ok() && known && (!is_packed || PackedFromJson(reader.Array("packed"), e)) &&
         e.offset <= kLongest - std::min(e.length, kLongest);
}

bool FromJson(const Json& json, SavedObject& o) {
  JsonReader reader(json);
  o.number = reader.Int("number");
  o.kind = reader.Text("kind");
  o.path = reader.Text("path");
  if (o.kind == "file")
    o.ordinal = reader.Natural("ordinal");
  if (json.contains("build"))
    o.build = reader.Text("build");
  if (o.kind == "variable" || o.kind == "hidden")
    o.size = reader.Natural("size");
  if (o.kind != "heap")
    return reader.ok();
  o.size = reader.Natural("size");
  o.alignment = reader.Natural("alignment");
  o.thread = reader.Natural("thread");
  o.ordinal = reader.Natural("ordinal");
  o.region = reader.Int("region");
  o.seal = reader.Int("before_loop");
  if (reader.Has("place"))
    o.place = reader.Natural("place");
  return FromName(reader.Text("allocated_by").c_str(), o.allocator) && reader.ok();
}

bool FromJson(const Json& json, SavedBlock& b) {
  const bool is_block = json.is_array() && json.size() == 5 && json[0].is_number_unsigned() &&
                        json[1].is_number_unsigned() && json[2].is_number_unsigned() && json[3].is_string() &&
                        json[4].is_number_integer();
  if (!is_block)
    return false;
  b.place = json[0].get<std::uint64_t>();
  b.size = json[1].get<std::uint64_t>();
  b.alignment = json[2].get<std::uint64_t>();
  b.seal = json[4].get<std::int64_t>();
  return FromName(json[3].get<std::string>().c_str(), b.allocator);
}

bool FromJson(const Json& json, SavedHeap& heap) {
  JsonReader reader(json);
  heap.is_fixed = true;
  for (const Json& one : reader.Array("others")) {
    heap.others.emplace_back();
    if (!FromJson(one, heap.others.back()))
      return false;
  }
  if (reader.Has("arguments"))
    heap.arguments = reader.Text("arguments");
  for (const Json& one : reader.Array("modules")) {
    JsonReader module(one);
    heap.modules.push_back({module.Text("name"), module.Text("build"), module.Natural("base")});
    if (!module.ok())
      return false;
  }
  return reader.ok();
}

bool FromJson(const Json& json, AbsentRegion& region) {
  JsonReader reader(json);
  region.path = reader.Text("path");
  region.why = reader.Text("why");
  return reader.ok();
}

bool FromJson(const Json& json, OpenFile& f) {
  JsonReader reader(json);
  f.ordinal = reader.Natural("ordinal");
  const std::string kind = reader.Text("kind");
  bool known = false;
  for (std::size_t i = 0; i < std::size(kFileKinds); ++i) {
    if (kind != kFileKinds[i])
      continue;
    f.kind = static_cast<FileKind>(i);
    known = true;
  }
  f.key = reader.Text("path");
  f.mode = reader.Text("mode");
  f.flags = static_cast<int>(reader.Int("flags"));
  f.fd = static_cast<int>(reader.Int("descriptor"));
  f.writes = reader.Bool("writes");
  f.offset = reader.Int("offset");
  f.at_end = reader.Bool("at_end");
  const Json& seed = reader.Array("seed");
  if (seed.size() != 2 || !seed[0].is_number_unsigned() || !seed[1].is_number_unsigned())
    return false;
  for (std::size_t i = 0; i < 2; ++i)
    f.seed[i] = seed[i].get<std::uint64_t>();
  return known && reader.ok();
}

bool FromJson(const Json& json, OutputRecord& r) {
  JsonReader reader(json);
  r.key = reader.Text("path");
  r.exists = reader.Bool("exists");
  r.length = reader.Natural("length");
  r.hash = reader.HexValue("hash");
  r.generation = reader.Natural("generation");
  r.copy = reader.Text("copy");
  r.in_place = reader.Bool("in_place");
  r.origin_exists = reader.Bool("origin_exists");
  r.origin_length = reader.Natural("origin_length");
  r.origin_hash = reader.HexValue("origin_hash");
  r.origin_kept = reader.Bool("origin_kept");
  if (reader.Has("keeper"))
    r.keeper = static_cast<int>(reader.Natural("keeper"));
  if (reader.Has("since"))
    r.since = reader.Natural("since");
  return reader.ok() && IsKey(r.key) && (r.copy.empty() || IsFileOfStep(r.copy, ""));
}

Json NumbersToJson(const Checkpoint& c) {
  Json list = Json::array();
  for (const SavedNumber& n : c.numbers)
    list.push_back({n.object, n.index, n.number, n.offset});
  return {{"last", c.last_number}, {"numbers", std::move(list)}};
}

// Numbers that were given: to one block each, but for pointers to one that is freed. Two blocks of one number would be
// one key.
bool AreDealt(const Checkpoint& c) {
  std::map<std::uint64_t, std::int64_t> holders;
  std::set<std::int64_t> objects;
  for (const SavedNumber& saved : c.numbers) {
    const auto [holder, is_first] = holders.emplace(saved.number, saved.object);
    const bool is_shared = !is_first && (saved.object != kFreed || holder->second != kFreed);
    const bool is_twice = saved.object != kFreed && !objects.insert(saved.object).second;
    if (saved.number == 0 || saved.number > c.last_number || is_shared || is_twice)
      return false;
  }
  return true;
}

bool NumbersFromJson(const Json& json, Checkpoint& c) {
  JsonReader reader(json);
  c.last_number = reader.Natural("last");
  for (const Json& one : reader.Array("numbers")) {
    const bool is_one = one.is_array() && one.size() == 4 && one[0].is_number_integer() &&
                        one[1].is_number_unsigned() && one[2].is_number_unsigned() && one[3].is_number_unsigned();
    if (!is_one)
      return false;
    c.numbers.push_back({one[0].get<std::int64_t>(), one[1].get<std::int64_t>(), one[2].get<std::uint64_t>(),
                         one[3].get<std::uint64_t>()});
  }
  return reader.ok() && AreDealt(c);
}

bool FromJson(const Json& json, ThreadPlaces& places) {
  JsonReader reader(json);
  places.made = reader.Natural("made");
  for (const Json& number : reader.Array("nested"))
    places.nested.push_back(number.is_number_unsigned() ? number.get<std::uint64_t>() : 0);
  for (const Json& one : reader.Array("waiting")) {
    JsonReader place(one);
    places.waiting.push_back({place.Natural("number"), place.Int("site")});
    if (!place.ok())
      return false;
  }
  return reader.ok();
}

template <typename Item>
bool ListFromJson(JsonReader& reader, const char* key, std::vector<Item>& items, std::string& why) {
  for (const Json& json : reader.Array(key)) {
    Item item;
    if (!FromJson(json, item)) {
      why = std::string(key) + "[" + std::to_string(items.size()) + "]";
      return false;
    }
    items.push_back(std::move(item));
  }
  if (!reader.ok())
    why = key;
  return reader.ok();
}

}  // namespace

bool IsPacked(const Entry& entry) {
  const std::string suffix = kPackedSuffix;
  return entry.file.size() > suffix.size() &&
         entry.file.compare(entry.file.size() - suffix.size(), suffix.size(), suffix) == 0;
}

std::string Print(const Checkpoint& c) {
  Json json = {{"schema", kSchema}, {"program", c.program}, {"plan", c.plan}, {"loop", c.loop}, {"step", c.step}};
  json["regions"] = c.regions;
  json["blocks_before_loop"] = c.sealed;
  if (!c.failed_conditions.empty())
    json["failed_conditions"] = c.failed_conditions;
  if (!c.ranks.empty())
    json["ranks"] = c.ranks;
  if (c.threads.made != 0)
    json["threads"] = ToJson(c.threads);
  if (c.last_number != 0)
    json["addresses"] = NumbersToJson(c);
  if (c.heap.is_fixed)
    json["heap"] = ToJson(c.heap);
  std::string text = Line(json);
  text.pop_back();
  return text + List("entries", c.entries) + List("objects", c.objects) + List("absent", c.absent) +
         List("cursors", c.files) + List("outputs", c.outputs) + "}\n";
}

bool Parse(const std::string& text, Checkpoint& c, std::string& why) {
  const Json json = ParseJson(text);
  JsonReader reader(json);
  if (reader.Text("schema") != kSchema) {
    why = "schema";
    return false;
  }
  c.program = reader.Text("program");
  c.plan = reader.Text("plan");
  c.loop = reader.Natural("loop");
  c.step = reader.Natural("step");
  c.regions = reader.Int("regions");
  c.sealed = reader.Int("blocks_before_loop");
  if (reader.Has("failed_conditions"))
    for (const Json& text : reader.Array("failed_conditions"))
      c.failed_conditions.push_back(text.is_string() ? text.get<std::string>() : "");
  if (reader.Has("ranks"))
    for (const Json& hash : reader.Array("ranks"))
      c.ranks.push_back(hash.is_string() ? hash.get<std::string>() : "");
  const bool has_threads = !reader.Has("threads") || FromJson(json["threads"], c.threads);
  const bool has_numbers = !reader.Has("addresses") || NumbersFromJson(json["addresses"], c);
  const bool has_heap = !reader.Has("heap") || FromJson(json["heap"], c.heap);
  const bool is_whole = reader.ok() && has_threads && has_numbers && has_heap;
  if (!is_whole)
    why = !has_numbers ? "addresses" : has_heap ? "header" : "heap";
  return is_whole && ListFromJson(reader, "entries", c.entries, why) &&
         ListFromJson(reader, "objects", c.objects, why) &&
         (!reader.Has("absent") || ListFromJson(reader, "absent", c.absent, why)) &&
         ListFromJson(reader, "cursors", c.files, why) && ListFromJson(reader, "outputs", c.outputs, why);
}

std::string PrintOutputs(const std::vector<OutputRecord>& outputs) {
  Json list = Json::array();
  for (const OutputRecord& record : outputs)
    list.push_back(ToJson(record));
  return PrintJson(list);
}

bool ParseOutputs(const std::string& text, std::vector<OutputRecord>& outputs) {
  const Json list = ParseJson(text);
  for (const Json& json : list) {
    outputs.emplace_back();
    if (!FromJson(json, outputs.back()))
      return false;
  }
  return list.is_array();
}

}  // namespace detrain::runtime
