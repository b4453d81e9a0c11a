#include "vault/restore/strided_tensor_writer.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <sys/mman.h>

#include "vault/format/strided.h"

namespace stepvault {

namespace {

constexpr std::size_t gather_bytes = std::size_t{1} << 20;

struct Unmap {
    std::size_t size;
    void operator()(void* bytes) const { ::munmap(bytes, size); }
};

}  // namespace

Result<StridedTensorWriter> StridedTensorWriter::create(const StepLayout& layout, const RestorePlan& plan,
                                                        RestoreTarget& target, std::uint32_t first_made) {
    StridedTensorWriter spreading;
    spreading.by_payload_.resize(layout.payloads.size());
    for (std::uint32_t f = 0; f < plan.made.size(); ++f) {
        for (const auto& place : plan.made[f].tensors) {
            const auto& tensor = layout.tensors[place.tensor];
            const auto size = item_size(tensor.dtype);
            Slot slot{.tensor = &tensor,
                      .place = &place,
                      .file = &target.file(first_made + f),
                      .begin = tensor.offset * size,
                      .length = strided_extent(tensor.shape, tensor.stride).value_or(0) * size,
                      .run = 1,
                      .outer = tensor.shape.size(),
                      .waiting = 0,
                      .strided = !is_row_major(tensor.shape, tensor.stride)};
            while (slot.outer > 0 &&
                   (tensor.shape[slot.outer - 1] == 1 || place.stride[slot.outer - 1] == slot.run))
                slot.run *= tensor.shape[--slot.outer];
            if (slot.strided) {
                slot.waiting = spreading.scratch_size_;
                spreading.scratch_size_ += slot.length;
            }
            spreading.by_payload_[tensor.payload].push_back(
                static_cast<std::uint32_t>(spreading.slots_.size()));
            spreading.slots_.push_back(slot);
        }
    }
    if (spreading.scratch_size_ > 0) {
        STEPVAULT_ASSIGN(scratch, target.scratch(spreading.scratch_size_));
        spreading.scratch_ = std::move(scratch);
    }
    return spreading;
}

Status StridedTensorWriter::take(std::uint32_t payload, std::uint64_t at, ByteView bytes) {
    for (const auto i : by_payload_[payload]) {
        const auto& slot = slots_[i];
        const auto from = std::max(at, slot.begin);
        const auto to = std::min(at + bytes.size(), slot.begin + slot.length);
        if (from >= to) continue;
        const auto part = bytes.subspan(from - at, to - from);
        const auto inside = from - slot.begin;
        if (slot.strided) {
            STEPVAULT_TRY(scratch_.write_all(slot.waiting + inside, part));
        } else {
            STEPVAULT_TRY(write(slot, inside, part));
        }
    }
    return {};
}

Status StridedTensorWriter::write(const Slot& slot, std::uint64_t at, ByteView bytes) {
    const auto& shape = slot.tensor->shape;
    const std::uint64_t size = item_size(slot.tensor->dtype);
    const auto run = slot.run * size;
    while (!bytes.empty()) {
        auto row = at / run;
        const auto inside = at % run;
        std::uint64_t element = 0;
        for (auto d = slot.outer; d-- > 0;) {
            element += row % shape[d] * slot.place->stride[d];
            row /= shape[d];
        }
        const auto part = bytes.first(std::min<std::uint64_t>(bytes.size(), run - inside));
        STEPVAULT_TRY(slot.file->write_all(slot.place->offset + element * size + inside, part));
        bytes = bytes.subspan(part.size());
        at += part.size();
    }
    return {};
}

Status StridedTensorWriter::gather(const Slot& slot, const std::byte* source, const JobContext& job) const {
    const std::uint64_t size = item_size(slot.tensor->dtype);
    std::uint64_t count = 1;
    for (const auto n : slot.tensor->shape)
        count *= n;
    Bytes block(std::min<std::uint64_t>(count * size, gather_bytes));
    StridedReader reader(slot.tensor->shape, slot.tensor->stride, size, source);
    for (std::uint64_t first = 0; first < count * size; first += block.size()) {
        STEPVAULT_TRY(job.check());
        const auto part =
            MutableByteView(block).first(std::min<std::uint64_t>(block.size(), count * size - first));
        reader.read(part);
        STEPVAULT_TRY(write(slot, first, part));
    }
    return {};
}

Status StridedTensorWriter::finish(const JobContext& job) {
    if (scratch_size_ == 0) return {};
    void* mapped = ::mmap(nullptr, scratch_size_, PROT_READ, MAP_SHARED, scratch_.descriptor(), 0);
    if (mapped == MAP_FAILED) return system_error(errno, "read", scratch_.path().native());
    const std::unique_ptr<void, Unmap> bytes(mapped, Unmap{scratch_size_});
    for (const auto& slot : slots_) {
        if (slot.strided)
            STEPVAULT_TRY(gather(slot, static_cast<const std::byte*>(bytes.get()) + slot.waiting, job));
    }
    return {};
}

}  // namespace stepvault
