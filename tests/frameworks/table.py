"""table.py FILE: prints the rows that the frameworks' tests wrote as a table of Markdown, a line for each package.
What stands in it was found, stored, restored from the vault alone and resumed by the package itself."""

import json
import sys

found = {}
with open(sys.argv[1]) as file:
    for row in map(json.loads, file):
        found.setdefault((row["package"], row["version"], row["found"]), {})[row["coded"]] = row

print("| package | version | checkpoints found | `exact`: smaller | loss after resuming, % | default: smaller | loss, % |")
print("|---|---|---|---|---|---|---|")
for name, rows in found.items():
    cells = []
    for scheme in ("exact", "adaptive"):
        row = rows.get(scheme)
        cells += ["%sx" % row["ratio"], "%+.2f" % row["loss"]] if row else ["not coded", "not coded"]
    print("| %s |" % " | ".join(map(str, [*name, *cells])))
