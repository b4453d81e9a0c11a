#include "container/pickle_machine.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace stepvault {

namespace {

bool takes_items(PickleKind kind) {
    return kind == PickleKind::dict || kind == PickleKind::call;
}

bool takes_elements(PickleKind kind) {
    return kind == PickleKind::list || kind == PickleKind::set || kind == PickleKind::call;
}

constexpr auto low(std::uint64_t value) {
    return static_cast<std::uint32_t>(value);
}
constexpr auto high(std::uint64_t value) {
    return static_cast<std::uint32_t>(value >> 32);
}

}  // namespace

PickleMachine::PickleMachine(ByteView source, const PickleLimits& limits)
    : limits_(limits),
      allowed_bytes_(std::min(limits.memory, limits.memory_per_byte * source.size() + limits.memory_extra)) {
    graph_.source = source;
    // Values that all uses share have one node each, so that each use costs only a stack entry.
    graph_.nodes = {{.kind = PickleKind::none},
                    {.kind = PickleKind::boolean, .a = 1},
                    {.kind = PickleKind::boolean, .a = 0},
                    {.kind = PickleKind::tuple}};
}

bool PickleMachine::fail(const char* reason) {
    fault_ = reason;
    return false;
}

bool PickleMachine::has(std::size_t count) {
    return stack_.size() - floor() >= count || fail("takes more values than the stack holds");
}

bool PickleMachine::charge(std::size_t bytes) {
    used_bytes_ += bytes;
    if (used_bytes_ <= allowed_bytes_) return true;
    hit_limit_ = true;
    return fail("needs more memory than allowed");
}

bool PickleMachine::add_node(const PickleNode& node, PickleId& id) {
    if (graph_.nodes.size() >= limits_.nodes || graph_.nodes.size() >= no_pickle) {
        hit_limit_ = true;
        return fail("makes more objects than allowed");
    }
    if (!charge(sizeof(PickleNode))) return false;
    id = static_cast<PickleId>(graph_.nodes.size());
    graph_.nodes.push_back(node);
    return true;
}

bool PickleMachine::add_cell(PickleId owner, PickleId key, PickleId value) {
    if (!charge(sizeof(PickleCell))) return false;
    const auto cell = static_cast<std::uint32_t>(graph_.cells.size());
    graph_.cells.push_back({.key = key, .value = value});
    auto& node = graph_.nodes[owner];
    if (node.first == no_pickle) {
        node.first = cell;
    } else {
        graph_.cells[node.last].next = cell;
    }
    node.last = cell;
    return true;
}

bool PickleMachine::add_values(PickleId owner, std::size_t begin, bool pairs) {
    const auto count = stack_.size() - begin;
    if (pairs && count % 2 != 0) return fail("has a key without a value");
    for (auto i = begin; i < stack_.size(); i += pairs ? 2 : 1) {
        if (!(pairs ? add_cell(owner, stack_[i], stack_[i + 1]) : add_cell(owner, no_pickle, stack_[i])))
            return false;
    }
    stack_.resize(begin);
    return true;
}

PickleId PickleMachine::take_top() {
    const auto id = stack_.back();
    stack_.pop_back();
    return id;
}

bool PickleMachine::push(PickleId id) {
    if (stack_.size() + marks_.size() >= limits_.stack) {
        hit_limit_ = true;
        return fail("needs a deeper stack than allowed");
    }
    stack_.push_back(id);
    return true;
}

bool PickleMachine::push_node(const PickleNode& node) {
    PickleId id = no_pickle;
    return add_node(node, id) && push(id);
}

bool PickleMachine::push_integer(std::int64_t value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    return push_node({.kind = PickleKind::integer, .a = low(bits), .b = high(bits)});
}

bool PickleMachine::push_real(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    return push_node({.kind = PickleKind::real, .a = low(bits), .b = high(bits)});
}

bool PickleMachine::push_view(PickleKind kind, std::size_t offset, std::size_t length) {
    return push_node({.kind = kind, .a = low(offset), .b = low(length)});
}

bool PickleMachine::push_mark() {
    if (stack_.size() + marks_.size() >= limits_.stack) {
        hit_limit_ = true;
        return fail("needs a deeper stack than allowed");
    }
    marks_.push_back(stack_.size());
    return true;
}

bool PickleMachine::pop() {
    if (stack_.size() > floor()) {
        stack_.pop_back();
        return true;
    }
    if (marks_.empty()) return fail("takes more values than the stack holds");
    marks_.pop_back();
    return true;
}

bool PickleMachine::pop_mark() {
    if (marks_.empty()) return fail("needs a mark that is not there");
    stack_.resize(marks_.back());
    marks_.pop_back();
    return true;
}

bool PickleMachine::duplicate() {
    return has(1) && push(stack_.back());
}

bool PickleMachine::swap() {
    if (!has(2)) return false;
    std::swap(stack_[stack_.size() - 1], stack_[stack_.size() - 2]);
    return true;
}

