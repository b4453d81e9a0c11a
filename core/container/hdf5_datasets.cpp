#include "container/hdf5_datasets.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/isolated_call.h"
#include "container/hdf5_walk.h"

namespace stepvault {

namespace {

Error nonsense(std::string_view what) {
    return {ErrorCode::corrupt, "libhdf5 cannot read it: it says " + std::string(what)};
}

/// False where the length does not match the shape.
bool fits_its_shape(const Hdf5Dataset& dataset) {
    if (dataset.dtype == DType::opaque) return true;
    std::uint64_t bytes = item_size(dataset.dtype);
    for (const auto size : dataset.shape) {
        if (__builtin_mul_overflow(bytes, size, &bytes)) return false;
    }
    return bytes == dataset.length;
}

Result<Hdf5Dataset> read_dataset(ByteReader& in, const Hdf5Range& range) {
    Hdf5Dataset dataset;
    dataset.path = in.get_text();
    dataset.dtype = in.get<DType>();
    const auto offset = in.get_varint();
    dataset.length = in.get_varint();
    const auto dimensions = in.get_varint();
    if (!in.ok() || dimensions > in.left()) return nonsense("nothing whole");
    for (std::uint64_t i = 0; i < dimensions; ++i)
        dataset.shape.push_back(in.get_varint());
    if (!in.ok() || dataset.dtype > DType::f8) return nonsense("nothing whole");
    if (offset > range.length || dataset.length > range.length - offset)
        return nonsense("that a dataset lies outside of the file");
    if (dataset.length == 0 || !fits_its_shape(dataset))
        return nonsense("a length that does not fit the shape");
    dataset.offset = range.offset + offset;
    return dataset;
}

Result<Hdf5Listing> read_listing(ByteView bytes, const Hdf5Range& range) {
    ByteReader in(bytes);
    Hdf5Listing listing;
    listing.left_out = in.get_varint();
    while (in.ok() && in.left() > 0) {
        STEPVAULT_ASSIGN(dataset, read_dataset(in, range));
        listing.datasets.push_back(std::move(dataset));
    }
    if (!in.ok()) return nonsense("nothing whole");
    auto& datasets = listing.datasets;
    std::ranges::sort(datasets, {}, &Hdf5Dataset::offset);
    const auto overlap = std::ranges::adjacent_find(
        datasets, [](const auto& a, const auto& b) { return b.offset - a.offset < a.length; });
    if (overlap != datasets.end()) return nonsense("that two datasets share bytes");
    return listing;
}

}  // namespace

Result<Hdf5Listing> list_hdf5_datasets(const File& file, const Hdf5Range& range) {
    if (!has_hdf5()) return Error{ErrorCode::unsupported, "this build of Stepvault has no HDF5"};
    const auto bytes = call_isolated(file, [&] { return walk_hdf5(file, range); });
    if (!bytes) return bytes.error().within("libhdf5 cannot read it");
    return read_listing(*bytes, range);
}

}  // namespace stepvault
