// Answers the requests for a function of a service.
#pragma once

#include "remote/serve/arguments.h"
#include "remote/wire/all_fields.h"

namespace stepvault {

/// A handler that calls `Function` of `service`, which must outlive it, and returns its result in the wire
/// form.
template <auto Function>
auto handler_of(wire::ServiceOf<Function>& service) {
    return [&service](const wire::Value& sent, const JobContext& job, WatchObserver& observer) {
        wire::Arguments<decltype(Function)> arguments;
        if (!arguments.decode(sent))
            return wire::encode(Error{ErrorCode::invalid_argument, "a request has other arguments"});
        const wire::Answer<Function> result = arguments.apply(service, Function, job, observer);
        return wire::encode(result);
    };
}

}  // namespace stepvault
