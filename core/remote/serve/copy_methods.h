// The functions that a copy on another machine offers.
#pragma once

#include <cstdint>
#include <tuple>

#include "remote/serve/copy_objects.h"
#include "remote/serve/methods.h"
#include "remote/wire/value_forms.h"

namespace stepvault::wire {

/// Sends an object.
template <>
struct Fields<CopyStore::Object> {
    using T = CopyStore::Object;
    static constexpr auto list = std::tuple(&T::key, &T::bytes, &T::modified);
};
/// Sends a piece of an object.
template <>
struct Fields<ObjectPiece> {
    using T = ObjectPiece;
    static constexpr auto list = std::tuple(&T::bytes, &T::object_bytes, &T::version);
};
/// Sends a begun upload.
template <>
struct Fields<BegunUpload> {
    using T = BegunUpload;
    static constexpr auto list = std::tuple(&T::upload, &T::present_bytes, &T::stays);
};

using CopyMethods =
    MethodList<Method<&CopyObjects::list>, Method<&CopyObjects::content>, Method<&CopyObjects::piece>,
               Method<&CopyObjects::put>, Method<&CopyObjects::begin>, Method<&CopyObjects::write>,
               Method<&CopyObjects::finish>, Method<&CopyObjects::abandon>, Method<&CopyObjects::remove>>;

/// The number of all functions, by which two builds of the same version recognize each other.
inline constexpr std::uint32_t all_methods = Methods::size + CopyMethods::size;

}  // namespace stepvault::wire
