#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <vector>

#include "base/progress.h"
#include "library/services/watcher.h"
#include "remote/wire/wire_value.h"

namespace stepvault {

/// The functions that a server offers, by their numbers. Thread-safe.
class Dispatcher {
 public:
    virtual ~Dispatcher() = default;

    /// The folder that it serves.
    [[nodiscard]] virtual const std::filesystem::path& folder() const = 0;
    /// The function's result as a message's value: a wire form of a Result. ErrorCode::invalid_argument as
    /// such a result for an unknown function, or arguments of other types. `observer` receives the events of
    /// Watcher::watch().
    [[nodiscard]] wire::Value call(std::uint32_t method, const wire::Value& arguments, const JobContext& job,
                                   WatchObserver& observer);

 protected:
    /// A function of a service.
    using Handler = std::function<wire::Value(const wire::Value&, const JobContext&, WatchObserver&)>;

    /// Adds the function with the next number.
    void add(Handler handler) { handlers_.push_back(std::move(handler)); }

 private:
    std::vector<Handler> handlers_;
};

}  // namespace stepvault
