#include "container/gguf.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "container/gguf_header.h"
#include "container/payload_names.h"
#include "container/row_major.h"
#include "container/verdict.h"

namespace stepvault {

namespace {

constexpr std::string_view gguf_magic = "GGUF";
constexpr std::uint64_t first_read = std::uint64_t{1} << 20;

Inspection judge(GgufHeader&& header, std::uint64_t file_size) {
    auto& tensors = header.tensors;
    std::erase_if(tensors, [](const GgufTensor& t) { return t.length == 0; });
    std::ranges::sort(tensors, {}, &GgufTensor::offset);
    Inspection inspection;
    auto& layout = inspection.layout;
    layout.format = "gguf";
    layout.file_size = file_size;
    auto end = header.data_at;
    for (auto& tensor : tensors) {
        Payload payload{.offset = 0, .length = tensor.length, .dtype = tensor.dtype, .name = tensor.name};
        const bool overflow = __builtin_add_overflow(header.data_at, tensor.offset, &payload.offset);
        if (overflow || payload.offset < end)
            return kept_raw(file_size,
                            "its header gives bytes to two tensors at byte " + std::to_string(end));
        if (__builtin_add_overflow(payload.offset, payload.length, &end))
            return kept_raw(file_size, "its header has a range that no file can hold");
        layout.payloads.push_back(std::move(payload));
        layout.tensors.push_back({.name = std::move(tensor.name),
                                  .payload = static_cast<std::uint32_t>(layout.payloads.size() - 1),
                                  .dtype = tensor.dtype,
                                  .shape = std::move(tensor.shape),
                                  .stride = {}});
        layout.tensors.back().stride = row_major(layout.tensors.back().shape);
    }
    if (end > file_size) return still_incomplete(bytes_missing(file_size, end, true));
    name_payloads(layout);
    return inspection;
}

}  // namespace

bool begins_like_gguf(ByteView head) {
    return head.size() >= gguf_magic.size() + sizeof(std::uint32_t) &&
           as_text(head).starts_with(gguf_magic) &&
           is_gguf_version(load<std::uint32_t>(head, gguf_magic.size()));
}

Result<Inspection> read_gguf(const File& file, std::uint64_t file_size) {
    if (file_size < gguf_magic.size())
        return still_incomplete(bytes_missing(file_size, gguf_magic.size(), false));
    for (auto size = first_read;; size *= 8) {
        size = std::min({size, most_gguf_header, file_size});
        Bytes bytes(size);
        STEPVAULT_TRY(file.read_exact(0, bytes));
        // Some writers fill in the header last.
        if (load<std::uint32_t>(bytes) == 0) return still_incomplete("its header is still zeros at byte 0");
        if (!as_text(bytes).starts_with(gguf_magic))
            return kept_raw(file_size, "it does not begin with \"GGUF\"");
        auto header = parse_gguf_header(bytes);
        if (header) return judge(*std::move(header), file_size);
        if (header.error().code != ErrorCode::incomplete)
            return verdict_on(std::move(header).error(), file_size);
        if (size == file_size)
            return still_incomplete("its header is cut off at byte " + std::to_string(file_size));
        if (size == most_gguf_header)
            return kept_raw(file_size,
                            "its header is larger than " + std::to_string(most_gguf_header) + " bytes");
    }
}

}  // namespace stepvault
