// Which tensors of a stored checkpoint are the model's own, and what its state dict calls them.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "container/object_tree.h"
#include "vault/format/step_layout.h"

namespace stepvault {

struct ModelTensors {
    std::vector<std::pair<std::uint32_t, std::string>>
        tensors;  ///< of StepLayout, with the name in its state dict
    /// Nothing but these is in the file or files they were chosen from.
    bool alone = false;
};

/// True for what counts for the model by its role: weights, embeddings, norm statistics, and counters of the
/// model itself; not for optimizers, nor for the states of random generators.
bool belongs_to_model(const StoredPayload& payload);

/// Of `candidates`: all tensors of one file, or of files that share their names. `objects`: what
/// object_tree() says of the file, empty where its format has no such thing.
///
/// Nothing that may be the model's is left out. Where a script saved several things side by side ("model",
/// "optimizer", "epoch"), so much is not of the model: what belongs_to_model() denies; single numbers at the
/// root by a name that trainings give ("step", "best_acc"), unless a larger tensor lies at the root as well;
/// what holds single numbers only and lies under a known key of a training ("callbacks", "lr_scheduler"); and
/// the "loops" and "hyper_parameters" of Lightning. These stay too where nothing else lies under a key.
///
/// A key that is above all that is left is taken off the names, as are the levels of a pickled module
/// ("_modules", "_parameters", "_buffers"). Under several keys ("model", "ema"), or with a tensor at the
/// root, all names keep theirs.
ModelTensors model_tensors(const StepLayout& layout, const std::vector<std::uint32_t>& candidates,
                           const std::vector<ObjectLine>& objects);

}  // namespace stepvault
