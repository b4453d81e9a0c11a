#include "vault/format/parity_file.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>
#include <vector>

#include "base/atomic_file.h"
#include "base/checksum.h"
#include "base/erasure_code.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view parity_magic{"\x89SVPAR1\n", 8};
constexpr std::uint32_t parity_version = 1;
constexpr std::uint32_t smallest_cell = 256;
constexpr std::uint32_t largest_cell = 4096;
constexpr std::size_t working_memory = std::size_t{8} << 20;  // bytes
constexpr std::size_t footer_size = step_file_footer_size;
constexpr std::size_t head_size = 32 + footer_size;

using Footer = std::array<std::byte, footer_size>;

/// The part of a parity file before its blocks.
struct Head {
    ParityGeometry geometry;
    Footer footer{};                      ///< the step file's last bytes, after zeros if it is shorter
    std::vector<std::uint64_t> hashes{};  ///< of the step file's cells, then of each parity block's cells

    [[nodiscard]] std::uint64_t bytes() const { return head_size + 8 * (hashes.size() + 1); }
};

std::uint64_t hash_count(const ParityGeometry& g) {
    return g.cells() + g.parity * g.columns();
}

Bytes to_bytes(const Head& head) {
    ByteWriter out;
    out.put_bytes(as_view(parity_magic));
    out.put(parity_version);
    out.put(head.geometry.cell);
    out.put(head.geometry.data);
    out.put(head.geometry.parity);
    out.put(head.geometry.size);
    out.put_bytes(head.footer);
    for (const auto hash : head.hashes)
        out.put(hash);
    out.put(xxh3(out.view()));
    return out.take();
}

Result<Footer> read_footer(const File& file, std::uint64_t size) {
    Footer footer{};
    const auto there = std::min<std::uint64_t>(size, footer.size());
    STEPVAULT_TRY(file.read_exact(size - there, MutableByteView(footer).last(there)));
    return footer;
}

/// Reads the head without its hashes.
Result<Head> read_geometry(const File& parity) {
    const Error damaged{ErrorCode::corrupt, parity.path().native() + " is damaged at its beginning"};
    Bytes bytes(head_size);
    STEPVAULT_ASSIGN(there, parity.read_some(0, bytes));
    if (there < bytes.size() || as_text(bytes).substr(0, 8) != parity_magic) return damaged;
    ByteReader in(ByteView(bytes).subspan(8));
    if (in.get<std::uint32_t>() != parity_version)
        return Error{ErrorCode::unsupported,
                     parity.path().native() + " was written by a newer Stepvault; update this one"};
    Head head;
    auto& g = head.geometry;
    g.cell = in.get<std::uint32_t>();
    g.data = in.get<std::uint32_t>();
    g.parity = in.get<std::uint32_t>();
    g.size = in.get<std::uint64_t>();
    std::ranges::copy(in.get_bytes(footer_size), head.footer.begin());
    STEPVAULT_ASSIGN(size, parity.size());
    const bool sensible = g.cell >= smallest_cell && g.cell <= largest_cell && g.data > 0 && g.parity > 0 &&
                          g.data + std::uint64_t{g.parity} <= ErasureCode::most_blocks && g.size > 0 &&
                          g.columns() <= size / g.cell;
    if (!sensible || size != head_size + 8 * (hash_count(g) + 1) + g.parity * g.columns() * g.cell)
        return damaged;
    return head;
}

Result<Head> read_head(const File& parity) {
    STEPVAULT_ASSIGN(head, read_geometry(parity));
    Bytes bytes(head_size + 8 * (hash_count(head.geometry) + 1));
    STEPVAULT_TRY(parity.read_exact(0, bytes));
    const auto hashed = ByteView(bytes).first(bytes.size() - 8);
    if (load<std::uint64_t>(bytes, hashed.size()) != xxh3(hashed))
        return Error{ErrorCode::corrupt, parity.path().native() + ": its table of cells is damaged"};
    head.hashes.resize(hash_count(head.geometry));
    for (std::size_t i = 0; i < head.hashes.size(); ++i)
        head.hashes[i] = load<std::uint64_t>(bytes, head_size + 8 * i);
    return std::move(head);
}

/// A window of columns of all blocks, as many as fit into working_memory.
class Columns {
 public:
    explicit Columns(const ParityGeometry& g) : g_(g) {
        const auto row = std::uint64_t{g.data + g.parity} * g.cell;
        width_ = std::clamp<std::uint64_t>(working_memory / row, 1, g.columns());
        bytes_.resize(width_ * row);
    }

    [[nodiscard]] std::uint64_t width() const { return width_; }
    /// Number of columns in memory.
    [[nodiscard]] std::uint64_t here() const { return here_; }

