// The arguments of a function that another machine calls.
#pragma once

#include <tuple>
#include <type_traits>
#include <variant>

#include "remote/serve/methods.h"

namespace stepvault::wire {

template <class F>
class Arguments;
/// The arguments of a function of a service, without those that stay on their side.
template <class S, class R, class... A>
class Arguments<R (S::*)(A...)> {
 public:
    /// False if these are not exactly the arguments of the function.
    [[nodiscard]] bool decode(const Value& sent) {
        std::size_t next = 0;
        const bool is_taken = std::apply(
            [&](auto&... slot) { return (take<std::decay_t<A>>(sent, next, slot) && ...); }, slots_);
        return sent.is_array() && is_taken && next == sent.size();
    }
    /// Calls the function with them.
    R apply(S& service, R (S::*function)(A...), const JobContext& job, WatchObserver& observer) {
        return std::apply(
            [&](auto&... slot) {
                return (service.*function)(given<std::decay_t<A>>(slot, job, observer)...);
            },
            slots_);
    }

 private:
    template <class T>
    using Slot = std::conditional_t<is_sent<T>, T, std::monostate>;

    template <class T>
    static bool take(const Value& sent, std::size_t& next, Slot<T>& slot) {
        if constexpr (is_sent<T>)
            return sent.is_array() && next < sent.size() && wire::decode(sent[next++], slot);
        else
            return true;
    }
    /// The argument for a parameter of type T.
    template <class T>
    static auto& given([[maybe_unused]] Slot<T>& slot, [[maybe_unused]] const JobContext& job,
                       [[maybe_unused]] WatchObserver& observer) {
        if constexpr (std::is_same_v<T, JobContext>)
            return job;
        else if constexpr (std::is_same_v<T, WatchObserver>)
            return observer;
        else
            return slot;
    }

    std::tuple<Slot<std::decay_t<A>>...> slots_;
};

}  // namespace stepvault::wire
