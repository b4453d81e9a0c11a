#include "container/pickle_reader.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdio>
#include <string>
#include <utility>

#include "container/pickle_machine.h"

namespace stepvault {

namespace {

constexpr std::uint8_t newest_protocol = 5;

/// Decodes opcodes and their operands; PickleMachine implements their meaning.
class PickleParser {
 public:
    PickleParser(ByteView bytes, const PickleLimits& limits) : bytes_(bytes), machine_(bytes, limits) {}

    Result<PickleGraph> parse() {
        for (;;) {
            op_at_ = at_;
            const auto op = number<std::uint8_t>();
            if (cut_off_) return failure();
            if (op == '.') break;
            if (!step(op)) return failure();
        }
        if (!machine_.finish()) return failure();
        auto graph = machine_.take();
        graph.length = at_;
        return graph;
    }

 private:
    bool step(std::uint8_t op) {
        const bool known = is_stack_op(op);
        const bool done = known ? stack_op(op) : operand_op(op);
        return done && !cut_off_ && other_fault_ == nullptr;
    }

    static bool is_stack_op(std::uint8_t op) {
        constexpr std::string_view ops =
            "(012aesulbotdR}])NQ\x81\x85\x86\x87\x88\x89\x8f\x90\x91\x92\x93\x94";
        return ops.find(static_cast<char>(op)) != std::string_view::npos;
    }

    /// Handles the opcodes without operands.
    bool stack_op(std::uint8_t op) {
        using enum PickleKind;
        switch (op) {
            case '(':
                return machine_.push_mark();
            case '0':
                return machine_.pop();
            case '1':
                return machine_.pop_mark();
            case '2':
                return machine_.duplicate();
            case 'N':
                return machine_.push_none();
            case 0x88:
                return machine_.push_boolean(true);
            case 0x89:
                return machine_.push_boolean(false);
            case ')':
                return machine_.make_container(tuple);
            case ']':
                return machine_.make_container(list);
            case '}':
                return machine_.make_container(dict);
            case 0x8f:
                return machine_.make_container(set);
            case 't':
                return machine_.make_from_mark(tuple);
            case 'l':
                return machine_.make_from_mark(list);
            case 'd':
                return machine_.make_from_mark(dict);
            case 0x91:
                return machine_.make_from_mark(set);
            case 0x85:
            case 0x86:
            case 0x87:
                return machine_.make_tuple(op - 0x84U);
            case 'a':
                return machine_.append_one();
            case 'e':
            case 0x90:
                return machine_.append_many();
            case 's':
                return machine_.set_one();
            case 'u':
                return machine_.set_many();
            case 0x93:
                return machine_.make_global();
            case 'R':
            case 0x81:
                return machine_.make_call();
            case 0x92:
                return machine_.make_call_with_keywords();
            case 'o':
                return machine_.make_call_from_mark();
            case 'Q':
                return machine_.make_persistent();
            case 'b':
                return machine_.build();
            default:
                return machine_.put_next();
        }
    }

    bool operand_op(std::uint8_t op) {
        using enum PickleKind;
        switch (op) {
            case 0x80: {
                const auto protocol = number<std::uint8_t>();
                return protocol <= newest_protocol || unsupported("is of a newer protocol than 5");
            }
            case 0x95:
                number<std::uint64_t>();
                return true;
            case 'J':
                return machine_.push_integer(number<std::int32_t>());
            case 'K':
                return machine_.push_integer(number<std::uint8_t>());
            case 'M':
                return machine_.push_integer(number<std::uint16_t>());
            case 0x8a:
                return long_integer(number<std::uint8_t>());
            case 0x8b:
                return long_integer(signed_length());
            case 'G':
                return machine_.push_real(std::bit_cast<double>(__builtin_bswap64(number<std::uint64_t>())));
            case 'X':
                return view(text, number<std::uint32_t>());
            case 0x8c:
                return view(text, number<std::uint8_t>());
            case 0x8d:
                return view(text, number<std::uint64_t>());
            case 'U':
            case 'C':
                return view(bytes, number<std::uint8_t>());
            case 'T':
                return view(bytes, signed_length());
            case 'B':
                return view(bytes, number<std::uint32_t>());
            case 0x8e:
            case 0x96:
                return view(bytes, number<std::uint64_t>());
            case 'q':
                return machine_.put(number<std::uint8_t>());
            case 'r':
                return machine_.put(number<std::uint32_t>());
            case 'h':
                return machine_.get(number<std::uint8_t>());
            case 'j':
                return machine_.get(number<std::uint32_t>());
            case 0x82:
            case 0x83:
            case 0x84:
                return unsupported("uses the extension registry");
            case 0x97:
            case 0x98:
                return unsupported("uses out-of-band buffers");
            default:
                return line_op(op);
        }
    }

    /// Handles the opcodes of protocol 0 whose operands end with a newline.
    bool line_op(std::uint8_t op) {
        using enum PickleKind;
        constexpr std::string_view ops = "ILFSVPcigp";
        if (ops.find(static_cast<char>(op)) == std::string_view::npos)
            return corrupt("has an unknown opcode");
        const auto begin = at_;
        const auto text_line = line();
        if (cut_off_) return false;
        switch (op) {
            case 'I':
                if (text_line == "00" || text_line == "01") return machine_.push_boolean(text_line == "01");
                return decimal(text_line, begin);
            case 'L':
                return decimal(text_line.substr(0, text_line.size() - (text_line.ends_with('L') ? 1 : 0)),
                               begin);
            case 'F': {
                double value = 0;
                const auto end = text_line.data() + text_line.size();
                const auto [rest, error] = std::from_chars(text_line.data(), end, value);
                if (error == std::errc::invalid_argument || rest != end)
                    return corrupt("has an invalid number");
                return machine_.push_real(value);
            }
            case 'S': {
                const bool quoted = text_line.size() >= 2 && text_line.front() == text_line.back() &&
                                    (text_line.front() == '\'' || text_line.front() == '"');
                if (!quoted) return corrupt("has a string without quotes");
                return machine_.push_view(bytes, begin + 1, text_line.size() - 2);
            }
            case 'V':
                return machine_.push_view(text, begin, text_line.size());
            case 'P':
                return machine_.push_view(text, begin, text_line.size()) && machine_.make_persistent();
            case 'c':
                return named_global(begin, text_line.size());
            case 'i':
                return instance(begin, text_line.size());
            default: {
                std::uint64_t index = 0;
                if (!parse_number(text_line, index)) return corrupt("has an invalid memo index");
                return op == 'g' ? machine_.get(index) : machine_.put(index);
            }
        }
    }