    /// Reads the step file's columns from `first` on; cells beyond its end are zeros.
    Status load_data(const File& file, std::uint64_t first) {
        begin_at(first);
        for (std::uint32_t b = 0; b < g_.data; ++b)
            STEPVAULT_TRY(load(file, (b * g_.columns() + first) * g_.cell, block(b)));
        return {};
    }
    /// Does the same for a file with unreadable places, which become zeros.
    void load_what_can_be_read(const File& file, std::uint64_t first) {
        begin_at(first);
        for (std::uint32_t b = 0; b < g_.data; ++b) {
            if (load(file, (b * g_.columns() + first) * g_.cell, block(b))) continue;
            for (std::uint64_t c = 0; c < here_; ++c) {
                if (!load(file, (b * g_.columns() + first + c) * g_.cell, cell(b, c)))
                    std::ranges::fill(cell(b, c), std::byte{});
            }
        }
    }
    Status load_parity(const File& parity, std::uint64_t begin) {
        for (std::uint32_t b = 0; b < g_.parity; ++b)
            STEPVAULT_TRY(
                parity.read_exact(begin + (b * g_.columns() + first_) * g_.cell, block(g_.data + b)));
        return {};
    }
    Status store_parity(File& parity, std::uint64_t begin) const {
        for (std::uint32_t b = 0; b < g_.parity; ++b)
            STEPVAULT_TRY(
                parity.write_all(begin + (b * g_.columns() + first_) * g_.cell, block(g_.data + b)));
        return {};
    }
    /// Writes the columns back to the step file.
    Status store_data(File& file) const {
        for (std::uint32_t b = 0; b < g_.data; ++b) {
            const auto offset = (b * g_.columns() + first_) * g_.cell;
            if (offset >= g_.size) break;
            const auto bytes = ByteView(block(b));
            STEPVAULT_TRY(
                file.write_all(offset, bytes.first(std::min<std::uint64_t>(bytes.size(), g_.size - offset))));
        }
        return {};
    }

    /// The part of a block that lies in the columns in memory.
    [[nodiscard]] MutableByteView block(std::uint32_t b) {
        return MutableByteView(bytes_).subspan(b * width_ * g_.cell, here_ * g_.cell);
    }
    [[nodiscard]] ByteView block(std::uint32_t b) const {
        return ByteView(bytes_).subspan(b * width_ * g_.cell, here_ * g_.cell);
    }
    [[nodiscard]] MutableByteView cell(std::uint32_t b, std::uint64_t column) {
        return block(b).subspan(column * g_.cell, g_.cell);
    }
    /// Index of a cell's hash in Head::hashes; nullopt for a cell beyond the file's end.
    [[nodiscard]] std::optional<std::uint64_t> hash_index(std::uint32_t b, std::uint64_t column) const {
        const auto index = (b < g_.data ? b : b - g_.data) * g_.columns() + first_ + column;
        if (b >= g_.data) return g_.cells() + index;
        return index < g_.cells() ? std::optional(index) : std::nullopt;
    }

 private:
    void begin_at(std::uint64_t first) {
        first_ = first;
        here_ = std::min(width_, g_.columns() - first);
    }
    Status load(const File& file, std::uint64_t offset, MutableByteView out) const {
        std::size_t there = 0;
        if (offset < g_.size) {
            STEPVAULT_ASSIGN(
                read,
                file.read_some(offset, out.first(std::min<std::uint64_t>(out.size(), g_.size - offset))));
            there = read;
        }
        std::ranges::fill(out.subspan(there), std::byte{});
        return {};
    }

    const ParityGeometry& g_;
    std::uint64_t width_ = 0;
    std::uint64_t first_ = 0;
    std::uint64_t here_ = 0;
    Bytes bytes_;
};

/// Blocks whose cell in the column does not match its hash.
std::vector<std::uint32_t> find_lost(Columns& columns, const Head& head, std::uint64_t column,
                                     std::uint32_t from, std::uint32_t to) {
    std::vector<std::uint32_t> lost;
    for (auto b = from; b < to; ++b) {
        const auto index = columns.hash_index(b, column);
        if (index && xxh3(columns.cell(b, column)) != head.hashes[*index]) lost.push_back(b);
    }
    return lost;
}

Status rebuild_column(Columns& columns, const Head& head, const ErasureCode& code, std::uint64_t column,
                      const std::vector<std::uint32_t>& lost) {
    const auto& g = head.geometry;
    std::vector<std::optional<ByteView>> blocks(g.data + g.parity);
    for (std::uint32_t b = 0; b < blocks.size(); ++b)
        blocks[b] = columns.cell(b, column);
    for (const auto b : find_lost(columns, head, column, g.data, g.data + g.parity))
        blocks[b].reset();
    std::vector<Bytes> made(lost.size(), Bytes(g.cell));
    std::vector<MutableByteView> out;
    for (std::size_t i = 0; i < lost.size(); ++i) {
        blocks[lost[i]].reset();
        out.emplace_back(made[i]);
    }
    STEPVAULT_TRY(code.rebuild(blocks, lost, out));
    for (std::size_t i = 0; i < lost.size(); ++i)
        std::ranges::copy(made[i], columns.cell(lost[i], column).begin());
    return {};
}

}  // namespace

