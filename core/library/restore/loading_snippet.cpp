#include "library/restore/loading_snippet.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/file.h"
#include "base/text.h"
#include "container/allowed_globals.h"
#include "container/inspect.h"
#include "container/object_reader.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

/// A Python string literal.
std::string python_text(std::string_view text) {
    std::string literal = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') literal += '\\';
        if (static_cast<unsigned char>(c) < ' ') {
            constexpr std::string_view digits = "0123456789abcdef";
            literal.append("\\x0").back() = digits[static_cast<unsigned char>(c) >> 4];
            literal += digits[static_cast<unsigned char>(c) & 15];
            continue;
        }
        literal += c;
    }
    return literal + '"';
}

std::string python_path(const fs::path& path) {
    return python_text(path.native());
}

std::string transformers_trainer(const fs::path& path) {
    return "# trainer = Trainer(model, args, ...)  # as in your script\n"
           "trainer.train(resume_from_checkpoint=" +
           python_path(path) + ")\n";
}

std::string accelerate(const fs::path& path) {
    return "# accelerator.prepare(model, optimizer, ...)  # as in your script\naccelerator.load_state(" +
           python_path(path) + ")\n";
}

std::string lightning(const fs::path& path) {
    return "# model = YourLightningModule(...)  # as in your script\ntrainer.fit(model, ckpt_path=" +
           python_path(path) + ")\n";
}

std::string deepspeed(const fs::path& path) {
    return "# engine, ... = deepspeed.initialize(...)  # as in your script\nengine.load_checkpoint(" +
           python_path(path.parent_path()) + ", tag=" + python_text(path.filename().native()) + ")\n";
}

std::string distributed(const fs::path& path) {
    return "import torch.distributed.checkpoint as dcp\n\n"
           "# state: the state dict that your script passes to dcp.save\n"
           "dcp.load(state, checkpoint_id=" +
           python_path(path) + ")\n";
}

std::string pretrained(const fs::path& path) {
    return "from transformers import AutoModel  # or the class of your model\n\n"
           "model = AutoModel.from_pretrained(" +
           python_path(path) + ")\n";
}

std::string safetensors(const fs::path& path) {
    return "from safetensors.torch import load_file\n\n"
           "model.load_state_dict(load_file(" +
           python_path(path) + "))  # model: as in your script\n";
}

/// True for a state that the Python package saved: its header begins with the state's structure.
bool is_from_package(const File& file) {
    constexpr std::size_t beginning = 4096;
    Bytes bytes(beginning);
    const auto size = file.read_some(0, bytes);
    return size && as_text(ByteView(bytes).first(*size)).find(R"("stepvault":)") != std::string_view::npos;
}

std::string saved_state(const fs::path& path) {
    return "import stepvault\n\nstate = stepvault.load_file(" + python_path(path) +
           ")  # as your script gave it to Vault.save()\n";
}

std::string keras(const fs::path& path) {
    if (path.native().ends_with(".weights.h5"))
        return "model.load_weights(" + python_path(path) + ")  # model: as in your script\n";
    if (!path.native().ends_with(".keras"))
        return "import h5py\n\nfile = h5py.File(" + python_path(path) + ")\n";
    return "import keras\n\nmodel = keras.models.load_model(" + python_path(path) + ")\n";
}

std::string numpy(const fs::path& path) {
    return "import numpy as np\n\narrays = np.load(" + python_path(path) + ")\n";
}

/// The keys of a dict at the top, without their quotes.
struct TopKey {
    std::string name;
    ObjectKind kind = ObjectKind::value;
};

std::vector<TopKey> top_keys(const FileContent& content) {
    std::vector<TopKey> keys;
    for (const auto& line : content.lines) {
        if (line.depth != 1 || line.kind == ObjectKind::omission) continue;
        auto name = line.key;
        if (name.size() > 1 && name.front() == '\'' && name.back() == '\'')
            name = name.substr(1, name.size() - 2);
        keys.push_back({std::move(name), line.kind});
    }
    return keys;
}

