#include "container/object_tree.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>

#include "base/checksum.h"
#include "base/utf8.h"
#include "container/torch_tensor.h"

namespace stepvault {

namespace {

/// Lists of at most this many numbers are shown in one line.
constexpr std::size_t short_list = 8;
/// Bytes that a digest takes of one number.
constexpr std::size_t most_of_number = sizeof(PickleKind) + sizeof(std::uint64_t);

std::string number(double value) {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value);
    return {text.data(), end.ptr};
}

class Tree {
 public:
    Tree(const PickleGraph& graph, const TreeLimits& limits)
        : graph_(graph), limits_(limits), shown_(graph.nodes.size()) {}

    std::vector<ObjectLine> make() {
        todo_.push_back({graph_.root, 0, {}, {}});
        while (!todo_.empty()) {
            auto item = std::move(todo_.back());
            todo_.pop_back();
            if (lines_.size() == limits_.lines) {
                lines_.push_back({0,
                                  {},
                                  "... more than " + std::to_string(limits_.lines) + " lines",
                                  ObjectKind::omission});
                break;
            }
            add(std::move(item));
        }
        return std::move(lines_);
    }

 private:
    struct Item {
        PickleId id = no_pickle;  ///< no_pickle: `text` describes the item
        std::uint32_t depth = 0;
        std::string key;
        std::string text;
    };

    [[nodiscard]] std::string cut(std::string_view text) const {
        const bool long_one = text.size() > limits_.text;
        return valid_utf8(text.substr(0, limits_.text)) + (long_one ? "..." : "");
    }

    [[nodiscard]] bool is_scalar(PickleId id) const {
        return id < graph_.nodes.size() && graph_.at(id).kind <= PickleKind::real;
    }

    /// "3 items"; counts at most all cells of the graph.
    [[nodiscard]] std::string count(const PickleNode& node) const {
        std::uint64_t n = 0;
        for (auto cell = node.first; cell != no_pickle && n < graph_.cells.size();
             cell = graph_.cells[cell].next)
            ++n;
        return std::to_string(n) + (n == 1 ? " item" : " items");
    }

    [[nodiscard]] std::string global_name(PickleId id) const {
        if (!graph_.is(id, PickleKind::global)) return "something";
        const auto& node = graph_.at(id);
        return cut(std::string(graph_.text(node.a)) + "." + std::string(graph_.text(node.b)));
    }

    [[nodiscard]] std::string scalar(PickleId id) const {
        switch (const auto& node = graph_.at(id); node.kind) {
            case PickleKind::none:
                return "None";
            case PickleKind::boolean:
                return node.a != 0 ? "True" : "False";
            case PickleKind::integer:
                return std::to_string(graph_.integer(id));
            case PickleKind::real:
                return number(graph_.real(id));
            default:
                return "a large integer";
        }
    }

    [[nodiscard]] std::string tensor_text(const TorchTensor& tensor) const {
        std::string text(dtype_name(tensor.dtype));
        text += " [";
        for (std::size_t i = 0; i < tensor.shape.size(); ++i)
            text += (i > 0 ? ", " : "") + std::to_string(tensor.shape[i]);
        return text + "]";
    }

    /// "[0.9, 0.999]"; empty for lists that need several lines.
    [[nodiscard]] std::string short_text(PickleId id) const {
        const auto elements = graph_.elements(id, short_list + 1);
        if (elements.size() > short_list) return {};
        std::string text;
        for (const auto e : elements) {
            if (!is_scalar(e)) return {};
            text += (text.empty() ? "" : ", ") + scalar(e);
        }
        return graph_.is(id, PickleKind::tuple) ? "(" + text + ")" : "[" + text + "]";
    }

    /// True for long lists of numbers, such as the state of a random generator.
    [[nodiscard]] bool holds_numbers_only(PickleId id) const {
        const auto elements = graph_.elements(id, limits_.items);
        return std::ranges::all_of(elements, [&](auto e) { return is_scalar(e); });
    }

    /// The digest of bytes, or of text that is cut; 0 for everything else.
    std::uint64_t digest_of_cut(PickleId id) {
        const auto text = graph_.text(id);
        const bool is_shown = graph_.is(id, PickleKind::text) && text.size() <= limits_.text;
        if (is_shown || text.empty()) return 0;
        const auto [place, is_new] = digests_.try_emplace(id);
        if (is_new) place->second = xxh3(as_view(text));
        return place->second;
    }

    std::uint64_t digest_of_numbers(PickleId id) {
        const auto [place, is_new] = digests_.try_emplace(id);
        if (is_new) place->second = hash_numbers(id);
        return place->second;
    }