ParityGeometry choose_parity(std::uint64_t size, double percent) {
    const double share = std::clamp(percent, 0.0, 100.0) / 100;
    ParityGeometry g{.size = size};
    g.cell = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(
        std::bit_floor(size / ErasureCode::most_blocks), smallest_cell, largest_cell));
    const auto most_data = static_cast<std::uint64_t>(ErasureCode::most_blocks / (1 + share));
    const auto columns = (g.cells() + most_data - 1) / most_data;
    g.data = static_cast<std::uint32_t>((g.cells() + columns - 1) / columns);
    const auto wanted = static_cast<std::uint32_t>(std::ceil(g.data * share));
    g.parity = std::clamp<std::uint32_t>(wanted, 1, ErasureCode::most_blocks - g.data);
    return g;
}

Status write_parity(const fs::path& path, const fs::path& parity, double percent, const JobContext& job) {
    STEPVAULT_ASSIGN(file, File::open_read(path));
    STEPVAULT_ASSIGN(size, file.size());
    if (size == 0) return Error{ErrorCode::corrupt, path.native() + " is empty"};
    Head head{.geometry = choose_parity(size, percent)};
    const auto& g = head.geometry;
    STEPVAULT_ASSIGN(footer, read_footer(file, size));
    head.footer = footer;
    head.hashes.resize(hash_count(g));
    STEPVAULT_ASSIGN(code, ErasureCode::create(g.data, g.parity));
    STEPVAULT_ASSIGN(out, AtomicFile::create(parity, FileAccess::of_folder));
    Columns columns(g);
    for (std::uint64_t first = 0; first < g.columns(); first += columns.width()) {
        STEPVAULT_TRY(job.check());
        STEPVAULT_TRY(columns.load_data(file, first));
        std::vector<ByteView> data;
        std::vector<MutableByteView> made;
        for (std::uint32_t b = 0; b < g.data; ++b)
            data.emplace_back(columns.block(b));
        for (std::uint32_t b = 0; b < g.parity; ++b)
            made.push_back(columns.block(g.data + b));
        code.encode(data, made);
        for (std::uint32_t b = 0; b < g.data + g.parity; ++b) {
            for (std::uint64_t c = 0; c < columns.here(); ++c) {
                if (const auto index = columns.hash_index(b, c))
                    head.hashes[*index] = xxh3(columns.cell(b, c));
            }
        }
        STEPVAULT_TRY(columns.store_parity(out.file(), head.bytes()));
    }
    STEPVAULT_TRY(out.file().write_all(0, to_bytes(head)));
    return out.publish(AtomicFile::Existing::replace);
}

bool is_parity_of(const fs::path& parity, const fs::path& path, double percent) {
    const auto stored = File::open_read(parity);
    if (!stored) return false;
    const auto head = read_geometry(*stored);
    const auto file = File::open_read(path);
    if (!head || !file) return false;
    const auto size = file->size();
    if (!size || *size == 0 || head->geometry != choose_parity(*size, percent)) return false;
    const auto footer = read_footer(*file, *size);
    return footer && *footer == head->footer;
}

Status check_parity(const fs::path& parity, const JobContext& job) {
    STEPVAULT_ASSIGN(file, File::open_read(parity));
    STEPVAULT_ASSIGN(head, read_head(file));
    const auto& g = head.geometry;
    Bytes cell(g.cell);
    for (std::uint64_t i = 0; i < g.parity * g.columns(); ++i) {
        STEPVAULT_TRY(job.check());
        STEPVAULT_TRY(file.read_exact(head.bytes() + i * g.cell, cell));
        if (xxh3(cell) != head.hashes[g.cells() + i])
            return Error{ErrorCode::corrupt, parity.native() + ": the cell at byte " +
                                                 std::to_string(head.bytes() + i * g.cell) + " is damaged"};
    }
    return {};
}

Status restore_by_parity(const fs::path& damaged, const fs::path& parity, File& out, const JobContext& job) {
    STEPVAULT_ASSIGN(stored, File::open_read(parity));
    STEPVAULT_ASSIGN(head, read_head(stored));
    const auto& g = head.geometry;
    STEPVAULT_ASSIGN(file, File::open_read(damaged));
    STEPVAULT_ASSIGN(code, ErasureCode::create(g.data, g.parity));
    Columns columns(g);
    for (std::uint64_t first = 0; first < g.columns(); first += columns.width()) {
        STEPVAULT_TRY(job.check());
        columns.load_what_can_be_read(file, first);
        bool has_parity = false;
        for (std::uint64_t c = 0; c < columns.here(); ++c) {
            const auto lost = find_lost(columns, head, c, 0, g.data);
            if (lost.empty()) continue;
            if (!has_parity) STEPVAULT_TRY(columns.load_parity(stored, head.bytes()));
            has_parity = true;
            if (auto status = rebuild_column(columns, head, code, c, lost); !status)
                return status.error().within(damaged.native());
        }
        STEPVAULT_TRY(columns.store_data(out));
    }
    return {};
}

}  // namespace stepvault