/// The first of `names` that is a key; else the first key that begins or ends with one of them and a '_'
/// between, but no average of the weights.
std::optional<std::string> key_like(const std::vector<TopKey>& keys, ObjectKind kind,
                                    std::initializer_list<std::string_view> names) {
    const auto first = [&](const auto& fits) -> std::optional<std::string> {
        for (const auto name : names) {
            const auto at = std::ranges::find_if(keys, [&](const TopKey& key) {
                return key.kind == kind && fits(lower_case(key.name), name);
            });
            if (at != keys.end()) return at->name;
        }
        return std::nullopt;
    };
    const auto exact = first([](const std::string& key, std::string_view name) { return key == name; });
    if (exact) return exact;
    return first([](const std::string& key, std::string_view name) {
        return key.find("ema") == std::string::npos &&
               (key.starts_with(std::string(name) + '_') || key.ends_with('_' + std::string(name)));
    });
}

std::string torch(const fs::path& path, const FileContent& content) {
    const auto keys = top_keys(content);
    const auto has = [&keys](std::string_view name) {
        return std::ranges::find(keys, name, &TopKey::name) != keys.end();
    };
    if (has("pytorch-lightning_version")) return lightning(path);
    std::string code = "import torch\n\n";
    const bool is_plain = std::ranges::all_of(content.globals, is_allowed_global);
    if (!is_plain)
        code += "# It holds objects of classes, which loading runs: load only files that you trust.\n";
    const auto load = "torch.load(" + python_path(path) + ", map_location=\"cpu\"" +
                      (is_plain ? ")" : ", weights_only=False)");
    using Kind = ObjectKind;
    const auto is_tensor = [](const TopKey& key) { return key.kind == Kind::tensor; };
    const auto model = key_like(keys, Kind::container, {"model", "state_dict", "net", "network", "module"});
    if (!model) {
        // An OrderedDict has a state of its own beside its items.
        const bool is_state =
            std::ranges::any_of(keys, is_tensor) && std::ranges::all_of(keys, [&](const TopKey& key) {
                return is_tensor(key) || key.name == "state" || key.name.starts_with('_');
            });
        return code + (is_state ? "model.load_state_dict(" + load + ")  # model: as in your script\n"
                                : "checkpoint = " + load + "\n");
    }
    std::string names;
    std::string lines;
    const auto state = [&](const char* object, const std::optional<std::string>& key) {
        if (!key) return;
        names.append(names.empty() ? "" : ", ").append(object);
        lines += std::string(object) + ".load_state_dict(checkpoint[" + python_text(*key) + "])\n";
    };
    state("model", model);
    state("optimizer", key_like(keys, Kind::container, {"optimizer", "optim", "opt"}));
    state("scheduler", key_like(keys, Kind::container, {"scheduler", "lr_scheduler", "lr_sched"}));
    state("scaler", key_like(keys, Kind::container, {"scaler", "grad_scaler"}));
    const auto step = key_like(keys, Kind::value, {"global_step", "step", "iteration", "iter", "epoch"});
    if (step) lines += "start = checkpoint[" + python_text(*step) + "]\n";
    return code + "checkpoint = " + load + "\n# " + names + ": as in your script\n" + lines;
}

std::string of_folder(const fs::path& path) {
    std::error_code ec;
    std::vector<std::string> names;
    for (fs::directory_iterator at(path, ec), end; !ec && at != end; at.increment(ec))
        names.push_back(at->path().filename().native());
    const auto has = [&names](std::string_view begin, std::string_view end = {}) {
        return std::ranges::any_of(
            names, [&](const std::string& name) { return name.starts_with(begin) && name.ends_with(end); });
    };
    if (has("trainer_state.json")) return transformers_trainer(path);
    if (has("random_states_", ".pkl")) return accelerate(path);
    if (has("", "model_states.pt")) return deepspeed(path);
    if (has(".metadata")) return distributed(path);
    if (has("config.json") && (has("model", ".safetensors") || has("pytorch_model", ".bin")))
        return pretrained(path);
    return {};
}

}  // namespace

std::string loading_snippet(const fs::path& path) {
    std::error_code ec;
    if (fs::is_directory(path, ec)) return of_folder(path);
    const auto file = File::open_read(path);
    if (!file) return {};
    const auto seen = inspect(*file);
    if (!seen) return {};
    const auto& format = seen->layout.format;
    if (format == "safetensors") return is_from_package(*file) ? saved_state(path) : safetensors(path);
    if (format == "npz" || format == "npy") return numpy(path);
    if (format == "keras" || format == "hdf5") return keras(path);
    if (!format.starts_with("torch")) return {};
    const auto content = read_objects(*file, format, TreeLimits{.depth = 1, .items = 5000});
    return content ? torch(path, *content) : std::string();
}

}  // namespace stepvault
