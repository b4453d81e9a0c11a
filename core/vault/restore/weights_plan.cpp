#include "vault/restore/weights_plan.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

#include "base/text.h"
#include "container/element_types.h"
#include "container/object_reader.h"
#include "container/row_major.h"
#include "container/safetensors_writer.h"
#include "vault/chain/skeleton_files.h"
#include "vault/format/strided.h"
#include "vault/restore/weights_names.h"

namespace stepvault {

namespace {

constexpr std::string_view suffix = ".safetensors";
constexpr std::string_view sharded_format = "torch-distributed";
constexpr std::uint64_t most_dimension = std::uint64_t{1} << 48;

/// Beginnings of the names of files that only a training reads.
constexpr std::array<std::string_view, 9> training_words = {"scheduler",     "lr_sched",      "scaler",
                                                            "rng_state",     "random_states", "sampler",
                                                            "trainer_state", "training_args", "optim"};

bool is_of_training(std::string_view path) {
    const auto name = lower_case(base_name(path));
    if (name.find("model") != std::string::npos) return false;
    return name.find("_optim") != std::string::npos ||
           std::ranges::any_of(training_words, [&](auto word) { return name.starts_with(word); });
}

bool is_pickle(std::string_view format) {
    return format == "torch-zip" || format == "torch-legacy";
}

Error refuse(const std::string& tensor, std::string_view why) {
    return {ErrorCode::unsupported,
            "tensor " + tensor + " " + std::string(why) + "; restore the whole checkpoint"};
}

/// A tensor of the model, assembled from its chunks.
struct WholeTensor {
    struct Chunk {
        std::uint32_t tensor;
        std::vector<std::uint64_t> at;  ///< indices of its first element
    };
    DType dtype = DType::opaque;
    std::vector<std::uint64_t> shape;
    std::vector<Chunk> chunks;
};

/// The place in a name like "w[128,0]"; nullopt for a name without a place.
std::optional<std::vector<std::uint64_t>> chunk_place(std::string_view name) {
    const auto open = name.rfind('[');
    if (open == std::string_view::npos || !name.ends_with(']')) return {};
    std::vector<std::uint64_t> place;
    auto rest = name.substr(open + 1, name.size() - open - 2);
    for (;;) {
        const auto number = rest.substr(0, rest.find(','));
        constexpr std::size_t most_digits = 15;
        if (!is_number(number) || number.size() > most_digits) return {};
        place.push_back(std::stoull(std::string(number)));
        if (number.size() == rest.size()) return place;
        rest.remove_prefix(number.size() + 1);
    }
}

bool is_same_view(const StoredTensor& a, const StoredTensor& b) {
    return a.payload == b.payload && a.dtype == b.dtype && a.offset == b.offset && a.shape == b.shape &&
           a.stride == b.stride;
}

class WeightsPlanner {
 public:
    WeightsPlanner(const Chain& chain, std::string_view run)
        : chain_(chain), layout_(chain.top().layout()), run_(run), tensors_of_(layout_.files.size()) {
        for (std::uint32_t t = 0; t < layout_.tensors.size(); ++t)
            tensors_of_[layout_.payloads[layout_.tensors[t].payload].file].push_back(t);
    }

    Result<WeightsPlan> plan() {
        std::vector<bool> looked_at;
        for (std::uint32_t f = 0; f < layout_.files.size(); ++f) {
            looked_at.push_back(is_pickle(layout_.files[f].format) &&
                                std::ranges::any_of(tensors_of_[f], [&](auto t) {
                                    return belongs_to_model(layout_.payloads[layout_.tensors[t].payload]);
                                }));
        }
        STEPVAULT_ASSIGN(skeletons, skeleton_files(chain_, largest_skeleton, looked_at));
        for (std::uint32_t f = 0; f < layout_.files.size(); ++f) {
            const auto& file = layout_.files[f];
            if (is_of_training(file.path)) continue;
            if (file.format == sharded_format) {
                shards_[std::string(folder_prefix(file.path))].push_back(f);
                continue;
            }
            FileContent content;
            if (looked_at[f]) {
                STEPVAULT_ASSIGN(found, read_objects(skeletons[f], file.format));
                content = std::move(found);
            }
            auto model = model_tensors(layout_, tensors_of_[f], content.lines);
            if (model.tensors.empty()) {
                if (!is_pickle(file.format) && tensors_of_[f].empty()) plain_.push_back(f);
            } else if (model.alone) {
                keep(f, model.tensors.size());
            } else {
                STEPVAULT_TRY(make(made_path(file.path), model));
            }
        }
        for (const auto& [folder, files] : shards_)
            STEPVAULT_TRY(add_shards(folder, files));
        if (plan_.tensors == 0) return nothing_found();
        for (const auto f : plain_) {
            const auto& path = layout_.files[f].path;
            const bool of_dropped =
                base_name(path) == ".metadata" && dropped_folders_.contains(std::string(folder_prefix(path)));
            if (!of_dropped) plan_.restore.kept.push_back(f);
        }
        std::ranges::sort(plan_.restore.kept);
        return std::move(plan_);
    }

