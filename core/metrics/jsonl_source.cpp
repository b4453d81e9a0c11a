#include "metrics/jsonl_source.h"

#include "metrics/flat_object.h"

namespace stepvault {

namespace {

constexpr std::size_t longest_line = std::size_t{16} << 20;

}  // namespace

JsonlSource::JsonlSource(const std::filesystem::path& path)
    : RecordSource(path, RecordTail::Quotes::plain, longest_line) {}

bool JsonlSource::on_record(std::string_view record, bool) {
    const auto fields = parse_flat_object(record);
    if (!fields) return false;
    append_points(*fields, points_);
    return true;
}

}  // namespace stepvault
