#include "container/allowed_globals.h"

#include <algorithm>
#include <array>

namespace stepvault {

namespace {

constexpr std::array<std::string_view, 28> allowed = {"__builtin__.bytearray",
                                                      "__builtin__.complex",
                                                      "__builtin__.set",
                                                      "_codecs.encode",
                                                      "builtins.bytearray",
                                                      "builtins.complex",
                                                      "builtins.set",
                                                      "collections.Counter",
                                                      "collections.OrderedDict",
                                                      "torch.Size",
                                                      "torch.Tensor",
                                                      "torch._tensor._rebuild_from_type_v2",
                                                      "torch._utils._rebuild_device_tensor_from_cpu_tensor",
                                                      "torch._utils._rebuild_device_tensor_from_numpy",
                                                      "torch._utils._rebuild_meta_tensor_no_storage",
                                                      "torch._utils._rebuild_parameter",
                                                      "torch._utils._rebuild_parameter_with_state",
                                                      "torch._utils._rebuild_qtensor",
                                                      "torch._utils._rebuild_sparse_tensor",
                                                      "torch._utils._rebuild_tensor",
                                                      "torch._utils._rebuild_tensor_v2",
                                                      "torch._utils._rebuild_tensor_v3",
                                                      "torch._utils._rebuild_wrapper_subclass",
                                                      "torch.device",
                                                      "torch.nn.parameter.Parameter",
                                                      "torch.serialization._get_layout",
                                                      "torch.storage.TypedStorage",
                                                      "torch.storage.UntypedStorage"};

constexpr std::array<std::string_view, 28> allowed_types = {"float",
                                                            "float16",
                                                            "float32",
                                                            "float64",
                                                            "double",
                                                            "half",
                                                            "bfloat16",
                                                            "int8",
                                                            "int16",
                                                            "int32",
                                                            "int64",
                                                            "int",
                                                            "long",
                                                            "short",
                                                            "uint8",
                                                            "uint16",
                                                            "uint32",
                                                            "uint64",
                                                            "bool",
                                                            "complex32",
                                                            "complex64",
                                                            "complex128",
                                                            "qint8",
                                                            "qint32",
                                                            "quint8",
                                                            "per_tensor_affine",
                                                            "per_channel_affine",
                                                            "cfloat"};

constexpr std::string_view torch_module = "torch.";

/// torch.FloatStorage, torch.cuda.HalfTensor: a single name after the module.
bool is_torch_class(std::string_view name) {
    if (name.starts_with("cuda.")) name.remove_prefix(5);
    return name.find('.') == std::string_view::npos &&
           (name.ends_with("Storage") || name.ends_with("Tensor"));
}

}  // namespace

bool is_allowed_global(std::string_view global) {
    if (std::ranges::binary_search(allowed, global)) return true;
    if (!global.starts_with(torch_module)) return false;
    const auto name = global.substr(torch_module.size());
    return is_torch_class(name) || name.starts_with("float8_") ||
           std::ranges::find(allowed_types, name) != allowed_types.end();
}

}  // namespace stepvault
