#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/progress.h"
#include "library/services/local_vault.h"
#include "remote/serve/step_sources.h"
#include "remote/serve/stored_files.h"
#include "remote/wire/wire_value.h"

namespace stepvault {

/// Calls the services of a local vault by the numbers of wire::Methods. Thread-safe.
class Dispatcher {
 public:
    /// `vault` must outlive this object.
    explicit Dispatcher(LocalVault& vault);

    /// The function's result as a message's value: a wire form of a Result. ErrorCode::invalid_argument as
    /// such a result for an unknown function, or arguments of other types. `observer` receives the events of
    /// Watcher::watch().
    [[nodiscard]] wire::Value call(std::uint32_t method, const wire::Value& arguments, const JobContext& job,
                                   WatchObserver& observer);

 private:
    using Handler = std::function<wire::Value(const wire::Value&, const JobContext&, WatchObserver&)>;

    template <class S>
    S& service();
    template <auto Function>
    Handler handler();

    LocalVault& vault_;
    StepSources sources_;
    StoredFiles files_;
    std::vector<Handler> handlers_;
};

}  // namespace stepvault
