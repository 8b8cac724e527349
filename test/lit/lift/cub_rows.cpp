// Every row of CUB is found: where iterators are pointers and operators have no state. What is left is the function's own.
// RUN: %detrain plan --dump=rir %s -- clang++ -isystem %S/Inputs/system > %t && FileCheck %s < %t
// RUN: %python %S/Inputs/rows_called.py %source_root/analyzer/catalog/data %s cub
#include <cub.h>

struct Plus {
  float operator()(float a, float b) const { return a + b; }
};
struct Scaled {
  float by;
  float operator()(float a, float b) const { return by * (a + b); }
};

// CHECK: func $device
// CHECK-NOT: outside
void device(void* storage, size_t& bytes, const float* x, float* y) {
  // CHECK: fill {{.*}} by cub::DeviceReduce::Sum
  cub::DeviceReduce::Sum(storage, bytes, x, y, 4);
  // CHECK: fill {{.*}} by cub::DeviceReduce::Min
  cub::DeviceReduce::Min(storage, bytes, x, y, 4);
  // CHECK: fill {{.*}} by cub::DeviceReduce::Max
  cub::DeviceReduce::Max(storage, bytes, x, y, 4);
  // CHECK: fill {{.*}} by cub::DeviceReduce::ArgMin
  cub::DeviceReduce::ArgMin(storage, bytes, x, y, y, 4);
  // CHECK: fill {{.*}} by cub::DeviceReduce::ArgMax
  cub::DeviceReduce::ArgMax(storage, bytes, x, y, y, 4);
  // CHECK: fill {{.*}} by cub::DeviceReduce::Reduce
  cub::DeviceReduce::Reduce(storage, bytes, x, y, 4, Plus(), 4);
  // CHECK: fill {{.*}} by cub::DeviceReduce::TransformReduce
  cub::DeviceReduce::TransformReduce(storage, bytes, x, y, 4, Plus(), Plus(), 4);
  // CHECK: input host {{.*}} by cub::DeviceReduce::ReduceByKey
  cub::DeviceReduce::ReduceByKey(storage, bytes, x, y, x, y, y, Plus(), 4);
  // CHECK: fill {{.*}} by cub::DeviceSegmentedReduce::Sum
  cub::DeviceSegmentedReduce::Sum(storage, bytes, x, y, 4, x, x);
  // CHECK: fill {{.*}} by cub::DeviceSegmentedReduce::Min
  cub::DeviceSegmentedReduce::Min(storage, bytes, x, y, 4, x, x);
  // CHECK: fill {{.*}} by cub::DeviceSegmentedReduce::Max
  cub::DeviceSegmentedReduce::Max(storage, bytes, x, y, 4, x, x);
  // CHECK: input host {{.*}} by cub::DeviceScan::InclusiveSum
  cub::DeviceScan::InclusiveSum(storage, bytes, x, y, 4);
  // CHECK: input host {{.*}} by cub::DeviceScan::ExclusiveSum
  cub::DeviceScan::ExclusiveSum(storage, bytes, x, y, 4);
  // CHECK: input host {{.*}} by cub::DeviceScan::InclusiveScan
  cub::DeviceScan::InclusiveScan(storage, bytes, x, y, Plus(), 4);
  // CHECK: input host {{.*}} by cub::DeviceScan::ExclusiveScan
  cub::DeviceScan::ExclusiveScan(storage, bytes, x, y, Plus(), 4, 4);
  // CHECK: fill {{.*}} by cub::DeviceRadixSort::SortKeys
  cub::DeviceRadixSort::SortKeys(storage, bytes, x, y, 4, 4, 4);
  // CHECK: fill {{.*}} by cub::DeviceRadixSort::SortKeysDescending
  cub::DeviceRadixSort::SortKeysDescending(storage, bytes, x, y, 4, 4, 4);
  // CHECK: fill {{.*}} by cub::DeviceRadixSort::SortPairs
  cub::DeviceRadixSort::SortPairs(storage, bytes, x, y, x, y, 4, 4, 4);
  // CHECK: fill {{.*}} by cub::DeviceRadixSort::SortPairsDescending
  cub::DeviceRadixSort::SortPairsDescending(storage, bytes, x, y, x, y, 4, 4, 4);
  // CHECK: fill {{.*}} by cub::DeviceSelect::Flagged
  cub::DeviceSelect::Flagged(storage, bytes, x, x, y, y, 4);
  // CHECK: fill {{.*}} by cub::DeviceSelect::If
  cub::DeviceSelect::If(storage, bytes, x, y, y, 4, Plus());
  // CHECK: fill {{.*}} by cub::DeviceSelect::Unique
  cub::DeviceSelect::Unique(storage, bytes, x, y, y, 4);
  // CHECK: fill {{.*}} by cub::DeviceRunLengthEncode::Encode
  cub::DeviceRunLengthEncode::Encode(storage, bytes, x, y, y, y, 4);
  // CHECK: fill {{.*}} by cub::DeviceHistogram::HistogramEven
  cub::DeviceHistogram::HistogramEven(storage, bytes, x, y, 4, 4, 4, 4);
  // CHECK: fill {{.*}} by cub::DeviceHistogram::HistogramRange
  cub::DeviceHistogram::HistogramRange(storage, bytes, x, y, 4, x, 4);
}

// Sums of integers are the same in any order.
// CHECK: func $counts
// CHECK-NOT: input host
void counts(void* storage, size_t& bytes, const int* x, int* y) {
  cub::DeviceScan::InclusiveSum(storage, bytes, x, y, 4);
}

// CHECK: func $stateful
// CHECK: call: i32 $cub::DeviceScan::InclusiveScan
void stateful(void* storage, size_t& bytes, const float* x, float* y) {
  cub::DeviceScan::InclusiveScan(storage, bytes, x, y, Scaled{2}, 4);
}
