"""table.py FILE: prints the rows that the frameworks' tests wrote as a table of Markdown."""

import json
import sys

print("| package | version | checkpoints found | scheme | smaller | loss after resuming, % |")
print("|---|---|---|---|---|---|")
with open(sys.argv[1]) as file:
    for row in map(json.loads, file):
        print("| {package} | {version} | {found} | {coded} | {ratio}x | {loss:+.2f} |".format(**row))
