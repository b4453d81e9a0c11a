# Rewrites a header of core for Doxygen, line for line, and adds the comments that the house style omits:
#  - the comment at the head of the file also documents the first declaration if that has none;
#  - a comment above several declarations without a blank line between them documents each of them;
#  - a member, a constant or an alias needs no comment. A class, enum or function of the namespace does, so that
#    Doxygen warns if it has none.

# The kind of scope that a '{' opens, by the declaration before it.
function kind(text) {
    if (text ~ /(^| )namespace( |$)/) return "namespace"
    if (text ~ /^(template <.*> ?)?(class|struct|union) /) return "class"
    return "other"
}

# A '<' in a comment does not begin a tag.
function escaped(text) {
    gsub(/</, "\\<", text)
    return text
}

# Doxygen takes the ' in 20'000 for the start of a character literal.
function without_separators(text) {
    while (match(text, /[0-9]'[0-9]/)) text = substr(text, 1, RSTART) substr(text, RSTART + 2)
    return text
}

function comment(text) { return "/**" text " */ " }

# The comment for a declaration that has none of its own.
function supplied(text) {
    if (scope[depth] == "class") return comment(" @plain")
    if (scope[depth] != "namespace" || text ~ /^(namespace|extern|static_assert|HWY_)/ || text ~ /^(class|struct) [A-Za-z]+;/) return ""
    if (!declared && head != "") shared = head
    if (shared != "") return comment(shared)
    return text ~ /^using / || text ~ /^(inline )?constexpr [^(]*( =|\{|$)/ ? comment(" @plain") : ""
}

FNR == 1 { in_head = 1; scope[0] = "namespace" }
in_head && /^\/\/ / {
    sub(/^\/\//, "")
    head = head escaped($0)
    print "///" escaped($0)
    next
}
/^#pragma once/ {
    print "/// \\file"
    in_head = 0
    next
}
{ in_head = 0 }
/^ *\/\/\// {
    sub(/^ *\/\/\//, "")
    text = escaped($0)
    print "///" text
    shared = commented ? shared text : text
    commented = 1
    next
}
{
    $0 = without_separators($0)
    code = $0
    gsub(/'[^']'|"([^"\\]|\\.)*"/, "0", code)
    sub(/ *\/\/.*$/, "", code)
    sub(/^ */, "", code)
}
code == "" || code ~ /^#/ || code ~ /^(public|private|protected):$/ {
    print
    if (code == "" && $0 ~ /^ *$/ && begun == "") shared = ""
    commented = 0
    next
}
{
    if (begun == "" && code !~ /^}/) {
        if (!commented) $0 = supplied(code) $0
        if (scope[depth] == "namespace" && code !~ /^(namespace|HWY_)/ && code !~ /^(class|struct) [A-Za-z]+;/) declared = 1
    }
    print
    for (i = 1; i <= length(code); i++) {
        c = substr(code, i, 1)
        if (c == "(") ++parens
        else if (c == ")") --parens
        if (c == "{") {
            scope[++depth] = kind(begun)
            begun = ""
        } else if (c == "}") {
            --depth
            begun = ""
        } else if (c == ";" && !parens) begun = ""
        else begun = begun c
    }
    if (begun != "") begun = begun " "
    commented = 0
}