    [[nodiscard]] std::uint64_t hash_numbers(PickleId id) const {
        ByteWriter numbers;
        for (auto cell = graph_.at(id).first;
             cell != no_pickle && numbers.size() < graph_.cells.size() * most_of_number;
             cell = graph_.cells[cell].next) {
            const auto value = graph_.cells[cell].value;
            const auto kind = value < graph_.nodes.size() ? graph_.at(value).kind : PickleKind::none;
            numbers.put(kind);
            if (kind <= PickleKind::real && kind != PickleKind::big_integer && kind != PickleKind::none)
                numbers.put(graph_.integer(value));
            else
                numbers.put(xxh3(as_view(graph_.text(value))));
        }
        return xxh3(numbers.view());
    }

    void add(Item&& item) {
        if (item.id >= graph_.nodes.size()) {
            lines_.push_back({item.depth, std::move(item.key), std::move(item.text), ObjectKind::omission});
            return;
        }
        const auto& node = graph_.at(item.id);
        auto& line = lines_.emplace_back(ObjectLine{item.depth, std::move(item.key), {}});
        line.digest = digest_of_cut(item.id);
        switch (node.kind) {
            case PickleKind::text:
                line.text = "'" + cut(graph_.text(item.id)) + "'";
                return;
            case PickleKind::bytes:
                line.text = std::to_string(graph_.text(item.id).size()) + " bytes";
                return;
            case PickleKind::global:
                line.text = global_name(item.id);
                return;
            case PickleKind::persistent:
                line.text = "a storage";
                line.kind = ObjectKind::tensor;
                return;
            case PickleKind::call:
                if (const auto tensor = torch_tensor(graph_, item.id)) {
                    line.text = tensor_text(*tensor);
                    line.kind = ObjectKind::tensor;
                    return;
                }
                line.text =
                    graph_.is(node.a, PickleKind::global) ? global_name(node.a) + " object" : "an object";
                if (node.first != no_pickle) line.text += ", " + count(node);
                break;
            case PickleKind::list:
            case PickleKind::tuple:
                line.text = short_text(item.id);
                if (!line.text.empty()) return;
                line.text = (node.kind == PickleKind::list ? "list, " : "tuple, ") + count(node);
                if (holds_numbers_only(item.id)) {
                    line.digest = digest_of_numbers(item.id);
                    return;
                }
                break;
            case PickleKind::dict:
                line.text = "dict, " + count(node);
                break;
            case PickleKind::set:
                line.text = "set, " + count(node);
                break;
            default:
                line.text = scalar(item.id);
                return;
        }
        line.kind = ObjectKind::container;
        if (shown_[item.id]) {
            line.text += ", shown above";
        } else if (item.depth >= limits_.depth) {
            line.text += ", not shown";
        } else {
            shown_[item.id] = true;
            enter(item.id, item.depth + 1);
        }
    }

    [[nodiscard]] std::string key_text(PickleId key) const {
        if (key == no_pickle || key >= graph_.nodes.size()) return {};
        const auto kind = graph_.at(key).kind;
        if (kind == PickleKind::text || kind == PickleKind::bytes) return cut(graph_.text(key));
        if (kind == PickleKind::global) return global_name(key);
        if (kind == PickleKind::tuple) return short_text(key);
        return is_scalar(key) ? scalar(key) : "a key";
    }

    /// Queues the contents of a container, the first item on top.
    void enter(PickleId id, std::uint32_t depth) {
        const auto& node = graph_.at(id);
        std::vector<Item> items;
        const bool ordered = node.kind == PickleKind::list || node.kind == PickleKind::tuple;
        auto cell = node.first;
        for (; cell != no_pickle && items.size() < limits_.items; cell = graph_.cells[cell].next) {
            const auto& c = graph_.cells[cell];
            items.push_back(
                {c.value, depth, ordered ? "[" + std::to_string(items.size()) + "]" : key_text(c.key), {}});
        }
        if (cell != no_pickle) items.push_back({no_pickle, depth, {}, "... and more"});
        if (node.kind == PickleKind::call) {
            const bool has_args = node.b < graph_.nodes.size() && graph_.at(node.b).first != no_pickle;
            if (has_args) items.push_back({node.b, depth, "arguments", {}});
        }
        if (node.state != no_pickle) items.push_back({node.state, depth, "state", {}});
        std::move(items.rbegin(), items.rend(), std::back_inserter(todo_));
    }

    const PickleGraph& graph_;
    const TreeLimits& limits_;
    std::vector<bool> shown_;
    std::map<PickleId, std::uint64_t> digests_;  ///< a hostile pickle may name a long value many times
    std::vector<Item> todo_;
    std::vector<ObjectLine> lines_;
};

}  // namespace

std::vector<ObjectLine> object_tree(const PickleGraph& graph, const TreeLimits& limits) {
    return Tree(graph, limits).make();
}

}  // namespace stepvault
