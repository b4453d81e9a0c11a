# test_house_style.sh DOXYGEN DOXYFILE: tests which declarations count as documented
# under Doxygen's settings.
doxygen=$1
doxyfile=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

cat > "$scratch/named.h" << 'EOF'
// Comment at the head of the file, with a vector<int> in it.
#pragma once

namespace stepvault {

class FineByHead {
 public:
    explicit FineByHead(int limit = 20'000) : limit_(limit) {}
    int fine_name() const { return limit_; }
    struct FineMember {
        int fine = 0;
    };

 private:
    int limit_;
};

/// Comment of both functions.
int fine_first(const FineByHead& head);
template <class T>
int fine_second(
    T value);

int bare_function(int value);

struct BareStruct {
    int fine = 0;
};

enum class BareEnum { one, two };

constexpr int fine_constant = 1;
using FineAlias = int;

}  // namespace stepvault
EOF

(cat "$doxyfile"; printf '%s\n' "INPUT = $scratch" "OUTPUT_DIRECTORY = $scratch") > "$scratch/Doxyfile"
if (cd "$scratch" && "$doxygen" Doxyfile) > "$scratch/said" 2>&1; then
    echo "Doxygen accepts declarations without a comment"
    exit 1
fi
found=$(sed -n 's/.*\(error\|warning\): .*\(bare_function\|BareStruct\|BareEnum\).* is not documented\.$/\2/p' "$scratch/said" | sort | tr '\n' ' ')
[ "$found" = "BareEnum BareStruct bare_function " ] && [ "$(wc -l < "$scratch/said")" -eq 3 ] && exit 0
cat "$scratch/said"
exit 1
