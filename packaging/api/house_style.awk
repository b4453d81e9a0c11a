# Gives Doxygen a header of core, line for line, with what the house style says in fewer words:
#  - the comment a header begins with is the file's, and that of its first declaration where this has none;
#  - a comment above several declarations without a blank line between them is that of each;
#  - the name of a member, a constant or an alias may say all. A class, enum or function of the namespace without any
#    comment stays one, and Doxygen warns.

# What a '{' opens, by the declaration it ends.
function kind(text) {
    if (text ~ /(^| )namespace( |$)/) return "namespace"
    if (text ~ /^(template <.*> ?)?(class|struct|union) /) return "class"
    return "other"
}

# A '<' in words begins no tag.
function escaped(text) {
    gsub(/</, "\\<", text)
    return text
}

# Doxygen takes the ' in 20'000 for the begin of a character.
function without_separators(text) {
    while (match(text, /[0-9]'[0-9]/)) text = substr(text, 1, RSTART) substr(text, RSTART + 2)
    return text
}

function comment(text) { return "/**" text " */ " }

# Before a declaration without a comment of its own.
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
