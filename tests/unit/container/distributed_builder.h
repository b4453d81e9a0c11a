// Builds .metadata pickles of torch.distributed.checkpoint, valid and invalid ones.
#pragma once

#include <string>
#include <vector>

#include "base/bytes.h"

namespace stepvault {

struct BuiltItem {
    std::string name;
    std::string file;
    std::int64_t offset = 0;
    std::int64_t length = 0;
    std::vector<int> place = {0};  ///< of the chunk; {-1} for an object that is not a tensor
    std::string more = {};         ///< opcodes of further attributes
};

inline std::string pickled_text(const std::string& value) {
    ByteWriter out;
    out.put('X');
    out.put(static_cast<std::uint32_t>(value.size()));
    out.put_bytes(as_view(value));
    return std::string(as_text(out.view()));
}

inline std::string pickled_number(std::int64_t value) {
    ByteWriter out;
    out.put(std::uint8_t{0x8a});
    out.put(std::uint8_t{8});
    out.put(value);
    return std::string(as_text(out.view()));
}

/// A pickled object of a class, built by NEWOBJ and BUILD.
inline std::string pickled_object(const std::string& name, const std::string& attributes) {
    return "cm\n" + name + "\n)\x81}(" + attributes + "ub";
}

inline std::string build_distributed_metadata(const std::vector<BuiltItem>& items) {
    std::string table = "}(";
    for (const auto& item : items) {
        auto key = pickled_text("fqn") + pickled_text(item.name);
        if (item.place != std::vector{-1}) {
            key += pickled_text("offset") + "ctorch\nSize\n((";
            for (const auto element : item.place)
                key += pickled_number(element);
            key += "ttR";
        }
        table += pickled_object("MetadataIndex", key) +
                 pickled_object("_StorageInfo", pickled_text("relative_path") + pickled_text(item.file) +
                                                    pickled_text("offset") + pickled_number(item.offset) +
                                                    pickled_text("length") + pickled_number(item.length) +
                                                    item.more);
    }
    return "\x80\x02" + pickled_object("Metadata", pickled_text("storage_data") + table + "u") + ".";
}

}  // namespace stepvault
