#include "container/torch_walker.h"

#include <array>
#include <unordered_set>
#include <utility>

#include "base/utf8.h"

namespace stepvault {

namespace {

/// The parts of a container that are still to be visited, in this order.
enum class Stage : std::uint8_t { args, items, state, done };

struct Frame {
    PickleId node = no_pickle;
    std::uint32_t cell = no_pickle;
    std::uint64_t index = 0;
    std::size_t path_length = 0;
    Stage stage = Stage::args;
    bool unnamed_elements = false;  ///< elements have the container's own path
};

class TorchWalker {
 public:
    TorchWalker(const PickleGraph& graph, const WalkLimits& limits, std::string_view name)
        : graph_(graph),
          limits_(limits),
          allowed_bytes_(limits.memory_per_byte * graph.length + limits.memory_extra),
          visited_(graph.nodes.size()),
          path_(name) {}

    TorchContent walk() {
        collect_globals();
        collect_counts();
        visit(graph_.root);
        while (!frames_.empty())
            advance();
        return std::move(content_);
    }

 private:
    bool charge(std::size_t bytes) {
        used_bytes_ += bytes;
        if (used_bytes_ <= allowed_bytes_) return true;
        content_.cut_short = true;
        return false;
    }

    void collect_globals() {
        std::unordered_set<std::uint64_t> pairs;
        std::unordered_set<std::string> names;
        for (const auto& node : graph_.nodes) {
            if (node.kind != PickleKind::global) continue;
            if (!pairs.insert(static_cast<std::uint64_t>(node.a) << 32 | node.b).second) continue;
            const auto module = graph_.text(node.a);
            const auto name = graph_.text(node.b);
            if (!charge(module.size() + name.size())) return;
            auto full = valid_utf8(module) + '.' + valid_utf8(name);
            if (names.insert(full).second) content_.globals.push_back(std::move(full));
        }
    }

    /// Strongest first. DeepSpeed counts global_steps, nanoGPT iter_num, fairseq num_updates.
    static constexpr std::array<std::string_view, 7> step_keys = {
        "global_step", "global_steps", "step", "iteration", "iter", "iter_num", "num_updates"};
    using Steps = std::array<std::optional<std::int64_t>, step_keys.size()>;

    void collect_count(std::string_view key, PickleId value, Steps& steps) {
        if (!graph_.is(value, PickleKind::integer)) return;
        if (key == "epoch") content_.epoch = graph_.integer(value);
        for (std::size_t i = 0; i < step_keys.size(); ++i) {
            if (key == step_keys[i]) steps[i] = graph_.integer(value);
        }
    }

    void collect_counts() {
        Steps steps;
        if (path_.empty()) {
            collect_items(steps);
        } else {
            collect_count(path_, graph_.root, steps);
        }
        for (const auto& step : steps) {
            if (!content_.step) content_.step = step;
        }
    }

    void collect_items(Steps& steps) {
        auto node = graph_.root;
        if (graph_.is(node, PickleKind::call) && graph_.at(node).first == no_pickle)
            node = graph_.at(node).state;
        if (!graph_.is(node, PickleKind::dict) && !graph_.is(node, PickleKind::call)) return;
        for (auto cell = graph_.at(node).first; cell != no_pickle; cell = graph_.cells[cell].next) {
            const auto& item = graph_.cells[cell];
            collect_count(graph_.text(item.key), item.value, steps);
        }
    }

    /// Visits the value at path_.
    void visit(PickleId id) {
        if (id >= graph_.nodes.size() || visited_[id]) return;
        switch (graph_.at(id).kind) {
            case PickleKind::call:
                if (auto tensor = torch_tensor(graph_, id)) return add_tensor(std::move(*tensor));
                if (is_sparse(id)) return visit_sparse(id);
                [[fallthrough]];
            case PickleKind::list:
            case PickleKind::tuple:
            case PickleKind::dict:
            case PickleKind::set:
                return enter(id, false);
            default:
                return;
        }
    }

    void enter(PickleId id, bool unnamed_elements) {
        if (id >= graph_.nodes.size() || visited_[id]) return;
        if (frames_.size() >= limits_.depth) {
            content_.cut_short = true;
            return;
        }
        visited_[id] = true;
        frames_.push_back({.node = id,
                           .cell = graph_.at(id).first,
                           .path_length = path_.size(),
                           .unnamed_elements = unnamed_elements});
    }

