// Builds zip files byte by byte, valid and invalid ones.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/bytes.h"

namespace stepvault {

struct ZipMember {
    enum class Descriptor { none, narrow, wide };

    std::string name;
    std::string data = {};
    std::string local_extra = {};
    Descriptor descriptor = Descriptor::none;
    std::uint16_t method = 0;
    std::uint16_t flags = 0;        ///< in addition to the descriptor's bit
    bool zip64 = false;             ///< sizes and offset only in the directory's extra field
    std::int64_t offset_error = 0;  ///< added to the local header's offset in the directory
    std::int64_t length_error = 0;  ///< added to the lengths in the directory
};

struct BuiltZip {
    std::string bytes;
    std::vector<std::uint64_t> payloads;         ///< offset of each member's data
    std::vector<std::uint64_t> descriptor_crcs;  ///< 0 for none
    std::vector<std::uint64_t> directory_crcs;
    std::uint64_t directory = 0;
};

inline BuiltZip build_zip(const std::vector<ZipMember>& members, bool zip64_end = true) {
    BuiltZip zip;
    ByteWriter out;
    std::vector<std::uint64_t> headers;
    constexpr std::uint32_t crc = 0xC0C0C0C0;  // arbitrary, because readers must not check it
    const auto flags = [](const ZipMember& m) {
        return static_cast<std::uint16_t>(m.flags | (m.descriptor == ZipMember::Descriptor::none ? 0 : 8));
    };
    for (const auto& m : members) {
        headers.push_back(out.size());
        out.put_bytes(as_view("PK\x03\x04"));
        out.put<std::uint16_t>(0);
        out.put<std::uint16_t>(flags(m));
        out.put<std::uint16_t>(m.method);
        for (int i = 0; i < 4; ++i)
            out.put<std::uint32_t>(0);
        out.put(static_cast<std::uint16_t>(m.name.size()));
        out.put(static_cast<std::uint16_t>(m.local_extra.size()));
        out.put_bytes(as_view(m.name));
        out.put_bytes(as_view(m.local_extra));
        zip.payloads.push_back(out.size());
        out.put_bytes(as_view(m.data));
        zip.descriptor_crcs.push_back(0);
        if (m.descriptor == ZipMember::Descriptor::none) continue;
        zip.descriptor_crcs.back() = out.size() + 4;
        out.put_bytes(as_view("PK\x07\x08"));
        out.put(crc);
        for (int i = 0; i < 2; ++i) {
            if (m.descriptor == ZipMember::Descriptor::wide) {
                out.put<std::uint64_t>(m.data.size());
            } else {
                out.put(static_cast<std::uint32_t>(m.data.size()));
            }
        }
    }
    zip.directory = out.size();
    for (std::size_t i = 0; i < members.size(); ++i) {
        const auto& m = members[i];
        const auto length = m.data.size() + static_cast<std::uint64_t>(m.length_error);
        const auto header = headers[i] + static_cast<std::uint64_t>(m.offset_error);
        const auto small = [&](std::uint64_t v) {
            return m.zip64 ? 0xFFFFFFFFU : static_cast<std::uint32_t>(v);
        };
        zip.directory_crcs.push_back(out.size() + 16);
        out.put_bytes(as_view("PK\x01\x02"));
        out.put<std::uint32_t>(0);
        out.put<std::uint16_t>(flags(m));
        out.put<std::uint16_t>(m.method);
        out.put<std::uint32_t>(0);
        out.put(crc);
        out.put(small(length));
        out.put(small(length));
        out.put(static_cast<std::uint16_t>(m.name.size()));
        out.put<std::uint16_t>(m.zip64 ? 28 : 0);
        for (int j = 0; j < 5; ++j)
            out.put<std::uint16_t>(0);
        out.put(small(header));
        out.put_bytes(as_view(m.name));
        if (!m.zip64) continue;
        out.put<std::uint16_t>(1);
        out.put<std::uint16_t>(24);
        out.put(length);
        out.put(length);
        out.put(header);
    }
    const auto directory_size = out.size() - zip.directory;
    if (zip64_end) {
        const auto record = out.size();
        out.put_bytes(as_view("PK\x06\x06"));
        out.put<std::uint64_t>(44);
        out.put<std::uint32_t>(0);
        out.put<std::uint64_t>(0);
        out.put<std::uint64_t>(members.size());
        out.put<std::uint64_t>(members.size());
        out.put<std::uint64_t>(directory_size);
        out.put<std::uint64_t>(zip.directory);
        out.put_bytes(as_view("PK\x06\x07"));
        out.put<std::uint32_t>(0);
        out.put<std::uint64_t>(record);
        out.put<std::uint32_t>(1);
    }
    out.put_bytes(as_view("PK\x05\x06"));
    out.put<std::uint32_t>(0);
    out.put(static_cast<std::uint16_t>(members.size()));
    out.put(static_cast<std::uint16_t>(members.size()));
    out.put(zip64_end ? 0xFFFFFFFFU : static_cast<std::uint32_t>(directory_size));
    out.put(zip64_end ? 0xFFFFFFFFU : static_cast<std::uint32_t>(zip.directory));
    out.put<std::uint16_t>(0);
    zip.bytes = std::string(as_text(out.view()));
    return zip;
}

}  // namespace stepvault
