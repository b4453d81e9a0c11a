#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "metrics/event_message.h"
#include "metrics/file_tail.h"
#include "metrics/tail_source.h"

namespace stepvault {

/// The scalars of a TensorBoard event file (events.out.tfevents.*), a list of records: length u64, masked
/// CRC-32C of these 8 bytes, data, masked CRC-32C of the data; masked = rotr32(crc, 15) + 0xA282EAD8. Source:
/// record_writer.cc of TensorFlow.
///
/// An incomplete record waits. After a length with a wrong CRC, nothing more is read unless those bytes
/// change. Skips data with a wrong CRC, or of more than 64 MiB.
///
/// Keras writes the same tags into train/ and validation/, and SummaryWriter.add_scalars into a folder for
/// each curve: for a file in a folder named train, validation, val, eval or test, or for which
/// is_scalars_folder() is true, tags begin with the folder's name and '/'.
class EventFileSource final : public TailSource {
 public:
    explicit EventFileSource(const std::filesystem::path& path);
    [[nodiscard]] const std::filesystem::path& path() const override { return tail_.path(); }

 private:
    Status read_on() override;

    FileTail tail_;
    EventMessages messages_;
    std::uint64_t skip_ = 0;  ///< remaining bytes of an oversized record
};

/// True for events.out.tfevents.<seconds since the epoch>.<host>...; false for the marker files of
/// TensorBoard's profiler.
bool is_event_file_name(std::string_view name);
struct EventFileName {
    std::int64_t begun = 0;  ///< seconds since the epoch
    std::string writer;      ///< host, and process where the name contains it
};
/// nullopt for other names.
std::optional<EventFileName> read_event_file_name(std::string_view name);
/// True for a folder in which SummaryWriter.add_scalars stores one curve of a run: its name is <tag>_<curve>,
/// and it holds only event files, written by a process that also wrote an event file in the folder above, and
/// started no earlier.
bool is_scalars_folder(const std::filesystem::path& folder);
/// train, validation, val, eval, test: names of folders that split the curves of one run.
bool is_event_series_name(std::string_view name);

}  // namespace stepvault
