# Reads sources whose names start with ./core, ./db, ./ui or ./app, and prints each #include that runs against the arrows
# of the layers: app -> ui -> core, app -> db -> core, and inside core and ui, and inside core's folders that have rooms,
# only up the lists below. Exit status 1 if any did.

BEGIN {
    count = split("base container metrics run codec vault retention plan partition notify library remote bench demo", order, " ")
    for (i = 1; i <= count; i++) rank[order[i]] = i
    count = split("text theme jobs charts models widgets session help connect start restore inside metrics runs folders log interval " \
                  "cluster vault bits compare run window", order, " ")
    for (i = 1; i <= count; i++) ui_rank[order[i]] = i
    list_rooms("vault", "format records chain restore encode originals run rewrite repair")
    list_rooms("remote", "ssh fetch copy wire serve client")
    list_rooms("library", "catalog summary retention study restore write watch maintenance services cluster")
}

function list_rooms(of, names, room, n, i) {
    has_rooms[of] = 1
    n = split(names, room, " ")
    for (i = 1; i <= n; i++) room_rank[of, room[i]] = i
}

FNR == 1 {
    split(FILENAME, part, "/")
    layer = part[2]
    folder = part[3]
    room = part[4]
    if (layer == "core" && !(folder in rank)) complain("core/" folder " is not in the list of core's folders")
    else if (layer == "ui" && !(folder in ui_rank)) complain("ui/" folder " is not in the list of ui's folders")
    else if (layer == "core" && folder in has_rooms && !at_door() && !((folder, room) in room_rank))
        complain("core/" folder " has rooms, and this file lies in none of the list")
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

# "core", "ui" and "app" with target set to the folder, "db", "Qt", "SQLite", or "" for others.
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
    if (piece[1] == "app" || piece[1] == "ui") target = piece[2]
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
        else if (target == folder && folder in has_rooms) judge_room(header)
        return
    }
    if (kind == "SQLite" && layer != "db") complain("only db may use SQLite (" header ")")
    else if (kind == "Qt" && layer != "ui" && !(layer == "app" && folder == "gui")) complain(place() " must not use Qt (" header ")")
    else if (kind == "db" && layer != "db" && layer != "app") complain(place() " must not use db (" header ")")
    else if (kind == "ui" && layer != "ui" && !(layer == "app" && folder == "gui")) complain(place() " must not use ui (" header ")")
    else if (kind == "ui" && layer == "ui" && !(target in ui_rank)) complain("\"" header "\": ui/" target " is not in the list of ui's folders")
    else if (kind == "ui" && layer == "ui" && ui_rank[target] > ui_rank[folder]) complain("ui/" folder " must not use ui/" target " (" header ")")
    else if (kind == "app" && !(layer == "app" && folder == target)) complain(place() " must not use app (" header ")")
}

# Above a folder's rooms lies nothing but the library's door.
function at_door() { return FILENAME ~ /^\.\/core\/library\/(library|backends)\.(h|cpp)$/ }

function judge_room(header, piece, n, i) {
    n = split(header, piece, "/")
    i = piece[1] == "core" ? 3 : 2
    if (at_door() || i + 1 != n) return
    if (!((folder, piece[i]) in room_rank)) complain("\"" header "\": core/" folder "/" piece[i] " is not in the list of rooms")
    else if (room_rank[folder, piece[i]] > room_rank[folder, room])
        complain("core/" folder "/" room " must not use core/" folder "/" piece[i] " (" header ")")
}

function place() { return layer == "core" || layer == "app" ? layer "/" folder : layer }
