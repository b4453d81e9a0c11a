#include "container/tensorflow_index.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "container/verdict.h"

namespace stepvault {

namespace {

constexpr std::uint64_t footer_size = 48;
constexpr std::uint64_t trailer_size = 5;  // of a block: u8 compression, u32 masked CRC-32C
constexpr std::uint64_t table_magic = 0xDB4775248B80FB57;
constexpr std::uint64_t largest_block = std::uint64_t{256} << 20;
constexpr std::uint64_t most_shards = 100'000;

/// Field numbers of BundleHeaderProto and BundleEntryProto.
constexpr std::uint64_t header_shards = 1;
constexpr std::uint64_t entry_shard = 3;
constexpr std::uint64_t entry_offset = 4;
constexpr std::uint64_t entry_size = 5;
constexpr std::uint64_t entry_slices = 7;

Error odd_index(std::string_view what) {
    return {ErrorCode::corrupt, "its " + std::string(what) + " makes no sense"};
}

struct Block {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
};

Block read_handle(ByteReader& in) {
    Block block;
    block.offset = in.get_varint();
    block.size = in.get_varint();
    return block;
}

/// Calls f(whether the key is empty, value) for each entry of a block.
template <class F>
Status for_each_entry(const File& file, const Block& block, std::uint64_t end, F&& f) {
    if (block.offset > end || block.size > end - block.offset ||
        end - block.offset - block.size < trailer_size)
        return odd_index("list of blocks");
    if (block.size > largest_block)
        return Error{ErrorCode::limit, "its block of " + std::to_string(block.size) + " bytes is too large"};
    Bytes bytes(block.size + 1);
    STEPVAULT_TRY(file.read_exact(block.offset, bytes));
    if (bytes.back() != std::byte{0}) return Error{ErrorCode::unsupported, "its blocks are compressed"};
    bytes.pop_back();
    if (bytes.size() < 4) return odd_index("block");
    const std::uint64_t restarts = load<std::uint32_t>(bytes, bytes.size() - 4);
    if (restarts > (bytes.size() - 4) / 4) return odd_index("block");
    ByteReader in(ByteView(bytes).first(bytes.size() - 4 - 4 * restarts));
    while (in.left() > 0) {
        const auto shared = in.get_varint();
        const auto unshared = in.get_varint();
        const auto value_size = in.get_varint();
        (void)in.get_bytes(unshared);
        const auto value = in.get_bytes(value_size);
        if (!in.ok()) return odd_index("block");
        STEPVAULT_TRY(f(shared == 0 && unshared == 0, value));
    }
    return {};
}

/// Reads the numbers of a protobuf message by field; false if invalid. Texts and messages count as 1.
bool read_message(ByteView bytes, std::array<std::uint64_t, 8>& fields) {
    enum Wire : unsigned { varint = 0, eight_bytes = 1, counted = 2, four_bytes = 5 };
    ByteReader in(bytes);
    while (in.ok() && in.left() > 0) {
        const auto tag = in.get_varint();
        std::uint64_t value = 1;
        switch (tag & 7U) {
            case varint:
                value = in.get_varint();
                break;
            case eight_bytes:
                value = in.get<std::uint64_t>();
                break;
            case counted:
                (void)in.get_bytes(in.get_varint());
                break;
            case four_bytes:
                value = in.get<std::uint32_t>();
                break;
            default:
                return false;
        }
        if (tag >> 3U < fields.size()) fields[tag >> 3U] = value;
    }
    return in.ok();
}

/// The minimum size in bytes of each shard.
class ShardSizes {
 public:
    Status add(bool is_header, ByteView value) {
        std::array<std::uint64_t, 8> fields{};
        if (!read_message(value, fields)) return odd_index("entry");
        if (is_header) {
            if (!sizes_.empty() || fields[header_shards] == 0 || fields[header_shards] > most_shards)
                return odd_index("number of data files");
            sizes_.resize(fields[header_shards]);
            return {};
        }
        // A tensor in slices has an entry for each slice.
        if (fields[entry_slices] != 0) return {};
        std::uint64_t end = 0;
        if (fields[entry_shard] >= sizes_.size() ||
            __builtin_add_overflow(fields[entry_offset], fields[entry_size], &end)) {
            return odd_index("entry");
        }
        auto& size = sizes_[fields[entry_shard]];
        size = std::max(size, end);
        return {};
    }
    [[nodiscard]] const std::vector<std::uint64_t>& sizes() const { return sizes_; }

 private:
    std::vector<std::uint64_t> sizes_;
};

Result<std::vector<std::uint64_t>> shard_sizes(const File& file, std::uint64_t file_size) {
    const Error cut{ErrorCode::incomplete, "it is cut off at byte " + std::to_string(file_size)};
    if (file_size < footer_size) return cut;
    const auto end = file_size - footer_size;
    Bytes footer(footer_size);
    STEPVAULT_TRY(file.read_exact(end, footer));
    if (load<std::uint64_t>(footer, footer_size - 8) != table_magic) return cut;
    ByteReader handles(ByteView(footer).first(footer_size - 8));
    (void)read_handle(handles);
    const auto index = read_handle(handles);
    if (!handles.ok()) return odd_index("footer");

    ShardSizes sizes;
    std::uint64_t listed = 0;
    STEPVAULT_TRY(for_each_entry(file, index, end, [&](bool, ByteView value) -> Status {
        ByteReader in(value);
        const auto block = read_handle(in);
        // Reject repeated blocks, which would be read repeatedly.
        if (!in.ok() || __builtin_add_overflow(listed, block.size, &listed) || listed > end)
            return odd_index("list of blocks");
        return for_each_entry(file, block, end,
                              [&](bool is_header, ByteView entry) { return sizes.add(is_header, entry); });
    }));
    if (sizes.sizes().empty()) return odd_index("number of data files");
    return sizes.sizes();
}

std::string shard_name(std::string_view prefix, std::size_t shard, std::size_t shards) {
    std::array<char, 64> tail{};
    std::snprintf(tail.data(), tail.size(), ".data-%05zu-of-%05zu", shard, shards);
    return std::string(prefix) + tail.data();
}

}  // namespace

bool begins_like_tensorflow_index(ByteView head) {
    constexpr auto zero = std::byte{0};
    constexpr auto number_of_shards = std::byte{header_shards << 3U};
    return head.size() > 4 && head[0] == zero && head[1] == zero && head[2] > std::byte{1} &&
           head[2] < std::byte{0x80} && head[3] == number_of_shards;
}

Result<Inspection> read_tensorflow_index(const File& file, std::uint64_t file_size) {
    auto sizes = shard_sizes(file, file_size);
    if (!sizes) return verdict_on(std::move(sizes).error(), file_size);
    auto inspection = kept_raw(file_size);
    inspection.layout.format = "tensorflow-index";
    return inspection;
}

Result<std::vector<TensorflowShard>> tensorflow_shards(const File& index) {
    STEPVAULT_ASSIGN(file_size, index.size());
    STEPVAULT_ASSIGN(sizes, shard_sizes(index, file_size));
    const auto prefix = index.path().stem().native();
    std::vector<TensorflowShard> shards;
    for (std::size_t i = 0; i < sizes.size(); ++i)
        shards.push_back({shard_name(prefix, i, sizes.size()), sizes[i]});
    return shards;
}

}  // namespace stepvault
