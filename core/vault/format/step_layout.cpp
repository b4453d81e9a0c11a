#include "vault/format/step_layout.h"

#include <algorithm>
#include <limits>

#include "codec/rounding.h"
#include "container/row_major.h"
#include "vault/format/crc_ranges.h"

namespace stepvault {

namespace {

Error damaged() {
    return {ErrorCode::corrupt, "the layout is damaged"};
}
constexpr std::uint64_t most_elements = std::uint64_t{1} << 48;
/// Marks a rounding where a copy has its distance.
constexpr std::uint64_t rounding_mark = 1;

/// Rejects a count that the bytes left cannot hold at `least` bytes a record: trusting such a count would
/// waste memory.
bool fits(std::uint64_t count, const ByteReader& in, std::size_t least) {
    return count <= in.left() / least;
}

std::uint64_t weight_of(const StoredFile& f) {
    return 256 + f.path.size() + f.format.size() + f.note.size();
}
/// Includes the coder that a level model builds from its tables.
std::uint64_t weight_of(const StoredStream& s) {
    return (s.coding == StreamCoding::adaptive ? 20480 : 512) + s.group.size();
}
std::uint64_t weight_of(const StoredPayload& p, const StepLayout& layout) {
    const bool has_order = layout.streams[p.stream].coding == StreamCoding::adaptive;
    return 128 + (has_order ? weight_of_order : 0) + p.name.size() + layout.files[p.file].path.size();
}
/// Each tensor has a row in the catalog, which holds the path of its file. The name may be that of a payload,
/// which many tensors share.
std::uint64_t weight_of_tensor(std::uint64_t name, std::uint64_t dimensions, const StoredFile& file) {
    return 128 + name + 16 * dimensions + file.path.size();
}
constexpr std::uint64_t weight_of_crc = 64;

/// The weight that the rest of the layout may still have.
class Allowance {
 public:
    /// False if less than `weight` is left.
    bool take(std::uint64_t weight) {
        const bool fits = weight <= left_;
        left_ -= fits ? weight : left_;
        return fits;
    }

