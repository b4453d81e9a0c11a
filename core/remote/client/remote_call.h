// Calls a function of a service on another machine.
#pragma once

#include <utility>

#include "remote/client/link.h"
#include "remote/serve/copy_methods.h"
#include "remote/wire/all_fields.h"

namespace stepvault {

namespace remote {

/// Adds an argument to those that travel.
template <class T>
void add_argument(wire::Value& arguments, const T& argument) {
    if constexpr (wire::is_sent<T>) arguments.push_back(wire::encode<T>(argument));
}

/// Keeps an argument that stays here.
struct StayingArguments {
    JobContext job = {};
    WatchObserver* observer = nullptr;

    template <class T>
    void take(T& argument) {
        if constexpr (std::is_same_v<std::decay_t<T>, JobContext>) job = argument;
        if constexpr (std::is_same_v<std::decay_t<T>, WatchObserver>) observer = &argument;
    }
};

/// Sends the arguments of a function.
template <class F>
struct Sender;
/// Sends the arguments of a function of a service.
template <class S, class R, class... A>
struct Sender<R (S::*)(A...)> {
    static Result<wire::Value> send(Link& link, std::uint32_t method, A... arguments) {
        auto sent = wire::Value::array();
        (add_argument<std::decay_t<A>>(sent, arguments), ...);
        StayingArguments here;
        (here.take(arguments), ...);
        STEPVAULT_ASSIGN(connection, link.connection());
        auto answer = connection->call(method, sent, here.job, [&](const wire::Value& value) {
            WatchEvent event;
            if (here.observer != nullptr && wire::decode(value, event)) here.observer->on_watch_event(event);
        });
        // Errors of the service itself are part of the answer.
        if (!answer) return answer.error().within(link.place().host);
        return answer;
    }
};

}  // namespace remote

/// The result of `Function` with these arguments on the other machine. Also ErrorCode::io without a
/// connection, and corrupt for an answer that cannot be read.
template <auto Function, class... A>
wire::Answer<Function> call(Link& link, A&&... arguments) {
    constexpr bool is_of_copy = std::is_same_v<wire::ServiceOf<Function>, CopyObjects>;
    using Offered = std::conditional_t<is_of_copy, wire::CopyMethods, wire::Methods>;
    constexpr auto method = Offered::template number_of<wire::Method<Function>>();
    static_assert(method < Offered::size);
    STEPVAULT_ASSIGN(value,
                     remote::Sender<decltype(Function)>::send(link, method, std::forward<A>(arguments)...));
    wire::Answer<Function> answer = Error{};
    if (!wire::decode(value, answer))
        return Error{ErrorCode::corrupt, link.place().host + " sent an answer that cannot be read"};
    // A copy's errors name files of that machine, a vault's are read where the vault's place is known.
    if (is_of_copy && !answer && answer.error().code != ErrorCode::cancelled)
        return answer.error().within(link.place().host);
    return answer;
}

}  // namespace stepvault
