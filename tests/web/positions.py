"""Positions in which seat 0 is asked: one for each phase."""

from typing import Final

SETUP: Final = "2.s.0d0.88.38.-.ooo-ooo-ooo-ooo.-"
BUILD: Final = "2.b.0d0.88.1S5BDCC2D8S4BC1B2DS3.-.ooo-ooo-ooo-ooo.-"
RESERVE: Final = "2.r.0d0.18W10W56N1.1S5B1CC1DD8S4BC1B2DS3.S-.ooo-ooo-xoo-ooo.1B"
EXTRA: Final = "2.eD.0d0.86N1.1S5B1CCD1D8S4BC1B2DS3.-.ooo-ooo-ooo-ooo.-"
MOVE: Final = "2.b.0d0.4I10NHHW10W26X12XFXHX7NXX2N1.1S3DS1BCC2DD4B5S1BCJ2CDSB2.-.xxx-xxx-xxo-xxx.1B5R"
CLOSE: Final = "2.c.0d0.1H4W62X3FWW12.D2S4SD1SB1C3B1J2CCD1B1D3B4.-C.oxo-xoo-oox-xoo.1R"
CLAIM: Final = "2.t.0d0t10.29W56N1.1S5B1CCD1D8S4BC1B2DS3.-.ooo-ooo-xoo-ooo.1B"
THREE: Final = "3.b.0d0.88.B4D1B3C2SS2S3B1D4CC6D.--.oooo-oooo-oooo.-"
"""Three players after the set-up."""

FOUR: Final = "4.b.0d0.88.1B1S2C4B3D1S5D2C2CS5BD.---.ooo-ooo-ooo-ooo.-"
"""The same for four."""

CLOSING: Final = "4.b.0d0.88.1S1C4CB2D3DS3B1B3C3D3S2.---.ooo-ooo-ooo-ooo.-"
"""The workman at C1w can lay a curve in two ways, and one of them closes his aqueduct."""

LATE: Final = (
    "2.b.0d1.1W2XN3N2IWXXJWXHNXWXJI2NXNW1XNNLHHHXXXN2WHXXQLLXWHHJIIXIFNI2W1WJ1XI1NN6L2H1."
    "DB4S2B4B1BCC4JDC1S1DSD2S2C.-.xxo-xxx-xox-xxx.1R3R4G5B6Y11B20Y"
)
"""A few turns before the end."""

LATE_BOTH: Final = "2.b.0d1.1H3LH33I6I10I1X8I1NN10L2Q1.SS2S1BC3B1J1D7CBD1D4DSCCB1.-.oxx-xxo-xxx-xxx.1B2R3G4B"
"""The same, where each of the two has a workman left."""

LATE_FOUR: Final = (
    "4.b.1d3.1N2H1W2H4N2XI8JXX1I4W2JI1I3F4LXW2WJXFN6XLQXIIW1HN1L2JXX2H1."
    "SBJD1D2B4B1S3C1S1DD2BCC2S3C1.---.xxx-oxx-xxx-xxx.1Y2R4B5G6G8R"
)
"""The same for four; seat 1 is asked."""

LATE_ALONE: Final = (
    "2.c.0d0.1H3LH2Q8X1X7IX1X1X6I1I4I3LHNQ3I1XQ1WJ4I1NNHW8L2Q1.SSB1S1B3C3B3DJ4BDCD5DCCS1.-.oxx-xoo-xxx-xxx.1B2R3G4B"
)
"""Seat 0 may close its last aqueduct; then a greedy seat 1 plays three turns alone and closes one in each of the last
two."""

JOKER: Final = "2.b.0d0.1X2X4W8I3N12X45X1X4.1S7CCJDDB8S4CB1B1DS3.-.ooo-oox-ooo-ooo.1R"
"""The workman at A1s sees the joker on 12, who lays tiles in six ways."""

JOKER_FOUR: Final = "4.b.0d0.1X2X4W8I3N12X45X1X4.1S7CCJDDB8S4C1BB1DS3.---.ooo-oox-ooo-ooo.1R"
"""The same for four, where he sees nobody else."""

PHASES: Final = {
    "setup": SETUP,
    "build": BUILD,
    "reserve": RESERVE,
    "extra": EXTRA,
    "move": MOVE,
    "close": CLOSE,
    "claim": CLAIM,
}
