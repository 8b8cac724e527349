// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/catalog/catalog.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>

namespace detrain::catalog {
namespace {

using testing::HasSubstr;

std::string ErrorOf(const std::string& json) {
  Catalog catalog;
  const Result<void> added = catalog.Add(json, "m.json", true);
  return added.Ok() ? "" : ToString(added.error().location) + ": " + added.error().message;
}

std::string ErrorOfRow(const std::string& row) {
  return ErrorOf(R"({"functions": [)" + row + "]}");
}

TEST(Catalog, BuiltinKnowsWhatTheDesignNames) {
  const Catalog catalog = Catalog::Builtin();
  for (const char* name : {"malloc",
                           "calloc",
                           "realloc",
                           "free",
                           "memcpy",
                           "memset",
                           "fopen",
                           "fread",
                           "fgets",
                           "getline",
                           "getc",
                           "ungetc",
                           "feof",
                           "fseek",
                           "ftell",
                           "rewind",
                           "read",
                           "pread",
                           "lseek",
                           "mmap",
                           "strtok",
                           "strtol",
                           "atof",
                           "strlen",
                           "snprintf",
                           "sprintf",
                           "qsort",
                           "bsearch",
                           "time",
                           "clock",
                           "getpid",
                           "getenv",
                           "rand",
                           "srand",
                           "drand48",
                           "erand48",
                           "rand_r",
                           "access",
                           "stat",
                           "mkdir",
                           "opendir",
                           "readdir",
                           "glob",
                           "isatty",
                           "sleep",
                           "signal",
                           "fflush",
                           "setvbuf",
                           "perror",
                           "puts",
                           "putchar",
                           "fputs",
                           "fwrite",
                           "exit",
                           "abort",
                           "expf",
                           "powf",
                           "tanhf",
                           "cblas_sgemm",
                           "cblas_daxpy",
                           "omp_get_thread_num",
                           "omp_get_wtime",
                           "pthread_create",
                           "pthread_mutex_lock",
                           "clock_gettime",
                           "gettimeofday",
                           "random",
                           "scanf",
                           "fscanf"})
    EXPECT_TRUE(catalog.Find(name)) << name;
  EXPECT_FALSE(catalog.Find("no_such_function"));
  EXPECT_EQ(catalog.HandleName("_IO_FILE"), "FILE");
  ASSERT_TRUE(catalog.FindRegion("libc::rand"));
  EXPECT_TRUE(catalog.FindRegion("libc::rand")->is_stream);
}

TEST(Catalog, EveryHiddenRegionIsDeclared) {
  const Catalog catalog = Catalog::Builtin();
  std::vector<std::string> unknown;
  const std::function<void(const Expr&)> visit = [&](const Expr& expr) {
    if (expr.kind == Expr::Kind::Region && !expr.text.starts_with("::") && !catalog.FindRegion(expr.text))
      unknown.push_back(expr.text);
    std::ranges::for_each(expr.args, visit);
  };
  for (const auto& [name, row] : catalog.rows()) {
    if (row.result)
      visit(*row.result);
    for (const Effect& effect : row.effects)
      for (const auto& operand : effect.operands)
        if (operand)
          visit(*operand);
  }
  EXPECT_THAT(unknown, testing::IsEmpty());
}

TEST(Catalog, RowOfTheUserReplacesOurs) {
  Catalog catalog = Catalog::Builtin();
  ASSERT_TRUE(catalog.Add(R"({"functions": [{"name": "rand", "parameters": [], "pure": true}]})", "m.json", true));
  EXPECT_TRUE(catalog.Find("rand")->is_user);
  EXPECT_TRUE(catalog.Find("rand")->is_pure);
}

TEST(Catalog, ExpressionsAreReadAsC) {
  Catalog catalog;
  ASSERT_TRUE(catalog.Add(
      R"({"functions": [{"name": "f", "parameters": ["p", "n"], "effects": [
           {"op": "fill", "target": "&p->data[2]", "byte": "0", "bytes": "n * sizeof(*p) + 1"}], "result": "n ? p : null"}]})",
      "m.json", true));
  const Row& row = *catalog.Find("f");
  const Expr& bytes = *row.effects[0].Get(Role::Bytes);
  ASSERT_EQ(bytes.kind, Expr::Kind::Add);
  ASSERT_EQ(bytes.args[0].kind, Expr::Kind::Mul);
  EXPECT_EQ(bytes.args[0].args[0].index, 1U);
  EXPECT_EQ(bytes.args[0].args[1].kind, Expr::Kind::SizeOf);
  EXPECT_EQ(bytes.args[1].number, 1);
  const Expr& target = *row.effects[0].Get(Role::Target);
  ASSERT_EQ(target.kind, Expr::Kind::AddressOf);
  ASSERT_EQ(target.args[0].kind, Expr::Kind::Element);
  EXPECT_EQ(target.args[0].args[0].text, "data");
  EXPECT_EQ(row.result->kind, Expr::Kind::Select);
}

TEST(Catalog, PointersAreCastAsInC) {
  Catalog catalog;
  ASSERT_TRUE(catalog.Add(
      R"({"functions": [{"name": "f", "parameters": ["p", "n"], "effects": [
           {"op": "load", "address": "((ptr<i8>*)p)[n]"}], "result": "(n) + *(u32*)p"}]})",
      "m.json", true));
  const Row& row = *catalog.Find("f");
  const Expr& address = *row.effects[0].Get(Role::Address);
  ASSERT_EQ(address.kind, Expr::Kind::Element);
  ASSERT_EQ(address.args[0].kind, Expr::Kind::Cast);
  EXPECT_EQ(address.args[0].text, "ptr<i8>");
  ASSERT_EQ(row.result->kind, Expr::Kind::Add);
  EXPECT_EQ(row.result->args[0].kind, Expr::Kind::Parameter);
  EXPECT_EQ(row.result->args[1].args[0].kind, Expr::Kind::Cast);
}