 private:
    [[nodiscard]] Error nothing_found() const {
        for (const auto& file : layout_.files) {
            if (!file.note.empty())
                return {ErrorCode::unsupported, "found no tensor of a model in " +
                                                    chain_.top().meta().source + " (" + file.note +
                                                    "); restore the whole checkpoint"};
        }
        return {ErrorCode::unsupported, "found no tensor of a model in " + chain_.top().meta().source +
                                            "; restore the whole checkpoint"};
    }

    void keep(std::uint32_t file, std::uint64_t tensors) {
        plan_.restore.kept.push_back(file);
        plan_.tensors += tensors;
    }

    /// An unused path, such as "mp_rank_00/model_optim_rng.safetensors".
    [[nodiscard]] std::string made_path(const std::string& path) const {
        if (path.empty()) return path;
        const auto dot = path.rfind('.');
        const bool has_extension = dot != std::string::npos && dot > folder_prefix(path).size();
        const auto stem = has_extension ? path.substr(0, dot) : path;
        auto made = stem + std::string(suffix);
        const auto taken = [&](const std::string& name) {
            return std::ranges::find(layout_.files, name, &StoredFile::path) != layout_.files.end() ||
                   std::ranges::find(plan_.restore.made, name, &MadeFile::path) != plan_.restore.made.end();
        };
        for (int n = 2; taken(made); ++n)
            made = stem + "-" + std::to_string(n) + std::string(suffix);
        return made;
    }

    Status add_shards(const std::string& folder, const std::vector<std::uint32_t>& files) {
        std::vector<std::uint32_t> all;
        for (const auto f : files)
            std::ranges::copy(tensors_of_[f], std::back_inserter(all));
        const auto model = model_tensors(layout_, all, {});
        if (!model.tensors.empty() && model.alone) {
            for (const auto f : files)
                plan_.restore.kept.push_back(f);
            plan_.tensors += model.tensors.size();
            return {};
        }
        dropped_folders_.insert(folder);
        return model.tensors.empty() ? Status()
                                     : make(made_path(folder + "model" + std::string(suffix)), model);
    }

    /// Makes one file of the model's tensors. Joins the chunks of a tensor, and places tensors by element
    /// size, largest first, so that all are aligned.
    Status make(const std::string& path, const ModelTensors& model) {
        std::map<std::string, WholeTensor> whole;
        std::vector<std::string> order;
        for (const auto& [t, name] : model.tensors) {
            STEPVAULT_TRY(check(t, name));
            const auto& tensor = layout_.tensors[t];
            const bool sharded =
                layout_.files[layout_.payloads[tensor.payload].file].format == sharded_format;
            auto place = sharded ? chunk_place(name) : std::nullopt;
            if (place && place->size() != tensor.shape.size()) place.reset();
            const auto key = place ? name.substr(0, name.rfind('[')) : name;
            auto [at, added] = whole.try_emplace(key);
            auto& w = at->second;
            if (added) {
                order.push_back(key);
                w.dtype = tensor.dtype;
                w.shape.resize(tensor.shape.size());
            }
            if (!added && !place && is_same_view(layout_.tensors[w.chunks[0].tensor], tensor)) continue;
            if (w.dtype != tensor.dtype || w.shape.size() != tensor.shape.size() || (!added && !place))
                return refuse(key, "exists twice");
            for (std::size_t d = 0; d < w.shape.size(); ++d)
                w.shape[d] = std::max(w.shape[d], tensor.shape[d] + (place ? (*place)[d] : 0));
            w.chunks.push_back({t, place.value_or(std::vector<std::uint64_t>(tensor.shape.size()))});
        }
        std::ranges::stable_sort(order, std::greater(),
                                 [&](const auto& name) { return item_size(whole.at(name).dtype); });
        return write(path, whole, order);
    }

