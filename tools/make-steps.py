#!/usr/bin/env python3
# Writes scenes/human-steps.json, a walk in place:  tools/make-steps.py > scenes/human-steps.json
#
# A cycle lasts 1.2 s; at time 0 the left knee is highest, half a cycle later the right one. A foot stands flat and
# still for half of it. Then its heel rises over the ball, it leaves with its toes down, and lands on the heel with its
# toes a little up. Keys of feet are dense samples of functions with continuous accelerations, so that the spline through
# them does not swing while the foot stands. Everything else is a sum of sines: the pelvis rises over each standing leg
# and moves over it, shoulders turn against it, and arms swing against the legs.

import json
import math

PERIOD = 1.3
PEAK = 0.39  # [s] after its heel begins to rise, the knee is highest
BALL, HEEL = 0.08, 0.09  # [m] ahead of and behind the middle of the sole
STEP_WIDTH = 0.15
MIDDLE_OF_SOLE = 0.05  # [m] ahead of the ankle
SHOULDER, UPPER_ARM, FOREARM = 1.385, 0.283, 0.27
PELVIS = 0.914, 0.008  # [m] its height, and how far it rises and falls


def rounded(value):
    return round(value, 5) + 0.0  # never -0.0


def rise(t, start, end):
    """From 0 to 1, with speed and acceleration 0 at both ends."""
    s = min(1.0, max(0.0, (t - start) / (end - start)))
    return s * s * s * (10 - 15 * s + 6 * s * s)


def pitch(t):
    """[rad] of the sole; above 0: toes down."""
    return 0.42 * rise(t, 0.00, 0.32) - 0.46 * rise(t, PEAK, 0.70) + 0.04 * rise(t, 0.69, 0.78)


def lift(t):
    """[m] of the part of the sole that is lowest: the ball at first, the heel at last."""
    return 0.095 * rise(t, 0.10, PEAK) - 0.095 * rise(t, PEAK, 0.70)


def foot(t):
    """Where the middle of the sole is: x and z."""
    angle, heel_is_lowest = pitch(t), rise(t, PEAK, 0.64)
    over_ball = (BALL * (1 - math.cos(angle)), BALL * math.sin(angle))
    over_heel = (HEEL * (math.cos(angle) - 1), -HEEL * math.sin(angle))
    x, z = (a + heel_is_lowest * (b - a) for a, b in zip(over_ball, over_heel))
    forward = 0.05 * (rise(t, 0.16, PEAK) - rise(t, PEAK, 0.69))
    return MIDDLE_OF_SOLE + x + forward, z + lift(t)


def toes(t):
    """[rad] They stay flat on the ground while the heel rises over them."""
    return 0.34 * rise(t, 0.00, 0.26) - 0.34 * rise(t, 0.13, PEAK)


MOVES = [0.03 * i for i in range(28)]  # [s]
STANDS = [0.85, 0.90, 0.98, 1.08, 1.17, 1.23, 1.27]


def spline(of, start):
    """Through keys; `start`: when the heel begins to rise."""
    keys = sorted(((t + start) % PERIOD, of(t)) for t in MOVES + STANDS)
    return {"spline": {"keys": [{"time": round(t, 4), "target": target} for t, target in keys], "period": PERIOD}}


def sines(center, *terms):
    """Terms: amplitude, waves in a cycle, phase."""
    return {"sines": {"center": center, "terms": [
        {"amplitude": amplitude, "period": PERIOD / waves, **({"phase": round(phase, 4)} if phase else {})}
        for amplitude, waves, phase in terms]}}


def waves(samples):
    """Center and the first two waves of samples over one cycle, as terms of one coordinate each."""
    n, size = len(samples), len(samples[0])
    center = [round(sum(p[i] for p in samples) / n, 4) for i in range(size)]
    terms = []
    for k in (1, 2):
        for phase, wave in ((0.0, math.sin), (math.pi / 2, math.cos)):
            amplitude = [round(2 / n * sum(p[i] * wave(2 * math.pi * k * j / n) for j, p in enumerate(samples)), 4)
                         for i in range(size)]
            if any(amplitude):
                terms.append((amplitude, k, phase))
    return sines(center, *terms)


