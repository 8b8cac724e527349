// Without headers: one line, exit 3. What CUDA 13 took away is said to be that, and analysis goes on.
// RUN: sh -c '%detrain plan --dump=rir %s -- nvcc --cuda-path=%t.gone; echo "exit $?"' 2>&1 | FileCheck %s --check-prefix=GONE
// GONE: cuda_errors.cu: error: the headers of CUDA are needed, and {{.*}}.gone holds no include/cuda.h
// GONE-NEXT: exit 3
int main() {
  return 0;
}
