#include "container/torch_tensor.h"

#include <algorithm>

#include "container/element_types.h"

namespace stepvault {

namespace {

constexpr std::size_t most_torch_dimensions = 64;  // torch's own limit
constexpr int most_wrappers = 16;
constexpr std::size_t longest_key = 256;  // torch uses counters or addresses as keys

/// (storage, offset, size, stride, requires_grad, hooks[, dtype, metadata]); the fifth may be a quantizer.
std::optional<TorchTensor> dense_tensor(const PickleGraph& graph, const std::vector<PickleId>& args,
                                        bool typed) {
    if (args.size() < (typed ? 7U : 4U)) return std::nullopt;
    const auto storage = torch_storage(graph, args[0]);
    const auto offset = natural(graph, args[1]);
    auto shape = torch_sizes(graph, args[2]);
    const auto stride = torch_sizes(graph, args[3]);
    if (!storage || !offset || !shape || !stride || shape->size() != stride->size()) return std::nullopt;
    TorchTensor tensor{.storage = args[0],
                       .dtype = storage->dtype,
                       .offset = *offset,
                       .shape = *std::move(shape),
                       .stride = {}};
    for (const auto step : *stride)
        tensor.stride.push_back(static_cast<std::int64_t>(step));
    if (typed) {
        if (!graph.is(args[6], PickleKind::global)) return std::nullopt;
        tensor.dtype = dtype_of_torch_name(graph.text(graph.at(args[6]).b));
        // Elements of unknown size cannot be located.
        if (tensor.dtype == DType::opaque) return std::nullopt;
    }
    return tensor;
}

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
    return std::ranges::find(names, name) != names.end();
}

}  // namespace

bool TorchTensor::is_empty() const {
    return std::ranges::find(shape, 0U) != shape.end();
}

std::optional<std::uint64_t> TorchTensor::extent() const {
    if (is_empty()) return 0;
    std::uint64_t last = offset;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (stride[i] < 0) return std::nullopt;
        std::uint64_t reach = 0;
        if (__builtin_mul_overflow(shape[i] - 1, static_cast<std::uint64_t>(stride[i]), &reach) ||
            __builtin_add_overflow(last, reach, &last)) {
            return std::nullopt;
        }
    }
    if (last == UINT64_MAX) return std::nullopt;
    return last + 1;
}

std::optional<std::vector<std::uint64_t>> torch_sizes(const PickleGraph& graph, PickleId id) {
    if (graph.is(id, PickleKind::call)) {
        const auto args = graph.elements(graph.at(id).b, 1);
        if (args.empty()) return std::nullopt;
        id = args.front();
    }
    if (!graph.is(id, PickleKind::tuple) && !graph.is(id, PickleKind::list)) return std::nullopt;
    const auto elements = graph.elements(id, most_torch_dimensions + 1);
    if (elements.size() > most_torch_dimensions) return std::nullopt;
    std::vector<std::uint64_t> sizes;
    for (const auto element : elements) {
        const auto size = natural(graph, element);
        if (!size) return std::nullopt;
        sizes.push_back(*size);
    }
    return sizes;
}

std::optional<std::uint64_t> natural(const PickleGraph& graph, PickleId id) {
    if (!graph.is(id, PickleKind::integer) || graph.integer(id) < 0) return std::nullopt;
    return static_cast<std::uint64_t>(graph.integer(id));
}

bool is_global(const PickleGraph& graph, PickleId id, std::string_view module, std::string_view name) {
    return graph.is(id, PickleKind::global) && graph.text(graph.at(id).a) == module &&
           graph.text(graph.at(id).b) == name;
}

std::optional<TorchStorage> torch_storage(const PickleGraph& graph, PickleId id) {
    if (!graph.is(id, PickleKind::persistent)) return std::nullopt;
    const auto parts = graph.elements(graph.at(id).a, 6);
    if (parts.size() < 5 || graph.text(parts[0]) != "storage" || !graph.is(parts[1], PickleKind::global)) {
        return std::nullopt;
    }
    const auto count = natural(graph, parts[4]);
    const auto key = graph.text(parts[2]);
    if (key.empty() || key.size() > longest_key || !count) return std::nullopt;
    const auto storage_class = graph.text(graph.at(parts[1]).b);
    TorchStorage storage{.key = key,
                         .dtype = dtype_of_torch_storage(storage_class),
                         .untyped = is_untyped_torch_storage(storage_class),
                         .count = *count};
    if (parts.size() < 6 || graph.is(parts[5], PickleKind::none)) return storage;
    // (key of the view, offset, count)
    const auto view = graph.elements(parts[5], 3);
    if (view.size() < 3 || storage.untyped) return std::nullopt;
    const auto view_offset = natural(graph, view[1]);
    const auto view_count = natural(graph, view[2]);
    if (!view_offset || !view_count) return std::nullopt;
    storage.view_offset = *view_offset;
    storage.view_count = *view_count;
    return storage;
}

std::optional<TorchTensor> torch_tensor(const PickleGraph& graph, PickleId id) {
    PickleId callable = no_pickle;
    PickleId arguments = no_pickle;
    const auto enter = [&](PickleId call) {
        if (!graph.is(call, PickleKind::call)) return false;
        callable = graph.at(call).a;
        arguments = graph.at(call).b;
        return true;
    };
    if (!enter(id)) return std::nullopt;
    for (int wrapper = 0; wrapper < most_wrappers; ++wrapper) {
        if (!graph.is(callable, PickleKind::global)) return std::nullopt;
        const auto module = graph.text(graph.at(callable).a);
        const auto name = graph.text(graph.at(callable).b);
        if (module != "torch._utils" && module != "torch._tensor") return std::nullopt;
        const auto args = graph.elements(arguments, 8);
        if (is_one_of(name, {"_rebuild_tensor", "_rebuild_tensor_v2", "_rebuild_qtensor"})) {
            return dense_tensor(graph, args, false);
        }
        if (name == "_rebuild_tensor_v3") return dense_tensor(graph, args, true);
        if (is_one_of(name, {"_rebuild_parameter", "_rebuild_parameter_with_state"})) {
            if (args.empty() || !enter(args[0])) return std::nullopt;
        } else if (is_one_of(name, {"_rebuild_from_type", "_rebuild_from_type_v2"})) {
            if (args.size() < 3) return std::nullopt;
            callable = args[0];
            arguments = args[2];
        } else {
            return std::nullopt;
        }
    }
    return std::nullopt;
}

}  // namespace stepvault
