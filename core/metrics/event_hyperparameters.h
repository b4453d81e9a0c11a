// The records of TensorBoard's HParams plugin. Include in .cpp files only.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "base/bytes.h"
#include "base/result.h"

namespace stepvault {

/// The hyperparameters in the beginning of an event file: those of the last session that starts in it, as
/// SummaryWriter.add_hparams() and Lightning write them; null if there is none. Stops at a record that is cut
/// off or damaged. ErrorCode::limit for more than 32 levels.
///
/// Field numbers (tensorboard/plugins/hparams/plugin_data.proto and api.proto in tensorflow/tensorboard,
/// struct.proto of Protocol Buffers): Event{5 Summary{1 Value{9 metadata{1 plugin_data{1 plugin_name, 2
/// content}}}}}; content: HParamsPluginData{3 SessionStartInfo{1 map hparams{1 key, 2 Value}}}; Value{2
/// double, 3 text, 4 bool, 5 Struct{1 map{1 key, 2 Value}}, 6 ListValue{1 repeated Value}}.
Result<nlohmann::json> event_settings(ByteView beginning);

}  // namespace stepvault
