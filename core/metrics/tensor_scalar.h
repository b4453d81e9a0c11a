#pragma once

#include <optional>

#include "base/bytes.h"

namespace stepvault {

/// The value of a serialized TensorProto with one element: float, double, half, bfloat16, an integer or a
/// bool, in tensor_content or in its typed field, packed or not. nullopt for tensors of other types or sizes,
/// and for damaged ones. Field and type numbers: tensor.proto and types.proto in tensorflow/tensorboard,
/// tensorboard/compat/proto.
std::optional<double> scalar_of_tensor(ByteView tensor);

}  // namespace stepvault