    Status write(const std::string& path, const std::map<std::string, WholeTensor>& whole,
                 const std::vector<std::string>& order) {
        MadeFile file{.path = path, .size = 0, .head = {}, .tensors = {}};
        std::vector<SafetensorsEntry> entries;
        std::uint64_t end = 0;
        for (const auto& name : order) {
            const auto& w = whole.at(name);
            std::uint64_t bytes = item_size(w.dtype);
            for (const auto n : w.shape) {
                if (__builtin_mul_overflow(bytes, n, &bytes)) return refuse(name, "is too large");
            }
            STEPVAULT_TRY(check_chunks(name, w));
            const auto stride = row_major(w.shape);
            for (const auto& chunk : w.chunks) {
                PlacedTensor placed{.tensor = chunk.tensor, .offset = end, .stride = {}};
                for (std::size_t d = 0; d < w.shape.size(); ++d) {
                    placed.stride.push_back(static_cast<std::uint64_t>(stride[d]));
                    placed.offset += chunk.at[d] * placed.stride[d] * item_size(w.dtype);
                }
                file.tensors.push_back(std::move(placed));
            }
            entries.push_back({name, std::string(safetensors_name(w.dtype)), w.shape, end, end + bytes});
            if (__builtin_add_overflow(end, bytes, &end)) return refuse(name, "is too large");
        }
        const auto& meta = chain_.top().meta();
        STEPVAULT_ASSIGN(head, safetensors_head(entries, {{"format", "pt"},
                                                          {"step", std::to_string(meta.step)},
                                                          {"run", std::string(run_)},
                                                          {"source", meta.source}}));
        for (auto& placed : file.tensors)
            placed.offset += head.size();
        file.size = head.size() + end;
        file.head = std::move(head);
        plan_.tensors += entries.size();
        plan_.restore.made.push_back(std::move(file));
        return {};
    }

    /// Checks that the tensor lies within its storage and that a safetensors file can hold it.
    [[nodiscard]] Status check(std::uint32_t t, const std::string& name) const {
        const auto& tensor = layout_.tensors[t];
        if (safetensors_name(tensor.dtype).empty()) {
            return refuse(name, "has elements (" + std::string(dtype_name(tensor.dtype)) +
                                    ") that a safetensors file cannot hold");
        }
        const auto extent = strided_extent(tensor.shape, tensor.stride);
        const bool huge = std::ranges::any_of(tensor.shape, [](auto n) { return n > most_dimension; });
        if (!extent || huge) return refuse(name, "has strides that cannot be followed");
        const auto room = layout_.payloads[tensor.payload].length / item_size(tensor.dtype);
        if (tensor.offset > room || *extent > room - tensor.offset || *extent == 0)
            return Error{ErrorCode::corrupt,
                         chain_.top().path().native() + ": tensor " + name + " does not lie in its storage"};
        return {};
    }

    /// Checks that the chunks cover their tensor, each element once.
    [[nodiscard]] Status check_chunks(const std::string& name, const WholeTensor& w) const {
        const auto elements = [](const std::vector<std::uint64_t>& shape) {
            std::uint64_t n = 1;
            for (const auto size : shape)
                n *= size;
            return n;
        };
        std::uint64_t covered = 0;
        for (std::size_t i = 0; i < w.chunks.size(); ++i) {
            const auto& a = w.chunks[i];
            const auto& a_shape = layout_.tensors[a.tensor].shape;
            covered += elements(a_shape);
            for (std::size_t j = 0; j < i; ++j) {
                const auto& b = w.chunks[j];
                const auto& b_shape = layout_.tensors[b.tensor].shape;
                bool apart = false;
                for (std::size_t d = 0; d < w.shape.size() && !apart; ++d)
                    apart = a.at[d] + a_shape[d] <= b.at[d] || b.at[d] + b_shape[d] <= a.at[d];
                if (!apart) return refuse(name, "has chunks that overlap");
            }
        }
        return covered == elements(w.shape) ? Status() : refuse(name, "lacks a part");
    }

    const Chain& chain_;
    const StepLayout& layout_;
    std::string_view run_;
    std::vector<std::vector<std::uint32_t>> tensors_of_;  ///< by file
    /// Files of torch.distributed.checkpoint, by folder.
    std::map<std::string, std::vector<std::uint32_t>> shards_;
    std::vector<std::uint32_t> plain_;       ///< files without tensors
    std::set<std::string> dropped_folders_;  ///< folders of shards_ whose .metadata is no longer of use
    WeightsPlan plan_;
};

}  // namespace

Result<WeightsPlan> plan_weights(const Chain& chain, std::string_view run) {
    return WeightsPlanner(chain, run).plan();
}

}  // namespace stepvault