def wrist(side):
    """side 1: left. The arm hangs from the shoulder and swings about it, back while the knee of its side is up; the elbow
    bends more in front."""
    samples = []
    for j in range(48):
        swing = -side * math.cos(2 * math.pi * j / 48)  # -1: back, 1: in front
        upper = -0.06 + 0.33 * swing
        lower = upper + 0.48 + 0.15 * swing
        x = -0.012 + UPPER_ARM * math.sin(upper) + FOREARM * math.sin(lower)
        y = side * (0.25 - 0.01 * swing)
        z = SHOULDER - UPPER_ARM * math.cos(upper) - FOREARM * math.cos(lower)
        samples.append((x, y, z))
    return waves(samples)


def tasks():
    quarter = math.pi / 2
    for name, letter, side in (("left", "l", 1), ("right", "r", -1)):
        start = -PEAK + (0 if side > 0 else PERIOD / 2)
        y = side * STEP_WIDTH / 2
        place = lambda t: [rounded(foot(t)[0]), y, rounded(foot(t)[1])]
        turn = lambda t: [0, rounded(pitch(t)), 0]
        yield {"name": f"{name} foot", "type": "reach", "frame": f"foot.{letter}", "target": spline(place, start),
               "tolerance": 0.001}
        yield {"name": f"{name} sole", "type": "orient", "frame": f"foot.{letter}", "target": spline(turn, start),
               "tolerance": 0.005}
        yield {"name": f"{name} toes", "type": "joint-value", "joint": f"toe.{letter}",
               "target": spline(lambda t: rounded(toes(t)), start), "priority": 2, "tolerance": 0.02}
    # The right leg carries at time 0: over it the pelvis is highest, and nearest to it.
    yield {"name": "pelvis", "type": "reach", "frame": "pelvis", "priority": 2, "tolerance": 0.001,
           "target": sines([0, 0, PELVIS[0]], ([0, -0.03, 0], 1, quarter), ([0, 0, PELVIS[1]], 2, quarter))}
    yield {"name": "hips", "type": "orient", "frame": "pelvis", "priority": 2, "tolerance": 0.01,
           "target": sines([0, 0.05, 0], ([0.035, 0, -0.06], 1, quarter))}
    yield {"name": "trunk", "type": "orient", "frame": "chest", "priority": 3,
           "target": sines([0, 0.03, 0], ([-0.015, 0, 0.07], 1, quarter))}
    yield {"name": "gaze", "type": "look-at", "frame": "eyes", "target": [8, 0, 1.5], "priority": 4}
    for name, letter, side in (("left", "l", 1), ("right", "r", -1)):
        yield {"name": f"{name} hand", "type": "reach", "frame": f"wrist.{letter}", "target": wrist(side), "priority": 5,
               "tolerance": 0.001}


def main():
    knees = {"hip.l": [0, 0.7, 0], "knee.l": 1.15, "hip.r": [0, 0.12, 0], "knee.r": 0.25}
    head = {
        "limber": 1,
        "figure": "models/human-free.json",
        "posture": {"root": [0, 0, -0.01, 0, 0, 0], **knees},
    }
    tail = {
        "criteria": [{"type": "posture", "gain": 0.05, "weights": {"spine*": 3, "clavicle*": 30}}],
        "solver": {"redundancy": {"method": "repeatable"}},
        "camera": {"eye": [3.1, -2.3, 1.5], "target": [0, 0, 0.88], "field_of_view": 0.52},
    }
    lines = [f"  {json.dumps(k)}: {json.dumps(v)}," for k, v in head.items()]
    lines.append('  "tasks": [')
    lines.append(",\n".join("    " + json.dumps(task) for task in tasks()))
    lines.append("  ],")
    lines.append(",\n".join(f"  {json.dumps(k)}: {json.dumps(v)}" for k, v in tail.items()))
    print("{\n" + "\n".join(lines) + "\n}")


main()
