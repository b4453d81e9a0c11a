#include "remote/serve/dispatcher.h"

#include "remote/serve/arguments.h"
#include "remote/wire/all_fields.h"

namespace stepvault {

using wire::Value;

template <class S>
S& Dispatcher::service() {
    if constexpr (std::is_same_v<S, Queries>)
        return vault_.queries();
    else if constexpr (std::is_same_v<S, Restorer>)
        return vault_.restorer();
    else if constexpr (std::is_same_v<S, Maintenance>)
        return vault_.maintenance();
    else if constexpr (std::is_same_v<S, Watcher>)
        return vault_.watcher();
    else if constexpr (std::is_same_v<S, StepSources>)
        return sources_;
    else
        return files_;
}

template <auto Function>
Dispatcher::Handler Dispatcher::handler() {
    auto& service_of_it = service<typename wire::Signature<decltype(Function)>::Service>();
    return [&service_of_it](const Value& sent, const JobContext& job, WatchObserver& observer) {
        wire::Arguments<decltype(Function)> arguments;
        if (!arguments.decode(sent))
            return wire::encode(Error{ErrorCode::invalid_argument, "a request has other arguments"});
        const wire::Answer<Function> result = arguments.apply(service_of_it, Function, job, observer);
        return wire::encode(result);
    };
}

Dispatcher::Dispatcher(LocalVault& vault) : vault_(vault), sources_(vault.parts()), files_(vault.parts()) {
    wire::Methods::for_each([&](auto method) { handlers_.push_back(handler<decltype(method)::function>()); });
}

Value Dispatcher::call(std::uint32_t method, const Value& arguments, const JobContext& job,
                       WatchObserver& observer) {
    if (method >= handlers_.size())
        return wire::encode(Error{ErrorCode::invalid_argument, "a request names no function"});
    return handlers_[method](arguments, job, observer);
}

}  // namespace stepvault
