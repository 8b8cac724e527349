// Shaped as CUB's headers declare its functions of the whole device.
#pragma once
#include <stddef.h>
int outside();
namespace cub {
inline namespace v1 {
struct DeviceReduce {
  template <class I, class O>
  static int Sum(void* storage, size_t& bytes, const I* in, O* out, int count, void* stream = nullptr) {
    return outside();
  }
  template <class I, class O>
  static int Min(void* storage, size_t& bytes, const I* in, O* out, int count, void* stream = nullptr) {
    return outside();
  }
  template <class I, class O>
  static int Max(void* storage, size_t& bytes, const I* in, O* out, int count, void* stream = nullptr) {
    return outside();
  }
  template <class I, class O>
  static int ArgMin(void* storage, size_t& bytes, const I* in, O* out, O* index, int count, void* stream = nullptr) {
    return outside();
  }
  template <class I, class O>
  static int ArgMax(void* storage, size_t& bytes, const I* in, O* out, O* index, int count, void* stream = nullptr) {
    return outside();
  }
  template <class I, class O, class Op>
  static int Reduce(void* storage, size_t& bytes, const I* in, O* out, int count, Op operation, int first,
                    void* stream = nullptr) {
    return outside();
  }
  template <class I, class O, class Op>
  static int TransformReduce(void* storage, size_t& bytes, const I* in, O* out, int count, Op operation, Op transform,
                             int first, void* stream = nullptr) {
    return outside();
  }
  template <class I, class O, class Op>
  static int ReduceByKey(void* storage, size_t& bytes, const I* keys, O* keys_out, const I* in, O* out, O* runs,
                         Op operation, int count, void* stream = nullptr) {
    return outside();
  }
};
struct DeviceSegmentedReduce {
  template <class I, class O>
  static int Sum(void* storage, size_t& bytes, const I* in, O* out, int count, const I* begins, const I* ends,
                 void* stream = nullptr) {
    return outside();
  }
  template <class I, class O>
  static int Min(void* storage, size_t& bytes, const I* in, O* out, int count, const I* begins, const I* ends,
                 void* stream = nullptr) {
    return outside();
  }
  template <class I, class O>
  static int Max(void* storage, size_t& bytes, const I* in, O* out, int count, const I* begins, const I* ends,
                 void* stream = nullptr) {
    return outside();
  }
};
struct DeviceScan {
  template <class I, class O>
  static int InclusiveSum(void* storage, size_t& bytes, const I* in, O* out, int count, void* stream = nullptr) {
    return outside();
  }
  template <class I, class O>
  static int ExclusiveSum(void* storage, size_t& bytes, const I* in, O* out, int count, void* stream = nullptr) {
    return outside();
  }
  template <class I, class O, class Op>
  static int InclusiveScan(void* storage, size_t& bytes, const I* in, O* out, Op operation, int count,
                           void* stream = nullptr) {
    return outside();
  }
  template <class I, class O, class Op>
  static int ExclusiveScan(void* storage, size_t& bytes, const I* in, O* out, Op operation, int first, int count,
                           void* stream = nullptr) {
    return outside();
  }
};
struct DeviceRadixSort {
  template <class I, class O>
  static int SortKeys(void* storage, size_t& bytes, const I* in, O* out, int count, int first_bit, int last_bit,
                      void* stream = nullptr) {
    return outside();
  }
  template <class I, class O>
  static int SortKeysDescending(void* storage, size_t& bytes, const I* in, O* out, int count, int first_bit,
                                int last_bit, void* stream = nullptr) {
    return outside();
  }
  template <class I, class O>
  static int SortPairs(void* storage, size_t& bytes, const I* in, O* out, const I* values, O* values_out, int count,
                       int first_bit, int last_bit, void* stream = nullptr) {
    return outside();
  }
  template <class I, class O>
  static int SortPairsDescending(void* storage, size_t& bytes, const I* in, O* out, const I* values, O* values_out,
                                 int count, int first_bit, int last_bit, void* stream = nullptr) {
    return outside();
  }
};
struct DeviceSelect {
  template <class I, class O>
  static int Flagged(void* storage, size_t& bytes, const I* in, const I* flags, O* out, O* chosen, int count,
                     void* stream = nullptr) {
    return outside();
  }
  template <class I, class O, class Op>
  static int If(void* storage, size_t& bytes, const I* in, O* out, O* chosen, int count, Op test,
                void* stream = nullptr) {
    return outside();
  }
  template <class I, class O>
  static int Unique(void* storage, size_t& bytes, const I* in, O* out, O* chosen, int count, void* stream = nullptr) {
    return outside();
  }
};
struct DeviceRunLengthEncode {
  template <class I, class O>
  static int Encode(void* storage, size_t& bytes, const I* in, O* out, O* lengths, O* runs, int count,
                    void* stream = nullptr) {
    return outside();
  }
};
struct DeviceHistogram {
  template <class I, class O>
  static int HistogramEven(void* storage, size_t& bytes, const I* in, O* out, int levels, int lower, int upper,
                           int count, void* stream = nullptr) {
    return outside();
  }
  template <class I, class O>
  static int HistogramRange(void* storage, size_t& bytes, const I* in, O* out, int levels, const I* bounds, int count,
                            void* stream = nullptr) {
    return outside();
  }
};
}  // namespace v1
}  // namespace cub