    bool named_global(std::size_t module_at, std::size_t module_length) {
        const auto begin = at_;
        const auto name = line();
        return !cut_off_ && machine_.push_view(PickleKind::text, module_at, module_length) &&
               machine_.push_view(PickleKind::text, begin, name.size()) && machine_.make_global();
    }

    /// INST names its class after pushing the arguments above the mark.
    bool instance(std::size_t module_at, std::size_t module_length) {
        return machine_.make_from_mark(PickleKind::tuple) && named_global(module_at, module_length) &&
               machine_.swap() && machine_.make_call();
    }

    bool decimal(std::string_view digits, std::size_t begin) {
        std::int64_t value = 0;
        if (parse_number(digits, value)) return machine_.push_integer(value);
        const auto unsigned_digits = digits.substr(digits.starts_with('-') ? 1 : 0);
        const bool all_digits = !unsigned_digits.empty() &&
                                unsigned_digits.find_first_not_of("0123456789") == std::string_view::npos;
        if (!all_digits) return corrupt("has an invalid number");
        return machine_.push_view(PickleKind::big_integer, begin, digits.size());
    }

    bool long_integer(std::uint64_t length) {
        if (length > sizeof(std::int64_t)) return view(PickleKind::big_integer, length);
        if (!has(length)) return false;
        std::uint64_t value = 0;
        for (std::uint64_t i = 0; i < length; ++i) {
            value |= static_cast<std::uint64_t>(bytes_[at_ + i]) << (8 * i);
        }
        const bool negative = length > 0 && (static_cast<unsigned>(bytes_[at_ + length - 1]) & 0x80U) != 0;
        if (negative && length < sizeof(value)) value |= ~std::uint64_t{0} << (8 * length);
        at_ += length;
        return machine_.push_integer(std::bit_cast<std::int64_t>(value));
    }

    bool view(PickleKind kind, std::uint64_t length) {
        if (!has(length)) return false;
        at_ += length;
        return machine_.push_view(kind, at_ - length, length);
    }

    template <class T>
    static bool parse_number(std::string_view digits, T& value) {
        const auto end = digits.data() + digits.size();
        const auto [rest, error] = std::from_chars(digits.data(), end, value);
        return error == std::errc{} && rest == end;
    }

    std::uint64_t signed_length() {
        const auto length = number<std::int32_t>();
        if (length >= 0) return static_cast<std::uint64_t>(length);
        corrupt("has a negative length");
        return 0;
    }

    template <class T>
    T number() {
        if (!has(sizeof(T))) return T{};
        at_ += sizeof(T);
        return load<T>(bytes_, at_ - sizeof(T));
    }

    std::string_view line() {
        const auto rest = as_text(bytes_.subspan(at_));
        const auto end = rest.find('\n');
        cut_off_ = cut_off_ || end == std::string_view::npos;
        if (cut_off_) return {};
        at_ += end + 1;
        return rest.substr(0, end);
    }

    bool has(std::uint64_t count) {
        cut_off_ = cut_off_ || count > bytes_.size() - at_;
        return !cut_off_;
    }

    bool corrupt(const char* reason) {
        other_fault_ = reason;
        return false;
    }
    bool unsupported(const char* reason) {
        unsupported_ = true;
        return corrupt(reason);
    }

    [[nodiscard]] Error failure() const {
        const auto message = [this](const char* reason) {
            return "the pickle " + std::string(reason) + " at its byte " + std::to_string(op_at_);
        };
        if (cut_off_) return {ErrorCode::incomplete, message("is cut off, its last opcode being")};
        if (unsupported_) return {ErrorCode::unsupported, message(other_fault_)};
        if (other_fault_ != nullptr) return {ErrorCode::corrupt, message(other_fault_)};
        return {machine_.hit_limit() ? ErrorCode::limit : ErrorCode::corrupt, message(machine_.fault())};
    }

    ByteView bytes_;
    PickleMachine machine_;
    std::size_t at_ = 0;
    std::size_t op_at_ = 0;
    bool cut_off_ = false;
    bool unsupported_ = false;
    const char* other_fault_ = nullptr;
};

}  // namespace

Result<PickleGraph> read_pickle(ByteView bytes, const PickleLimits& limits) {
    const auto most = std::min<std::uint64_t>(limits.pickle, 0xFFFFFFFF);
    // The pickle may end before the bytes do; so reaching the limit is an error only where the pickle is cut
    // off there.
    auto graph = PickleParser(bytes.first(std::min<std::uint64_t>(bytes.size(), most)), limits).parse();
    if (!graph.ok() && graph.error().code == ErrorCode::incomplete && bytes.size() > most) {
        return Error{ErrorCode::limit,
                     "the pickle is larger than the " + std::to_string(most) + " bytes allowed"};
    }
    return graph;
}

}  // namespace stepvault