TEST(Catalog, BadModelsAreErrorsWithTheReason) {
  EXPECT_THAT(ErrorOf("{"), HasSubstr("m.json: not a JSON object"));
  EXPECT_THAT(ErrorOf("[]"), HasSubstr("not a JSON object"));
  EXPECT_THAT(ErrorOf(R"({"functions": 3})"), HasSubstr("list \"functions\""));
  EXPECT_THAT(ErrorOfRow("3"), HasSubstr("a row is an object"));
  EXPECT_THAT(ErrorOfRow(R"({"parameters": []})"), HasSubstr("a row without a name"));
  EXPECT_THAT(ErrorOfRow(R"({"name": 3})"), HasSubstr("expected a string, not 3"));
  EXPECT_THAT(ErrorOfRow(R"({"name": "f", "efects": []})"), HasSubstr("f: unknown field 'efects'"));
  EXPECT_THAT(ErrorOfRow(R"({"name": "f", "pure": "yes"})"), HasSubstr("expected true or false"));
  EXPECT_THAT(ErrorOfRow(R"({"name": "f", "effects": [{"op": "melt"}]})"), HasSubstr("unknown op 'melt'"));
  EXPECT_THAT(ErrorOfRow(R"({"name": "f", "parameters": ["p"],
      "effects": [{"op": "load", "address": "p", "as": "x"}], "result": "x"})"),
              HasSubstr("'load' gives nothing that 'as' could name"));
  EXPECT_THAT(ErrorOfRow(R"({"name": "f", "effects": [{"op": "free", "adress": "p"}]})"),
              HasSubstr("unknown field 'adress'"));
  EXPECT_THAT(ErrorOfRow(R"({"name": "f", "effects": [{"op": "free", "address": "p"}]})"),
              HasSubstr("'p' is neither a parameter nor an earlier result"));
  EXPECT_THAT(ErrorOfRow(R"({"name": "f", "parameters": ["p"], "effects": [{"op": "free", "address": "p +"}]})"),
              HasSubstr("an operand is missing"));
  EXPECT_THAT(ErrorOfRow(R"({"name": "f", "parameters": ["p"], "effects": [{"op": "free", "address": "p p"}]})"),
              HasSubstr("unexpected 'p'"));
  EXPECT_THAT(ErrorOfRow(R"({"name": "f", "parameters": ["p"], "effects": [{"op": "free", "address": "&p"}]})"),
              HasSubstr("'&' needs a place"));
  EXPECT_THAT(ErrorOfRow(R"({"name": "f", "effects": [{"op": "input", "source": "weather"}]})"),
              HasSubstr("unknown source 'weather'"));
}

TEST(Catalog, FilesOfTheUser) {
  Catalog catalog;
  EXPECT_FALSE(catalog.AddFile(testing::TempDir() + "no_such_model.json"));
  const std::string path = testing::TempDir() + "model.json";
  std::ofstream(path) << ModelLine("mix", {"to", "n"});
  ASSERT_TRUE(catalog.AddFile(path));
  EXPECT_EQ(catalog.Find("mix")->parameters.size(), 2U);
  std::filesystem::remove(path);
}

TEST(Catalog, LibraryOfOpaqueObjects) {
  const Catalog catalog = Catalog::Builtin();
  const Library* library = catalog.LibraryOf("at");
  ASSERT_NE(library, nullptr);
  EXPECT_EQ(library->name, "torch");
  EXPECT_EQ(catalog.LibraryOf("std"), nullptr);
  EXPECT_EQ(catalog.ObjectName("torch::optim::Optimizer"), "torch::Optimizer");
  EXPECT_EQ(catalog.ObjectName("torch::data::Iterator"), "torch::DataIterator");
  EXPECT_EQ(catalog.ObjectName("torch::optim::LRScheduler"), "");
  EXPECT_TRUE(catalog.FindRegion("torch::values")->is_held);
  EXPECT_FALSE(catalog.FindRegion("torch::default_generator")->is_held);
  EXPECT_TRUE(IsNamed(library->changes, "Tensor", "add_"));
  EXPECT_FALSE(IsNamed(library->changes, "Tensor", "add"));
  EXPECT_TRUE(IsNamed(library->draws, "DropoutImpl", "forward"));
  EXPECT_FALSE(IsNamed(library->draws, "LinearImpl", "forward"));
  EXPECT_TRUE(IsNamed(library->draws, "", "kaiming_uniform_"));
}

TEST(Catalog, MistakesInALibrary) {
  EXPECT_THAT(ErrorOf(R"({"opaque": {"namespace": ["a"]}, "functions": []})"),
              HasSubstr("m.json: opaque: unknown field"));
  EXPECT_THAT(ErrorOf(R"({"opaque": {"namespaces": "a"}, "functions": []})"), HasSubstr("not lists of names"));
  EXPECT_EQ(ErrorOf(R"({"opaque": {"namespaces": ["a"]}, "functions": []})"), "");
}

}  // namespace
}  // namespace detrain::catalog