bool PickleMachine::make_container(PickleKind kind) {
    if (kind == PickleKind::tuple) return push(empty_tuple_);
    return push_node({.kind = kind});
}

bool PickleMachine::make_from_mark(PickleKind kind) {
    if (marks_.empty()) return fail("needs a mark that is not there");
    const auto begin = marks_.back();
    marks_.pop_back();
    if (begin == stack_.size()) return make_container(kind);
    PickleId id = no_pickle;
    return add_node({.kind = kind}, id) && add_values(id, begin, kind == PickleKind::dict) && push(id);
}

bool PickleMachine::make_tuple(std::size_t count) {
    PickleId id = no_pickle;
    return has(count) && add_node({.kind = PickleKind::tuple}, id) &&
           add_values(id, stack_.size() - count, false) && push(id);
}

bool PickleMachine::append_one() {
    if (!has(2)) return false;
    const auto value = take_top();
    if (!takes_elements(graph_.nodes[stack_.back()].kind)) return fail("appends to a non-list");
    return add_cell(stack_.back(), no_pickle, value);
}

bool PickleMachine::set_one() {
    if (!has(3)) return false;
    const auto value = take_top();
    const auto key = take_top();
    if (!takes_items(graph_.nodes[stack_.back()].kind)) return fail("sets an item of a non-dict");
    return add_cell(stack_.back(), key, value);
}

bool PickleMachine::append_many() {
    if (marks_.empty()) return fail("needs a mark that is not there");
    const auto begin = marks_.back();
    marks_.pop_back();
    if (begin <= floor()) return fail("takes more values than the stack holds");
    const auto target = stack_[begin - 1];
    if (!takes_elements(graph_.nodes[target].kind)) return fail("appends to a non-list");
    return add_values(target, begin, false);
}

bool PickleMachine::set_many() {
    if (marks_.empty()) return fail("needs a mark that is not there");
    const auto begin = marks_.back();
    marks_.pop_back();
    if (begin <= floor()) return fail("takes more values than the stack holds");
    const auto target = stack_[begin - 1];
    if (!takes_items(graph_.nodes[target].kind)) return fail("sets an item of a non-dict");
    return add_values(target, begin, true);
}

bool PickleMachine::make_global() {
    if (!has(2)) return false;
    const auto name = take_top();
    const auto module = take_top();
    const auto is_text = [this](PickleId id) {
        return graph_.is(id, PickleKind::text) || graph_.is(id, PickleKind::bytes);
    };
    if (!is_text(module) || !is_text(name)) return fail("names a global by a non-text");
    return push_node({.kind = PickleKind::global, .a = module, .b = name});
}

bool PickleMachine::make_call() {
    if (!has(2)) return false;
    const auto args = take_top();
    const auto callable = take_top();
    return push_node({.kind = PickleKind::call, .a = callable, .b = args});
}

bool PickleMachine::make_call_with_keywords() {
    return has(3) && make_tuple(2) && make_call();
}

bool PickleMachine::make_call_from_mark() {
    if (marks_.empty()) return fail("needs a mark that is not there");
    const auto begin = marks_.back();
    if (begin >= stack_.size()) return fail("takes more values than the stack holds");
    marks_.pop_back();
    PickleId args = empty_tuple_;
    if (begin + 1 < stack_.size()) {
        if (!add_node({.kind = PickleKind::tuple}, args) || !add_values(args, begin + 1, false)) return false;
    }
    return push(args) && make_call();
}

bool PickleMachine::make_persistent() {
    return has(1) && push_node({.kind = PickleKind::persistent, .a = take_top()});
}

bool PickleMachine::build() {
    if (!has(2)) return false;
    const auto state = take_top();
    // Shared nodes must not carry the state of a single use.
    if (stack_.back() <= empty_tuple_) return fail("sets the state of a constant");
    graph_.nodes[stack_.back()].state = state;
    return true;
}

bool PickleMachine::put(std::uint64_t index) {
    if (!has(1)) return false;
    // Every entry takes at least one byte of the pickle, so valid indexes never exceed its size.
    if (index > graph_.source.size()) return fail("stores a memo entry out of range");
    if (index >= memo_.size()) {
        if (!charge((index + 1 - memo_.size()) * sizeof(PickleId))) return false;
        memo_.resize(index + 1, no_pickle);
    }
    if (memo_[index] == no_pickle) ++memo_count_;
    memo_[index] = stack_.back();
    return true;
}

bool PickleMachine::get(std::uint64_t index) {
    if (index >= memo_.size() || memo_[index] == no_pickle)
        return fail("reads a memo entry that is not there");
    return push(memo_[index]);
}

bool PickleMachine::finish() {
    if (!has(1)) return false;
    graph_.root = stack_.back();
    return true;
}

PickleGraph PickleMachine::take() {
    return std::move(graph_);
}

}  // namespace stepvault
