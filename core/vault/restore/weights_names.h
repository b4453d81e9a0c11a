// Chooses the tensors of a stored checkpoint that are the model's own, and their names in its state dict.
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
        tensors;  ///< index into StepLayout::tensors, and name in the state dict
    /// The file or files that the tensors were chosen from hold nothing else.
    bool alone = false;
};

/// True if a payload belongs to the model by its role: weights, embeddings, norm statistics, and counters of
/// the model itself. False for optimizers, and for the states of random generators.
bool belongs_to_model(const StoredPayload& payload);

/// Chooses the model's tensors from `candidates`: all tensors of one file, or of files that share their
/// names. `objects`: the lines that object_tree() gives for the file; empty if its format has no objects.
///
/// Leaves out nothing that may be the model's. Where a script saved several things side by side ("model",
/// "optimizer", "epoch"), these tensors are not the model's: payloads for which belongs_to_model() is false;
/// single numbers at the root under a name that trainings use ("step", "best_acc"), unless a larger tensor
/// lies at the root as well; containers of only single numbers under a known key of a training ("callbacks",
/// "lr_scheduler"); and the "loops" and "hyper_parameters" of Lightning. All but the first of these stay if
/// nothing else lies under a key.
///
/// A key that is above all remaining tensors is removed from their names, as are the levels of a pickled
/// module ("_modules", "_parameters", "_buffers"). If there are several keys ("model", "ema"), or a tensor at
/// the root, all names keep their keys.
ModelTensors model_tensors(const StepLayout& layout, const std::vector<std::uint32_t>& candidates,
                           const std::vector<ObjectLine>& objects);

}  // namespace stepvault
