# Reads sources whose names start with ./core, ./db, ./ui or ./app, and prints each #include that runs against the arrows
# of the layers: app -> ui -> core, app -> db -> core, and inside core only up the list below. Exit status 1 if any did.

BEGIN {
    count = split("base metrics container run codec vault retention plan partition library", order, " ")
    for (i = 1; i <= count; i++) rank[order[i]] = i
}

FNR == 1 {
    split(FILENAME, part, "/")
    layer = part[2]
    folder = part[3]
    if (layer == "core" && !(folder in rank)) complain("core/" folder " is not in the list of core's folders")
}

/^[ \t]*#[ \t]*include[ \t]*[<"]/ {
    header = $0
    sub(/^[ \t]*#[ \t]*include[ \t]*[<"]/, "", header)
    sub(/[>"].*$/, "", header)
    judge(header)
}

END { exit bad }

function complain(what) {
    sub(/^\.\//, "", FILENAME)
    print FILENAME ":" FNR ": " what
    bad = 1
}

# "core" with target set to its folder, "db", "ui", "app" with target set to its folder, "Qt", "SQLite", or "" for others.
function kind_of(header, piece, n) {
    n = split(header, piece, "/")
    target = ""
    if (header ~ /^(Qt[A-Za-z0-9]*\/)?(Q[A-Za-z][A-Za-z0-9]*|q[a-z0-9_]+\.h)$/ || header ~ /(^|\/)ui_[^\/]*\.h$/) return "Qt"
    if (header ~ /(^|\/)sqlite3(ext)?\.h$/) return "SQLite"
    if (n < 2) return ""
    if (piece[1] == "core") {
        target = piece[2]
        return "core"
    }
    if (piece[1] in rank) {
        target = piece[1]
        return "core"
    }
    if (piece[1] == "app") target = piece[2]
    if (piece[1] == "db" || piece[1] == "ui" || piece[1] == "app") return piece[1]
    return ""
}

function judge(header, kind) {
    if (header ~ /(^|\/)\.\.(\/|$)/) {
        complain("\"" header "\": a path with .. hides where it leads")
        return
    }
    kind = kind_of(header)
    if (kind == "") return
    if (kind == "core") {
        if (layer != "core") return
        if (!(target in rank)) complain("\"" header "\": core/" target " is not in the list of core's folders")
        else if (rank[target] > rank[folder]) complain("core/" folder " must not use core/" target " (" header ")")
        return
    }
    if (kind == "SQLite" && layer != "db") complain("only db may use SQLite (" header ")")
    else if (kind == "Qt" && layer != "ui" && !(layer == "app" && folder == "gui")) complain(place() " must not use Qt (" header ")")
    else if (kind == "db" && layer != "db" && layer != "app") complain(place() " must not use db (" header ")")
    else if (kind == "ui" && layer != "ui" && !(layer == "app" && folder == "gui")) complain(place() " must not use ui (" header ")")
    else if (kind == "app" && !(layer == "app" && folder == target)) complain(place() " must not use app (" header ")")
}

function place() { return layer == "core" || layer == "app" ? layer "/" folder : layer }
