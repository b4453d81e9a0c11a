"""DeepPart's plan for torch.distributed.checkpoint."""

from __future__ import annotations

import collections
import dataclasses
import math

import torch
from torch.distributed.checkpoint.default_planner import DefaultSavePlanner
from torch.distributed.checkpoint.metadata import ChunkStorageMetadata, MetadataIndex
from torch.distributed.checkpoint.planner import WriteItemType

from ._library import Library


class DeepPartPlanner(DefaultSavePlanner):
    """A SavePlanner that divides what several ranks hold alike, so that bytes and numbers of tensors are equal
    by rank; large tensors are split by rows. DCP's own planner gives whole tensors to the rank with the least
    bytes. Arguments are those of DefaultSavePlanner, but for enable_plan_caching: plans that ranks keep would not
    know how the others' plans change. `library`: libstepvault.so."""

    def __init__(self, *args, library: str | None = None, **options):
        if options.get("enable_plan_caching"):
            raise TypeError("DeepPartPlanner cannot be used with enable_plan_caching")
        super().__init__(*args, **options)
        self._library = Library(library)
        self._local, self._wholes = [], {}

    def create_local_plan(self):
        plan = super().create_local_plan()
        self._local = plan.items
        return plan

    def create_global_plan(self, all_plans):
        return super().create_global_plan(self._spread(all_plans))

    def finish_plan(self, new_plan):
        plan = super().finish_plan(new_plan)
        held = collections.defaultdict(list)
        for item in self._local:
            held[item.index.fqn].append(item)
        self._wholes = {}
        for item in plan.items:
            if item.tensor_data is None:
                continue
            whole = next((one for one in held[item.index.fqn] if _holds(one, item)), None)
            if whole is not None and _sizes(whole) != _sizes(item):
                self._wholes[item.index] = whole
        return plan

    def resolve_data(self, write_item):
        whole = self._wholes.get(write_item.index)
        if whole is None:
            return super().resolve_data(write_item)
        tensor = super().resolve_data(whole)
        for dimension, (begin, size, first) in enumerate(zip(_offsets(write_item), _sizes(write_item), _offsets(whole))):
            tensor = tensor.narrow(dimension, begin - first, size)
        return tensor

    def _spread(self, all_plans):
        """The plans, with each replicated tensor in parts on the ranks that hold it."""
        holders = collections.defaultdict(list)  # by item: its ranks
        items = {}
        for rank, plan in enumerate(all_plans):
            for item in plan.items:
                if item.type != WriteItemType.BYTE_IO:
                    key = (item.index, _sizes(item))
                    holders[key].append(rank)
                    items.setdefault(key, item)
        alike = collections.defaultdict(list)  # by ranks: the items that they all hold
        for key, ranks in holders.items():
            if len(ranks) > 1:
                alike[tuple(ranks)].append(items[key])
        kept = [[item for item in plan.items if item.type == WriteItemType.BYTE_IO
                 or len(holders[item.index, _sizes(item)]) == 1] for plan in all_plans]
        for ranks, shared in alike.items():
            for rank, item in self._divide(shared, ranks):
                kept[rank].append(item)
        return [dataclasses.replace(plan, items=own) for plan, own in zip(all_plans, kept)]

    def _divide(self, items, ranks):
        """(rank, item) for each part of the items."""
        tensors = []
        for item in items:
            size = item.tensor_data.properties.dtype.itemsize
            tensors.append((item.index.fqn, math.prod(_sizes(item)) * size, size))
        for place, number, first, count in self._library.partition(tensors, len(ranks)):
            part = _rows(items[number], first, count)
            if part is not None:
                yield ranks[place], part


def _offsets(item):
    return tuple(item.tensor_data.chunk.offsets)


def _sizes(item):
    return tuple(item.tensor_data.chunk.sizes)


def _holds(whole, item):
    if whole.tensor_data is None:
        return False
    return all(first <= begin and begin + size <= first + extent for begin, size, first, extent
               in zip(_offsets(item), _sizes(item), _offsets(whole), _sizes(whole)))


def _rows(item, first, count):
    """The part of an item that begins at element `first`, to the nearest row; None if that is nothing."""
    offsets, sizes = _offsets(item), _sizes(item)
    dimension = next((at for at, size in enumerate(sizes) if size > 1), None)
    if dimension is None or count == math.prod(sizes):
        return item
    row = math.prod(sizes[dimension + 1:])
    begin, end = ((2 * element + row) // (2 * row) for element in (first, first + count))
    if begin == end:
        return None
    at = list(offsets)
    at[dimension] += begin
    extent = list(sizes)
    extent[dimension] = end - begin
    chunk = ChunkStorageMetadata(offsets=torch.Size(at), sizes=torch.Size(extent))
    return dataclasses.replace(item, index=MetadataIndex(item.index.fqn, chunk.offsets), type=WriteItemType.SHARD,
                               tensor_data=dataclasses.replace(item.tensor_data, chunk=chunk))
