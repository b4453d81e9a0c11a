#include <optional>
#include <utility>

#include "container/object_reader.h"
#include "library/study/checkpoint_contents.h"
#include "run/completeness.h"

namespace stepvault {

namespace {

class FileContents : public CheckpointContents {
 public:
    explicit FileContents(OpenCheckpoint checkpoint) : checkpoint_(std::move(checkpoint)) {
        for (std::uint32_t f = 0; f < checkpoint_.files.size(); ++f)
            add(f);
    }

    [[nodiscard]] const std::vector<ContentTensor>& tensors() const override { return tensors_; }
    [[nodiscard]] std::uint64_t payload_bytes(std::uint32_t payload) const override {
        return payloads_[payload].length;
    }
    [[nodiscard]] std::uint64_t place(std::uint32_t payload) const override { return payload; }
    Status read(std::uint32_t payload, std::uint64_t at, MutableByteView out) override {
        const auto& place = payloads_[payload];
        return checkpoint_.files[place.file].file.read_exact(place.offset + at, out);
    }
    Result<std::vector<FileObjects>> objects(const TreeLimits& limits, const JobContext& job) override;

 private:
    struct Place {
        std::uint32_t file = 0;
        std::uint64_t offset = 0;
        std::uint64_t length = 0;
    };

    void add(std::uint32_t index);

    OpenCheckpoint checkpoint_;
    std::vector<Place> payloads_;
    std::vector<ContentTensor> tensors_;
};

void FileContents::add(std::uint32_t index) {
    const auto& file = checkpoint_.files[index];
    const auto first = static_cast<std::uint32_t>(payloads_.size());
    for (const auto& payload : file.layout.payloads)
        payloads_.push_back({index, payload.offset, payload.length});
    // As in a step file, the first tensor of a payload decides on the role of all.
    std::vector<std::optional<Role>> roles(file.layout.payloads.size());
    for (const auto& tensor : file.layout.tensors) {
        const auto& payload = file.layout.payloads[tensor.payload];
        auto& role = roles[tensor.payload];
        if (!role) role = tensor_kind(file.relative, payload.name, tensor.shape.size(), payload.dtype).role;
        tensors_.push_back({file.relative, tensor.name, *role, tensor.dtype, first + tensor.payload,
                            tensor.offset, tensor.shape, tensor.stride});
    }
}

Result<std::vector<FileObjects>> FileContents::objects(const TreeLimits& limits, const JobContext& job) {
    std::vector<FileObjects> objects;
    for (const auto& file : checkpoint_.files) {
        STEPVAULT_TRY(job.check());
        STEPVAULT_ASSIGN(content, read_objects(file.file, file.layout.format, limits));
        objects.push_back({file.relative, std::move(content.lines)});
    }
    return objects;
}

}  // namespace

Result<std::unique_ptr<CheckpointContents>> file_contents(const std::filesystem::path& path) {
    constexpr std::int64_t any_step = 0;  // the contents do not depend on the step
    STEPVAULT_ASSIGN(candidate, checkpoint_at(path));
    STEPVAULT_ASSIGN(checkpoint, open_checkpoint(candidate, any_step));
    return std::unique_ptr<CheckpointContents>(std::make_unique<FileContents>(std::move(checkpoint)));
}

}  // namespace stepvault