    void advance() {
        auto& frame = frames_.back();
        const auto& node = graph_.at(frame.node);
        path_.resize(frame.path_length);
        switch (frame.stage) {
            case Stage::args:
                frame.stage = Stage::items;
                if (node.kind == PickleKind::call && graph_.is(node.b, PickleKind::tuple))
                    enter(node.b, false);
                return;
            case Stage::items: {
                if (frame.cell == no_pickle) {
                    frame.stage = Stage::state;
                    return;
                }
                const auto& cell = graph_.cells[frame.cell];
                frame.cell = cell.next;
                const auto index = frame.index++;
                if (!frame.unnamed_elements && !append_component(cell.key, index)) return;
                return visit(cell.value);
            }
            case Stage::state:
                frame.stage = Stage::done;
                if (is_container(node.state)) enter(node.state, is_pair_of_states(node.state));
                return;
            case Stage::done:
                frames_.pop_back();
        }
    }

    [[nodiscard]] bool is_container(PickleId id) const {
        return graph_.is(id, PickleKind::dict) || graph_.is(id, PickleKind::tuple) ||
               graph_.is(id, PickleKind::list) || graph_.is(id, PickleKind::call);
    }

    /// Objects with __slots__ store their state in two dicts, either of which may be None.
    [[nodiscard]] bool is_pair_of_states(PickleId id) const {
        if (!graph_.is(id, PickleKind::tuple)) return false;
        const auto parts = graph_.elements(id, 3);
        const auto is_state = [this](PickleId part) {
            return graph_.is(part, PickleKind::none) || graph_.is(part, PickleKind::dict);
        };
        return parts.size() == 2 && is_state(parts[0]) && is_state(parts[1]);
    }

    bool append_component(PickleId key, std::uint64_t index) {
        std::string number;
        std::string_view component = graph_.text(key);
        if (graph_.is(key, PickleKind::integer)) {
            number = std::to_string(graph_.integer(key));
            component = number;
        } else if (!graph_.is(key, PickleKind::text) && !graph_.is(key, PickleKind::bytes)) {
            number = std::to_string(index);
            component = number;
        }
        return append_component(component);
    }

    bool append_component(std::string_view component) {
        if (path_.size() + 1 + component.size() > limits_.name_length) {
            content_.cut_short = true;
            return false;
        }
        if (!path_.empty()) path_ += '.';
        path_ += component;
        return true;
    }

    void add_tensor(TorchTensor&& tensor) {
        const auto bytes = sizeof(NamedTensor) + path_.size() + 16 * tensor.shape.size();
        if (content_.tensors.size() >= limits_.tensors || !charge(bytes)) {
            content_.cut_short = true;
            return;
        }
        content_.tensors.push_back({path_.empty() ? "tensor" : valid_utf8(path_), std::move(tensor)});
    }

    [[nodiscard]] bool is_sparse(PickleId id) const {
        return is_global(graph_, graph_.at(id).a, "torch._utils", "_rebuild_sparse_tensor");
    }

    /// _rebuild_sparse_tensor(layout, (indices, values, size, ...))
    void visit_sparse(PickleId id) {
        const auto args = graph_.elements(graph_.at(id).b, 2);
        if (args.size() < 2 || !graph_.is(args[1], PickleKind::tuple)) return;
        const auto parts = graph_.elements(args[1], 2);
        constexpr std::array<std::string_view, 2> names = {"indices", "values"};
        const auto length = path_.size();
        for (std::size_t i = 0; i < parts.size(); ++i) {
            auto tensor = torch_tensor(graph_, parts[i]);
            if (tensor && append_component(names[i])) add_tensor(std::move(*tensor));
            path_.resize(length);
        }
    }

    const PickleGraph& graph_;
    const WalkLimits limits_;
    std::size_t allowed_bytes_;
    std::size_t used_bytes_ = 0;
    std::vector<bool> visited_;
    std::vector<Frame> frames_;
    std::string path_;
    TorchContent content_;
};

}  // namespace

TorchContent walk_torch_object(const PickleGraph& graph, const WalkLimits& limits, std::string_view name) {
    return TorchWalker(graph, limits, name).walk();
}

}  // namespace stepvault
