#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "metrics/event_message.h"
#include "metrics/file_tail.h"
#include "metrics/tail_source.h"

namespace stepvault {

/// The scalars of one of TensorBoard's event files (events.out.tfevents.*), which is a list of records:
/// length u64, masked CRC-32C of these 8 bytes, data, masked CRC-32C of the data; masked = rotr32(crc, 15) +
/// 0xA282EAD8. Source: record_writer.cc of TensorFlow.
///
/// A record that is not all there waits. Where a length's CRC does not hold, nothing more is read unless that
/// changes; data whose CRC does not hold, or of more than 64 MiB, is passed over.
///
/// Keras writes the same tags into train/ and validation/, and SummaryWriter.add_scalars into a folder for
/// each curve: tags of a file in a folder named train, validation, val, eval or test, or in one of
/// is_scalars_folder(), begin with the folder's name and '/'.
class EventFileSource final : public TailSource {
 public:
    explicit EventFileSource(const std::filesystem::path& path);
    [[nodiscard]] const std::filesystem::path& path() const override { return tail_.path(); }

 private:
    Status read_on() override;

    FileTail tail_;
    EventMessages messages_;
    std::uint64_t skip_ = 0;  ///< bytes left of a record that is too long
};

/// events.out.tfevents.<seconds since the epoch>.<host>...; not the marks that TensorBoard's profiler leaves.
bool is_event_file_name(std::string_view name);
struct EventFileName {
    std::int64_t begun = 0;  ///< seconds since the epoch
    std::string writer;      ///< host, and process where the name has it
};
/// nullopt for other names.
std::optional<EventFileName> read_event_file_name(std::string_view name);
/// True for a folder in which SummaryWriter.add_scalars keeps one curve of a run: named <tag>_<curve>, with
/// nothing but event files, written by the process that wrote one of those in the folder above, and begun no
/// earlier.
bool is_scalars_folder(const std::filesystem::path& folder);
/// train, validation, val, eval, test: folders that part the curves of one run.
bool is_event_series_name(std::string_view name);

}  // namespace stepvault
