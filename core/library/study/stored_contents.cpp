#include <algorithm>
#include <functional>
#include <list>
#include <mutex>
#include <utility>

#include "codec/rounding.h"
#include "container/object_reader.h"
#include "library/study/checkpoint_contents.h"
#include "vault/chain/skeleton_files.h"

namespace stepvault {

namespace {

/// The chunks decoded last. Thread-safe; two threads that need the same chunk decode it once.
class ChunkCache {
 public:
    using Decode = std::function<Status(MutableByteView)>;

    explicit ChunkCache(std::size_t most) : most_(most) {}

    /// A chunk of `bytes` bytes.
    Result<std::shared_ptr<const Bytes>> get(std::uint32_t stream, std::uint64_t chunk, std::uint64_t bytes,
                                             const Decode& decode) {
        const auto entry = find(stream, chunk);
        const std::lock_guard lock(entry->mutex);
        if (!entry->bytes) {
            auto decoded = std::make_shared<Bytes>(bytes);
            STEPVAULT_TRY(decode(*decoded));
            entry->bytes = std::move(decoded);
        }
        return entry->bytes;
    }

 private:
    struct Entry {
        Entry(std::uint32_t s, std::uint64_t c) : stream(s), chunk(c) {}

        const std::uint32_t stream;
        const std::uint64_t chunk;
        std::mutex mutex;
        std::shared_ptr<const Bytes> bytes;
    };

    std::shared_ptr<Entry> find(std::uint32_t stream, std::uint64_t chunk) {
        const std::lock_guard lock(mutex_);
        const auto found = std::ranges::find_if(
            entries_, [&](const auto& e) { return e->stream == stream && e->chunk == chunk; });
        if (found != entries_.end()) {
            entries_.splice(entries_.begin(), entries_, found);
        } else {
            entries_.push_front(std::make_shared<Entry>(stream, chunk));
            if (entries_.size() > most_) entries_.pop_back();
        }
        return entries_.front();
    }

    const std::size_t most_;
    std::mutex mutex_;
    std::list<std::shared_ptr<Entry>> entries_;  ///< the one used last in front
};

class StoredContents : public CheckpointContents {
 public:
    StoredContents(Chain chain, std::size_t chunks) : chain_(std::move(chain)), cache_(chunks) {
        for (const auto& tensor : layout().tensors) {
            const auto& payload = layout().payloads[tensor.payload];
            tensors_.push_back({layout().files[payload.file].path, tensor.name, payload.role, tensor.dtype,
                                tensor.payload, tensor.offset, tensor.shape, tensor.stride,
                                is_kept(tensor.payload)});
        }
    }

    [[nodiscard]] const std::vector<ContentTensor>& tensors() const override { return tensors_; }
    [[nodiscard]] std::uint64_t payload_bytes(std::uint32_t payload) const override {
        return layout().payloads[payload].length;
    }
    [[nodiscard]] std::uint64_t place(std::uint32_t payload) const override {
        constexpr unsigned bits_of_first = 48;
        return (std::uint64_t{stream_of(payload)} << bits_of_first) + layout().payloads[payload].first;
    }
    Status read(std::uint32_t payload, std::uint64_t at, MutableByteView out) override;
    Result<std::vector<FileObjects>> objects(const TreeLimits& limits, const JobContext& job) override;

 private:
    /// `position`: of the first byte in the stream.
    Status read_stream(std::uint32_t stream, std::uint64_t position, MutableByteView out);
    [[nodiscard]] const StepLayout& layout() const { return chain_.top().layout(); }
    [[nodiscard]] std::uint32_t stream_of(std::uint32_t p) const {
        return layout().payloads[layout().carrier(p)].stream;
    }
    [[nodiscard]] bool is_kept(std::uint32_t p) const {
        const auto& payload = layout().payloads[p];
        const auto& stream = layout().streams[stream_of(p)];
        if (payload.length == 0) return true;
        const auto last = (payload.first + payload.count() - 1) / stream.chunk_elements;
        for (auto chunk = payload.first / stream.chunk_elements; chunk <= last; ++chunk) {
            if (chain_.top().is_dropped(stream_of(p), chunk)) return false;
        }
        return true;
    }

    Chain chain_;
    std::vector<ContentTensor> tensors_;
    ChunkCache cache_;
};

Status StoredContents::read(std::uint32_t payload, std::uint64_t at, MutableByteView out) {
    const auto& p = layout().payloads[payload];
    const auto size = item_size(p.dtype);
    if (p.rounds == StoredPayload::itself) return read_stream(p.stream, p.first * size + at, out);
    // Whole elements, of which `out` may want parts.
    const auto first = at / size;
    const auto end = (at + out.size() + size - 1) / size;
    Bytes floats((end - first) * sizeof(float));
    STEPVAULT_TRY(read_stream(stream_of(payload), (p.first + first) * sizeof(float), floats));
    const auto rounded = rounded_floats(floats, 0, end - first, p.dtype);
    std::copy_n(rounded.begin() + static_cast<std::ptrdiff_t>(at - first * size), out.size(), out.begin());
    return {};
}

Status StoredContents::read_stream(std::uint32_t s, std::uint64_t position, MutableByteView out) {
    const auto& stream = layout().streams[s];
    const auto chunk_bytes = std::uint64_t{stream.chunk_elements} * item_size(stream.dtype);
    while (!out.empty()) {
        const auto chunk = position / chunk_bytes;
        const auto inside = position % chunk_bytes;
        const auto size = stream.chunk_bytes(chunk);
        const auto part = out.first(std::min<std::uint64_t>(out.size(), size - inside));
        const auto decode = [&](MutableByteView bytes) { return chain_.read_chunk(s, chunk, bytes); };
        if (inside == 0 && part.size() == size) {
            STEPVAULT_TRY(decode(part));
        } else {
            STEPVAULT_ASSIGN(bytes, cache_.get(s, chunk, size, decode));
            std::copy_n(bytes->begin() + static_cast<std::ptrdiff_t>(inside), part.size(), part.begin());
        }
        out = out.subspan(part.size());
        position += part.size();
    }
    return {};
}

Result<std::vector<FileObjects>> StoredContents::objects(const TreeLimits& limits, const JobContext& job) {
    STEPVAULT_ASSIGN(files, skeleton_files(chain_, largest_skeleton));
    std::vector<FileObjects> objects;
    for (std::size_t i = 0; i < files.size(); ++i) {
        STEPVAULT_TRY(job.check());
        const auto& stored = layout().files[i];
        STEPVAULT_ASSIGN(content, read_objects(files[i], stored.format, limits));
        objects.push_back({stored.path, std::move(content.lines)});
    }
    return objects;
}

}  // namespace

std::unique_ptr<CheckpointContents> stored_contents(Chain chain, std::size_t chunks) {
    return std::make_unique<StoredContents>(std::move(chain), chunks);
}

}  // namespace stepvault
