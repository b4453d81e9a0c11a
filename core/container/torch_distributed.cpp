#include "container/torch_distributed.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "container/omissions.h"
#include "container/payload_names.h"
#include "container/torch_zip.h"
#include "container/verdict.h"
#include "container/zip_directory.h"

namespace stepvault {

namespace {

std::string describe(const DistributedItem& item) {
    return "item " + item.name + " at byte " + std::to_string(item.offset);
}

/// Combines the layouts of items into the layout of the file.
class ItemCollector {
 public:
    ItemCollector(const File& file, std::uint64_t file_size) : file_(file) {
        whole_.layout.format = "torch-distributed";
        whole_.layout.file_size = file_size;
    }

    /// False where the item is incomplete; its verdict is then that of the file.
    Result<bool> add(const DistributedItem& item) {
        if (item.length == 0) return true;
        if (item.transformed) {
            omissions_.add(describe(item) + " is compressed or otherwise transformed");
            return true;
        }
        Bytes head(std::min<std::uint64_t>(item.length, zip_magic.size()));
        STEPVAULT_TRY(file_.read_exact(item.offset, head));
        if (as_text(head) != zip_magic) return no_archive(item, head);
        STEPVAULT_ASSIGN(part, read_torch_zip(file_, item.length, item.offset, item.name));
        if (!part.complete) return incomplete(describe(item) + ": " + part.reason);
        const bool expected = item.tensor || part.layout.format != "raw";
        if (expected && !part.layout.note.empty()) omissions_.add(describe(item) + ": " + part.layout.note);
        merge(std::move(part.layout));
        return true;
    }

    Inspection take() {
        if (whole_.complete) {
            name_payloads(whole_.layout);
            whole_.layout.note = omissions_.note("");
        }
        return std::move(whole_);
    }

 private:
    bool incomplete(std::string reason) {
        whole_ = still_incomplete(std::move(reason));
        return false;
    }

    /// Objects that are not tensors may have any contents.
    bool no_archive(const DistributedItem& item, ByteView head) {
        if (!item.tensor) return true;
        const auto written = as_text(head).substr(0, as_text(head).find_last_not_of('\0') + 1);
        if (zip_magic.starts_with(written)) return incomplete(describe(item) + " is still zeros");
        omissions_.add(describe(item) + " is not a file of torch.save");
        return true;
    }

    void merge(Layout&& part) {
        auto& layout = whole_.layout;
        const auto first = static_cast<std::uint32_t>(layout.payloads.size());
        for (auto& tensor : part.tensors)
            tensor.payload += first;
        std::ranges::move(part.payloads, std::back_inserter(layout.payloads));
        std::ranges::move(part.tensors, std::back_inserter(layout.tensors));
        std::ranges::move(part.derived, std::back_inserter(layout.derived));
        for (auto& global : part.globals) {
            if (globals_.insert(global).second) layout.globals.push_back(std::move(global));
        }
        layout.step = std::max(layout.step, part.step);
        layout.epoch = std::max(layout.epoch, part.epoch);
    }

    const File& file_;
    Inspection whole_;
    Omissions omissions_;
    std::unordered_set<std::string> globals_;
};

}  // namespace

Result<Inspection> read_torch_distributed(const File& file, std::uint64_t file_size,
                                          const std::vector<DistributedItem>& items) {
    std::uint64_t end = 0;
    for (const auto& item : items)
        end = std::max(end, item.offset + item.length);
    if (end > file_size) return still_incomplete(bytes_missing(file_size, end, true));
    ItemCollector collector(file, file_size);
    for (const auto& item : items) {
        STEPVAULT_ASSIGN(whole, collector.add(item));
        if (!whole) break;
    }
    return collector.take();
}

}  // namespace stepvault
