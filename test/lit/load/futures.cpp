// <future> is read in another form: programs see no difference, and what they hold lies in memory as in libstdc++.
// RUN: %gxx -std=c++11 -fsyntax-only %s && %gxx -std=c++14 -fsyntax-only %s && %gxx -std=c++20 -fsyntax-only %s
// RUN: %detrain plan --dump=rir %s -- -std=c++11 -DIN_TEXT > %t.11
// RUN: %detrain plan --dump=rir %s -- -std=c++11 -DIN_TEXT -fno-exceptions > %t.11
// RUN: %detrain plan --dump=rir %s -- -std=c++14 -DIN_TEXT > %t.14
// RUN: %detrain plan --dump=rir %s -- -std=c++20 -DIN_TEXT > %t.20
// RUN: FileCheck %s < %t.11 && FileCheck %s < %t.20
// A task is a thread, unless the call says that it is deferred.
// CHECK-LABEL: func $Started(
// CHECK-NOT: _Deferred_state
// CHECK: _Async_state_impl
// CHECK-NOT: _Deferred_state
// CHECK-LABEL: func $Deferred(
// CHECK-NOT: _Async_state_impl
// CHECK: _Deferred_state
// CHECK-NOT: _Async_state_impl
// CHECK-LABEL: func $Either(
#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <utility>

using Base = std::__future_base;
struct Text {
  char bytes[24];
};
template <typename T>
struct Block {
#ifdef IN_TEXT
  using State = Base::_Promise_state<T>;
  using Async = Base::_Block<Base::_Async_state_impl<Base::_Call<T (*)(int), int>>>;
  using Deferred = Base::_Block<Base::_Deferred_state<Base::_Call<T (*)(int), int>>>;
  using Task = Base::_Block<Base::_Task_state<T (*)(int), T(int)>>;
  using Promise = Base::_Block<State>;
#else
  template <typename S>
  using Of = std::_Sp_counted_ptr_inplace<S, std::allocator<S>, __gnu_cxx::__default_lock_policy>;
  using Call = std::thread::_Call_wrapper<T (*)(int), int>;
  using Async = Of<Base::_Async_state_impl<Call>>;
  using Deferred = Of<Base::_Deferred_state<Call>>;
  using Task = Of<Base::_Task_state<T (*)(int), std::allocator<int>, T(int)>>;
  using Promise = Of<Base::_State_baseV2>;
#endif
};
template <typename T, unsigned Result>
struct Laid {
  static_assert(sizeof(std::future<T>) == 16 && sizeof(std::shared_future<T>) == 16, "");
  static_assert(sizeof(std::promise<T>) == 24 && sizeof(std::packaged_task<T(int)>) == 16, "");
  static_assert(sizeof(Base::_Result<T>) == Result, "");
  static_assert(sizeof(typename Block<T>::Promise) == 48 && sizeof(typename Block<T>::Task) == 64, "");
  static_assert(sizeof(typename Block<T>::Async) == 88 && sizeof(typename Block<T>::Deferred) == 72, "");
};
template struct Laid<char, 24>;
template struct Laid<Text, 48>;
template struct Laid<int&, 24>;
template struct Laid<void, 16>;

static int Add(int a, const std::string& b) {
  return a + static_cast<int>(b.size());
}
struct Model {
  int w;
  int Plus(int x) const { return w + x; }
};

std::future<int> Started() {
  return std::async(std::launch::async | std::launch::deferred, Add, 3, "ab");
}
std::future<int> Deferred() {
  return std::async(std::launch::deferred, Add, 3, std::string("ab"));
}
std::future<int> Either(std::launch policy) {
  return std::async(policy, Add, 3, std::string("ab"));
}

int All(Model& model) {
  std::future<int> method = std::async(&Model::Plus, &model, 5), none;
  const bool is_ready = method.wait_for(std::chrono::seconds(1)) == std::future_status::ready &&
                        method.wait_until(std::chrono::steady_clock::now()) != std::future_status::timeout;
  none = std::move(method);
  std::shared_future<int> shared = none.share(), other = shared;
  other = shared;
  std::future<std::unique_ptr<int>> owned = std::async([] { return std::unique_ptr<int>(new int(1)); });
  std::promise<int> first, second;
  std::promise<int&> to_place;
  std::promise<void> nothing;
  swap(first, second);
  first = std::move(second);
  std::future<int&> place = to_place.get_future();
  std::future<void> done = nothing.get_future();
  std::thread sets([&] {
    to_place.set_value(model.w);
    nothing.set_value_at_thread_exit();
    first.set_value(2);
  });
  sets.join();
  done.get();
  place.get() = 3;
  std::promise<std::string> broken(std::allocator_arg, std::allocator<char>());
  broken.set_exception(std::exception_ptr());
  std::packaged_task<int(int)> task([](int x) { return x + 1; }), empty;
  swap(task, empty);
  empty(4);
  const int sum = empty.get_future().get();
  empty.reset();
  empty.make_ready_at_thread_exit(5);
  return sum + shared.get() + other.get() + *owned.get() + first.get_future().get() + (is_ready ? 1 : 0) +
         (task.valid() && none.valid() ? 1 : 0) + (std::future_error(std::future_errc::no_state).code() ? 1 : 0);
}
