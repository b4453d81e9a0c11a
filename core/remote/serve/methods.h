// The functions that a vault on another machine offers: one list for both sides.
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>
#include <variant>

#include "library/services/vault_handle.h"
#include "remote/serve/step_sources.h"
#include "remote/serve/stored_files.h"
#include "remote/wire/value_forms.h"

namespace stepvault::wire {

/// A function of a service as a type.
template <auto Function>
struct Method {
    static constexpr auto function = Function;
};

/// A list of functions. A function's number is its place in the list.
template <class... M>
struct MethodList {
    static constexpr std::size_t size = sizeof...(M);

    template <class Wanted>
    static constexpr std::uint32_t number_of() {
        constexpr std::array<bool, size> is_wanted{std::is_same_v<M, Wanted>...};
        for (std::uint32_t i = 0; i < size; ++i) {
            if (is_wanted[i]) return i;
        }
        return size;
    }
    /// Calls f(Method) for each.
    template <class F>
    static constexpr void for_each(F&& f) {
        (f(M()), ...);
    }
};

/// Queries::hyperparameters() of one run, and of all.
inline constexpr auto params_of_run =
    static_cast<Result<RunHyperparameters> (Queries::*)(const std::string&)>(&Queries::hyperparameters);
inline constexpr auto params_of_all =
    static_cast<Result<std::map<std::string, RunHyperparameters>> (Queries::*)()>(&Queries::hyperparameters);

using Methods = MethodList<
    Method<&Queries::overview>, Method<&Queries::contents>, Method<&Queries::runs>, Method<&Queries::run>,
    Method<&Queries::state>, Method<&Queries::checkpoints>, Method<&Queries::find_checkpoint>,
    Method<&Queries::tensors>, Method<&Queries::report>, Method<&Queries::difference>,
    Method<&Queries::tensor_errors>, Method<&Queries::series>, Method<&Queries::points>,
    Method<&Queries::chart>, Method<params_of_run>, Method<params_of_all>, Method<&Queries::planned_steps>,
    Method<&Queries::disk>, Method<&Queries::version>, Method<&Queries::scheme>, Method<&StepSources::layout>,
    Method<&StepSources::study>, Method<&StepSources::recoded>, Method<&StepSources::plan_inputs>,
    Method<&StoredFiles::chain_files>, Method<&StoredFiles::piece>, Method<&Queries::row_changes>,
    // Restorer
    Method<&Restorer::propose>, Method<&Restorer::propose_both>, Method<&Restorer::original>,
    Method<&Restorer::restore>, Method<&Restorer::restore_several>,
    // Maintenance
    Method<&Maintenance::choose_scheme>, Method<&Maintenance::recode>, Method<&Maintenance::pin>,
    Method<&Maintenance::rename>, Method<&Maintenance::change_labels>, Method<&Maintenance::retention_rules>,
    Method<&Maintenance::set_retention_rules>, Method<&Maintenance::plan_prune>,
    Method<&Maintenance::plan_weights_only>, Method<&Maintenance::prune>, Method<&Maintenance::plan_freeing>,
    Method<&Maintenance::free_originals>, Method<&Maintenance::trash>, Method<&Maintenance::restore_trash>,
    Method<&Maintenance::purge_trash>, Method<&Maintenance::purge_several>, Method<&Maintenance::verify>,
    Method<&Maintenance::compare_originals>, Method<&Maintenance::repair>, Method<&Maintenance::parity>,
    Method<&Maintenance::set_parity>, Method<&Maintenance::reindex>,
    // Watcher
    Method<&Watcher::watch>, Method<&Watcher::ingest>, Method<&Watcher::background>,
    Method<&Watcher::start_background>, Method<&Watcher::stop_background>>;

/// The parameters that stay on their side: the other side has its own.
template <class T>
inline constexpr bool is_sent = !std::is_same_v<T, JobContext> && !std::is_same_v<T, WatchObserver>;

/// The service and the answer of a function.
template <class F>
struct Signature;
/// The service and the answer of a function of a service.
template <class S, class R, class... A>
struct Signature<R (S::*)(A...)> {
    using Service = S;
    using Answer = R;
};

/// The service of a function.
template <auto Function>
using ServiceOf = typename Signature<decltype(Function)>::Service;

/// A type as a Result; a Result stays one.
template <class T>
struct AsResult {
    using type = Result<T>;
};
/// A Result stays one.
template <class T>
struct AsResult<Result<T>> {
    using type = Result<T>;
};
/// The result that travels: a function that cannot fail here may fail to be reached.
template <auto Function>
using Answer = typename AsResult<typename Signature<decltype(Function)>::Answer>::type;

}  // namespace stepvault::wire
