"""The contents of a vault's parity files, and the recovery of a lost cell of a step file."""
from reading import Reader, check, need, xxh3

MAGIC = b"\x89SVPAR1\n"


def times(a, b):
    """The product in GF(2^8) modulo 0x11D."""
    product = 0
    while b:
        if b & 1:
            product ^= a
        a = a << 1 ^ (0x11D if a & 0x80 else 0)
        b >>= 1
    return product


INVERSE = {a: b for a in range(1, 256) for b in range(1, 256) if times(a, b) == 1}


def scaled(data, factor):
    return data.translate(bytes(times(factor, byte) for byte in range(256)))


def both(a, b):
    return bytes(x ^ y for x, y in zip(a, b))


class Parity:
    def __init__(self, data):
        reader = Reader(data)
        need(reader.take(8) == MAGIC and reader.fixed("I") == 1, "it is not a parity file")
        self.cell, self.data_blocks, self.blocks = reader.fixed("I"), reader.fixed("I"), reader.fixed("I")
        self.size, self.tail = reader.u64(), reader.take(32)
        self.cells = -(-self.size // self.cell)
        self.columns = -(-self.cells // self.data_blocks)
        self.hashes = [reader.u64() for _ in range(self.cells)]
        hashes = [[reader.u64() for _ in range(self.columns)] for _ in range(self.blocks)]
        check(data[:reader.at], reader.u64(), "the parity file's head")
        self.parity = [[reader.take(self.cell) for _ in range(self.columns)] for _ in range(self.blocks)]
        reader.end("the parity blocks")
        for block, expected in zip(self.parity, hashes):
            for cell, value in zip(block, expected):
                check(cell, value, "a cell of parity")

    def cell_of(self, step, number):
        return step[number * self.cell:(number + 1) * self.cell].ljust(self.cell, b"\0")

    def is_of(self, step):
        return len(step) == self.size and step[-32:] == self.tail and all(
            xxh3(self.cell_of(step, number)) == self.hashes[number] for number in range(self.cells))

    def of(self, step):
        """The parity blocks, cell by cell."""
        return [[self.sum_of(step, block, column) for column in range(self.columns)] for block in range(self.blocks)]

    def sum_of(self, step, block, column):
        found = bytes(self.cell)
        for data in range(self.data_blocks):
            number = data * self.columns + column
            if number < self.cells:
                found = both(found, scaled(self.cell_of(step, number), INVERSE[(self.data_blocks + block) ^ data]))
        return found

    def first_cell(self, step):
        """Recovers the first cell from the other cells of its column and the first parity block."""
        found = self.parity[0][0]
        for block in range(1, self.data_blocks):
            if block * self.columns < self.cells:
                found = both(found, scaled(self.cell_of(step, block * self.columns), INVERSE[self.data_blocks ^ block]))
        return scaled(found, self.data_blocks)
