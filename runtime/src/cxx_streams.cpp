// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cxx_streams.h"

#include <new>

#include "detrain/detrain.h"
#include "fail.h"
#include "files.h"

namespace detrain::runtime {

namespace {

struct Buffer : std::filebuf {
  static constexpr std::__basic_file<char> std::filebuf::* kFile = &Buffer::_M_file;
};

struct Reader : std::istream {
  static constexpr std::streamsize std::istream::* kCount = &Reader::_M_gcount;
};

template <typename Stream>
Stream& As(char* object) {
  return *std::launder(reinterpret_cast<Stream*>(object));
}

template <typename Use>
auto With(std::uint8_t dtype, char* object, Use use) {
  if (dtype == DETRAIN_IFSTREAM)
    return use(As<std::ifstream>(object));
  if (dtype == DETRAIN_OFSTREAM)
    return use(As<std::ofstream>(object));
  return use(As<std::fstream>(object));
}

std::streamsize* CountOf(std::istream& stream) {
  return &(stream.*Reader::kCount);
}

std::streamsize* CountOf(std::ostream&) {
  return nullptr;
}

std::streamsize* CountOf(std::fstream& stream) {
  return CountOf(static_cast<std::istream&>(stream));
}

}  // namespace

bool IsCxxStream(std::uint8_t dtype) {
  return dtype == DETRAIN_IFSTREAM || dtype == DETRAIN_OFSTREAM || dtype == DETRAIN_FSTREAM;
}

std::size_t CxxStreamSize(std::uint8_t dtype) {
  if (dtype == DETRAIN_IFSTREAM)
    return sizeof(std::ifstream);
  return dtype == DETRAIN_OFSTREAM ? sizeof(std::ofstream) : sizeof(std::fstream);
}

FILE* FileUnder(std::filebuf& buffer) {
  return buffer.is_open() ? (buffer.*Buffer::kFile).file() : nullptr;
}

std::filebuf* BufferOf(std::__basic_file<char>& file) {
  alignas(std::filebuf) static char anywhere[sizeof(std::filebuf)];
  auto* buffer = reinterpret_cast<std::filebuf*>(anywhere);
  const std::ptrdiff_t offset = reinterpret_cast<char*>(&(buffer->*Buffer::kFile)) - anywhere;
  return reinterpret_cast<std::filebuf*>(reinterpret_cast<char*>(&file) - offset);
}

std::filebuf& BufferOf(std::uint8_t dtype, char* object) {
  return *With(dtype, object, [](auto& stream) { return stream.rdbuf(); });
}

CxxStreamState DescribeCxxStream(std::uint8_t dtype, char* object) {
  return With(dtype, object, [](auto& stream) {
    CxxStreamState s;
    s.state = stream.rdstate();
    s.exceptions = stream.exceptions();
    s.flags = stream.flags();
    s.precision = stream.precision();
    s.width = stream.width();
    s.fill = static_cast<unsigned char>(stream.fill());
    if (const std::streamsize* count = CountOf(stream))
      s.count = *count;
    return s;
  });
}

void RestoreCxxStream(std::uint8_t dtype, char* object, const CxxStreamState& s, const OpenFile* saved) {
  With(dtype, object, [&](auto& stream) {
    stream.exceptions(std::ios_base::goodbit);
    if (saved == nullptr) {
      stream.rdbuf()->close();
    } else {
      RestoreBuffer(*stream.rdbuf(), *saved);
    }
    stream.clear(static_cast<std::ios_base::iostate>(s.state));
    stream.flags(static_cast<std::ios_base::fmtflags>(s.flags));
    stream.precision(s.precision);
    stream.width(s.width);
    stream.fill(static_cast<char>(s.fill));
    if (std::streamsize* count = CountOf(stream))
      *count = s.count;
    // Asking for an exception throws where the state is one already; there, the program was told.
    if ((s.state & s.exceptions) == 0)
      stream.exceptions(static_cast<std::ios_base::iostate>(s.exceptions));
  });
}

void MakeCxxStream(std::uint8_t dtype, char* object) {
  if (dtype == DETRAIN_IFSTREAM) {
    new (object) std::ifstream;
  } else if (dtype == DETRAIN_OFSTREAM) {
    new (object) std::ofstream;
  } else {
    new (object) std::fstream;
  }
}

}  // namespace detrain::runtime