 private:
    std::uint64_t left_ = heaviest_layout;
};

void write_tensor(ByteWriter& out, const StoredTensor& t, const StoredPayload& payload) {
    const bool plain = t.stride == row_major(t.shape);
    const bool same_name = t.name == payload.name;
    const bool same_dtype = t.dtype == payload.dtype;
    out.put_varint(t.payload);
    out.put(static_cast<std::uint8_t>((plain ? 1 : 0) | (same_name ? 2 : 0) | (same_dtype ? 4 : 0)));
    if (!same_name) out.put_text(t.name);
    if (!same_dtype) out.put(t.dtype);
    out.put_varint(t.offset);
    out.put_varint(t.shape.size());
    for (const auto n : t.shape)
        out.put_varint(n);
    if (!plain) {
        for (const auto n : t.stride)
            out.put(n);
    }
}

Result<StoredTensor> read_tensor(ByteReader& in, const StepLayout& layout, Allowance& allowance) {
    const auto& payloads = layout.payloads;
    StoredTensor t;
    t.payload = static_cast<std::uint32_t>(in.get_varint());
    const auto flags = in.get<std::uint8_t>();
    if (!in.ok() || t.payload >= payloads.size()) return damaged();
    // Count the shared name before it is copied.
    if ((flags & 2) != 0 && !allowance.take(payloads[t.payload].name.size())) return damaged();
    t.name = (flags & 2) != 0 ? payloads[t.payload].name : in.get_text();
    t.dtype = (flags & 4) != 0 ? payloads[t.payload].dtype : in.get<DType>();
    t.offset = in.get_varint();
    const auto dimensions = in.get_varint();
    const auto own_name = (flags & 2) != 0 ? 0 : t.name.size();
    if (!in.ok() || !fits(dimensions, in, 1) ||
        !allowance.take(weight_of_tensor(own_name, dimensions, layout.files[payloads[t.payload].file])))
        return damaged();
    for (std::uint64_t d = 0; d < dimensions; ++d)
        t.shape.push_back(in.get_varint());
    if ((flags & 1) != 0) {
        t.stride = row_major(t.shape);
    } else {
        for (std::uint64_t d = 0; d < dimensions; ++d)
            t.stride.push_back(in.get<std::int64_t>());
    }
    return t;
}

Status read_files(ByteReader& in, Allowance& allowance, StepLayout& layout) {
    const auto file_count = in.get_varint();
    if (!fits(file_count, in, 4)) return damaged();
    for (std::uint64_t i = 0; i < file_count; ++i) {
        StoredFile f;
        f.path = in.get_text();
        f.size = in.get_varint();
        f.format = in.get_text();
        f.note = in.get_text();
        if (!allowance.take(weight_of(f))) return damaged();
        layout.files.push_back(std::move(f));
    }
    return {};
}

Status read_streams(ByteReader& in, Allowance& allowance, StepLayout& layout) {
    const auto stream_count = in.get_varint();
    if (!in.ok() || !fits(stream_count, in, 4)) return damaged();
    for (std::uint64_t i = 0; i < stream_count; ++i) {
        StoredStream s;
        s.coding = in.get<StreamCoding>();
        s.dtype = in.get<DType>();
        s.group = in.get_text();
        s.chunk_elements = static_cast<std::uint32_t>(std::min<std::uint64_t>(in.get_varint(), 1U << 20));
        if (s.coding > StreamCoding::runs || s.dtype > DType::unsigned_dynamic8) return damaged();
        if (is_lossy(s.coding) && !is_lossy_float(s.dtype)) return damaged();
        if (!allowance.take(weight_of(s))) return damaged();
        layout.streams.push_back(std::move(s));
    }
    return {};
}

Status read_payloads(ByteReader& in, Allowance& allowance, StepLayout& layout) {
    const auto payload_count = in.get_varint();
    if (!in.ok() || !fits(payload_count, in, 8)) return damaged();
    std::uint64_t file = 0;
    std::uint64_t end = 0;
    for (std::uint64_t i = 0; i < payload_count; ++i) {
        StoredPayload p;
        const auto step = in.get_varint();
        if (step > layout.files.size() - file) return damaged();
        if (step != 0) end = 0;
        file += step;
        p.file = static_cast<std::uint32_t>(file);
        p.offset = end + in.get_varint();
        p.length = in.get_varint();
        p.stream = static_cast<std::uint32_t>(std::min<std::uint64_t>(in.get_varint(), 1U << 30));
        const auto role = in.get<std::uint8_t>();
        p.role = static_cast<Role>(std::min<unsigned>(role & 0x7FU, static_cast<unsigned>(Role::other)));
        p.optimizer = (role & 0x80U) != 0;
        p.table = static_cast<std::uint32_t>(std::min<std::uint64_t>(in.get_varint(), 1U << 30));
        const auto copy = in.get_varint();
        if (copy > i + 1) return damaged();
        if (copy == rounding_mark) {
            p.rounds = static_cast<std::uint32_t>(std::min<std::uint64_t>(in.get_varint(), 1U << 30));
            p.rounds_at = in.get_varint();
        } else if (copy != 0) {
            p.same_as = static_cast<std::uint32_t>(i + 1 - copy);
        }
        p.name = in.get_text();
        if (!in.ok() || p.offset < end || p.file >= layout.files.size() ||
            p.stream >= layout.streams.size() || !allowance.take(weight_of(p, layout)) ||
            p.length > std::numeric_limits<std::uint64_t>::max() - p.offset) {
            return damaged();
        }
        p.dtype = layout.streams[p.stream].dtype;
        end = p.offset + p.length;
        layout.payloads.push_back(std::move(p));
    }
    return {};
}

Status read_tensors(ByteReader& in, Allowance& allowance, StepLayout& layout) {
    const auto tensor_count = in.get_varint();
    if (!in.ok() || !fits(tensor_count, in, 4)) return damaged();
    for (std::uint64_t i = 0; i < tensor_count; ++i) {
        STEPVAULT_ASSIGN(tensor, read_tensor(in, layout, allowance));
        layout.tensors.push_back(std::move(tensor));
    }
    return {};
}

Status read_crcs(ByteReader& in, Allowance& allowance, StepLayout& layout) {
    const auto crc_count = in.get_varint();
    if (!in.ok() || !fits(crc_count, in, 4)) return damaged();
    for (std::uint64_t i = 0; i < crc_count; ++i) {
        StoredCrc c;
        c.file = static_cast<std::uint32_t>(in.get_varint());
        c.offset = in.get_varint();
        const auto payload = in.get_varint();
        const auto flags = in.get<std::uint8_t>();
        if (!allowance.take(weight_of_crc)) return damaged();
        c.holds = (flags & 1U) != 0;
        if ((flags & 2U) != 0) {
            c.begin = in.get_varint();
            c.length = in.get_varint();
        } else {
            if (payload >= layout.payloads.size() || layout.payloads[payload].file != c.file)
                return damaged();
            c.begin = layout.payloads[payload].offset;
            c.length = layout.payloads[payload].length;
        }
        layout.crcs.push_back(c);
    }
    return {};
}

}  // namespace

Status StepLayout::complete() {
    if (streams.empty() || streams[0].coding != StreamCoding::bytes || streams[0].dtype != DType::opaque)
        return damaged();
    std::uint64_t total = 0;
    for (const auto& f : files) {
        if (f.size > most_elements - total) return damaged();
        total += f.size;
    }
    for (auto& s : streams) {
        s.count = 0;
        s.payloads.clear();
        if (s.chunk_elements == 0) return damaged();
    }
    std::uint32_t file = 0;
    std::uint64_t end = 0;
    for (std::uint32_t i = 0; i < payloads.size(); ++i) {
        auto& p = payloads[i];
        if (p.file >= files.size() || p.file < file || p.stream == 0 || p.stream >= streams.size())
            return damaged();
        if (p.file != file) end = 0;
        file = p.file;
        const auto size = files[p.file].size;
        if (p.offset < end || p.offset > size || p.length > size - p.offset ||
            p.length % item_size(p.dtype) != 0 || p.length == 0) {
            return damaged();
        }
        end = p.offset + p.length;
        auto& s = streams[p.stream];
        if (s.dtype != p.dtype || s.coding == StreamCoding::bytes || p.count() > most_elements - s.count)
            return damaged();
        if (p.same_as != StoredPayload::itself) {
            if (p.same_as >= i) return damaged();
            const auto& original = payloads[p.same_as];
            if (!original.has_place() || original.stream != p.stream || original.length != p.length) {
                return damaged();
            }
            p.first = original.first;
            continue;
        }
        if (p.rounds != StoredPayload::itself) continue;
        p.first = s.count;
        s.count += p.count();
        s.payloads.push_back(i);
    }
    for (auto& p : payloads) {
        if (p.rounds == StoredPayload::itself) continue;
        if (p.rounds >= payloads.size() || !is_rounded_type(p.dtype)) return damaged();
        const auto& master = payloads[p.rounds];
        if (!master.has_place() || master.dtype != DType::f32 || p.rounds_at > master.count() ||
            p.count() > master.count() - p.rounds_at) {
            return damaged();
        }
        p.first = master.first + p.rounds_at;
    }
    for (const auto& range : raw_ranges()) {
        if (range.length > most_elements - streams[0].count) return damaged();
        streams[0].count += range.length;
    }
    return crc_ranges_are_sound(*this) ? Status() : damaged();
}

std::vector<std::vector<std::uint32_t>> StepLayout::roundings() const {
    std::vector<std::vector<std::uint32_t>> of(payloads.size());
    for (std::uint32_t p = 0; p < payloads.size(); ++p) {
        if (payloads[p].rounds != StoredPayload::itself) of[payloads[p].rounds].push_back(p);
    }
    return of;
}

std::vector<RawRange> StepLayout::raw_ranges() const {
    std::vector<RawRange> ranges;
    std::size_t next = 0;
    for (std::uint32_t f = 0; f < files.size(); ++f) {
        std::uint64_t at = 0;
        for (; next < payloads.size() && payloads[next].file == f; ++next) {
            if (payloads[next].offset > at) ranges.push_back({f, at, payloads[next].offset - at});
            at = payloads[next].offset + payloads[next].length;
        }
        if (files[f].size > at) ranges.push_back({f, at, files[f].size - at});
    }
    return ranges;
}

std::uint64_t StepLayout::total_bytes() const {
    std::uint64_t n = 0;
    for (const auto& f : files)
        n += f.size;
    return n;
}

std::uint64_t StepLayout::weight() const {
    std::uint64_t weight = crcs.size() * weight_of_crc;
    for (const auto& f : files)
        weight += weight_of(f);
    for (const auto& s : streams)
        weight += weight_of(s);
    for (const auto& p : payloads)
        weight += weight_of(p, *this);
    for (const auto& t : tensors)
        weight += weight_of_tensor(t.name.size(), t.shape.size(), files[payloads[t.payload].file]);
    return weight;
}

void StepLayout::write(ByteWriter& out) const {
    out.put_varint(files.size());
    for (const auto& f : files) {
        out.put_text(f.path);
        out.put_varint(f.size);
        out.put_text(f.format);
        out.put_text(f.note);
    }
    out.put_varint(streams.size());
    for (const auto& s : streams) {
        out.put(s.coding);
        out.put(s.dtype);
        out.put_text(s.group);
        out.put_varint(s.chunk_elements);
    }
    out.put_varint(payloads.size());
    std::uint32_t file = 0;
    std::uint64_t end = 0;
    for (std::uint32_t i = 0; i < payloads.size(); ++i) {
        const auto& p = payloads[i];
        if (p.file != file) end = 0;
        out.put_varint(p.file - file);
        out.put_varint(p.offset - end);
        out.put_varint(p.length);
        out.put_varint(p.stream);
        out.put(static_cast<std::uint8_t>(static_cast<unsigned>(p.role) | (p.optimizer ? 0x80U : 0U)));
        out.put_varint(p.table);
        if (p.rounds != StoredPayload::itself) {
            out.put_varint(rounding_mark);
            out.put_varint(p.rounds);
            out.put_varint(p.rounds_at);
        } else {
            out.put_varint(p.same_as == StoredPayload::itself ? 0 : i + 1 - p.same_as);
        }
        out.put_text(p.name);
        file = p.file;
        end = p.offset + p.length;
    }
    out.put_varint(tensors.size());
    for (const auto& t : tensors)
        write_tensor(out, t, payloads[t.payload]);
    out.put_varint(crcs.size());
    for (const auto& c : crcs) {
        const auto payload = payload_of_range(*this, c);
        out.put_varint(c.file);
        out.put_varint(c.offset);
        out.put_varint(payload.value_or(0));
        out.put(static_cast<std::uint8_t>((c.holds ? 1 : 0) | (payload ? 0 : 2)));
        if (payload) continue;
        out.put_varint(c.begin);
        out.put_varint(c.length);
    }
}

Result<StepLayout> StepLayout::read(ByteReader& in) {
    StepLayout layout;
    Allowance allowance;
    for (const auto read : {read_files, read_streams, read_payloads, read_tensors, read_crcs})
        STEPVAULT_TRY(read(in, allowance, layout));
    if (!in.ok() || in.left() != 0) return damaged();
    STEPVAULT_TRY(layout.complete());
    return layout;
}

}  // namespace stepvault
