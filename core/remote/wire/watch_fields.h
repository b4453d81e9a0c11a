#pragma once

#include <tuple>

#include "library/services/watcher.h"
#include "remote/wire/catalog_fields.h"
#include "remote/wire/plan_fields.h"

namespace stepvault::wire {

template <>
struct Fields<Progress> {
    using T = Progress;
    static constexpr auto list = std::tuple(&T::done, &T::total, &T::item);
};
template <>
struct Fields<SeriesChange> {
    using T = SeriesChange;
    static constexpr auto list = std::tuple(&T::tag, &T::from, &T::points);
};
template <>
struct Fields<WatchOptions> {
    using T = WatchOptions;
    static constexpr auto list = std::tuple(&T::roots, &T::scheme, &T::plan, &T::once, &T::retry, &T::quiet);
};
template <>
struct Fields<WatchEvent> {
    using T = WatchEvent;
    static constexpr auto list =
        std::tuple(&T::kind, &T::run_id, &T::run, &T::item, &T::text, &T::checkpoint, &T::changes, &T::plan,
                   &T::match, &T::folder, &T::code, &T::waiting);
};
template <>
struct Fields<BackgroundWatch> {
    using T = BackgroundWatch;
    static constexpr auto list =
        std::tuple(&T::id, &T::host, &T::pid, &T::unit, &T::folders, &T::started, &T::log);
};
template <>
struct Fields<IngestRequest> {
    using T = IngestRequest;
    static constexpr auto list =
        std::tuple(&T::paths, &T::source, &T::run, &T::folder, &T::step, &T::raw, &T::scheme);
};
template <>
struct Last<WatchEvent::Kind> {
    static constexpr auto value = WatchEvent::Kind::recovered;
};
template <>
struct Last<Match> {
    static constexpr auto value = Match::none;
};

}  // namespace stepvault::wire
