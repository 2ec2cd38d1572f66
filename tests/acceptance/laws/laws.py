#!/usr/bin/env python3
"""The laws that hold for every schedule, allocation and timeline."""
# accept: quick
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from acceptance import row, run_tests  # noqa: E402

LAWS = (
    ("max-min optimality against an independent solver, 1 000 random problems, 1e-9", "simulate",
     "MaxMin.EqualsAnIndependentSolver*:MaxMin.NamesABottleneck*"),
    ("conservation and no resource above capacity", "simulate", "Timeline.*"),
    ("no algorithm fills a resource beyond its capacity", "laws", "*FillsNoResource*"),
    ("an independent event engine gives the same times on random schedules", "simulate",
     "Simulator.EqualsAnIndependentEngine*"),
    ("lockstep and periods change no result", "simulate", "Shortcuts.*"),
    ("the same for every algorithm", "laws", "*TakesTheSameTimeWithEveryShortcut*"),
    ("bytes of every schedule equal its closed form", "collective", "*SendsWhatItsClosedFormSays*"),
    ("steps of every schedule equal its closed form", "laws",
     "*CountsItsStepsWhereMessagesAreEmpty*"),
    ("simulated times equal the closed forms on an ideal switch, 1e-9", "laws",
     "RingTimes.*:*IsThatOfItsScheduleOnAnIdealSwitch*"),
    ("every shipped schedule is accepted by the verifier, n = 2 to 64", "collective",
     "*IsProven*"),
    ("hand-broken schedules are rejected with the right reason", "schedule",
     "Verify.Finds*:SampledVerify.Finds*"),
)
for line, layer, name in LAWS:
    passed, failed = run_tests(layer, name)
    least = 20 if "hand-broken" in line else 1
    row(line, f"{passed} tests passed, {failed} failed", f"all pass, at least {least}",
        passed >= least and failed == 0)
