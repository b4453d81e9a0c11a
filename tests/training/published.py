"""The figures in LC-Checkpoint (ICML 2020) and their certainty: from the authors' slides, unless a note says
recalled or inferred."""

# percent of a checkpoint's size that is removed; (x, stage): points
STAGES = {
    "e": 85.0, (2, "p"): 9.26, (3, "p"): 6.23, (2, "h"): 2.0, (3, "h"): 1.6, (2, "total"): 96.3, (3, "total"): 92.8}
BEST_RATIO = 28
BETTER = {(5, "scar"): (2.88, 5.77), (5, "topn"): (2.17, 4.06), (10, "scar"): (1.9, 4.82), (10, "topn"): (1.52, 2.17)}
STALL = (4, 546)                                                    # seconds of overhead, of six iterations of 91 s
NOTES = [
    "Published figures are from the authors' slides. The paper's full text, its table for each model, its sizes, learning rates and definition of a "
    "checkpoint's \"iteration\" were not found; sizes and rates here are ours, and an iteration is one batch.",
    "The paper's own reading of E: a single-model slide shows 85.47 % removed, which is 4.65 bits a weight, the logarithm of about 25 buckets; so E is read "
    "here as a code of fixed width, log2 of the number of buckets, without its entropy.",
    "Inferred, not published: that 5 % stands for x = 2 and 10 % for x = 3; that SCAR saves the rows, and TOPN the entries, that changed most, with their "
    "positions; that buckets are over the whole model.",
    "Recalled, not checked again: that rework follows SCAR's iteration cost; that the paper's AlexNet has about 60 million parameters.",
    "The paper also trains on MovieLens-10M, which is not among the data here.",
]
