#!/usr/bin/env python3
"""Makes models/pip.glb: a small character with a skeleton, one skin over all of it, and a motion of two seconds.

The body is where a field of round cones along the bones is positive, joined smoothly; its surface is found on a grid (surface
nets) and moved onto the field's zero. A point follows the bones it is nearest to. Everything is computed: nothing is drawn by hand.

    tools/make-pip.py models/pip.glb
"""

import json
import math
import struct
import sys

# name, parent, joint (x left, y up, z forward) [m]
JOINTS = [
    ("Hips", None, (0, 0.42, 0)),
    ("Spine", "Hips", (0, 0.50, 0.0)),
    ("Chest", "Spine", (0, 0.61, 0.01)),
    ("Neck", "Chest", (0, 0.72, 0.02)),
    ("Head", "Neck", (0, 0.79, 0.04)),
    ("Tail1", "Hips", (0, 0.38, -0.09)),
    ("Tail2", "Tail1", (0, 0.31, -0.19)),
    ("Tail3", "Tail2", (0, 0.25, -0.30)),
    ("Tail4", "Tail3", (0, 0.22, -0.41)),
    ("Tail5", "Tail4", (0, 0.23, -0.52)),
]
for side, s in (("Left", 1), ("Right", -1)):
    JOINTS += [
        (side + "Shoulder", "Chest", (s * 0.05, 0.68, 0.0)),
        (side + "Arm", side + "Shoulder", (s * 0.13, 0.68, 0.0)),
        (side + "ForeArm", side + "Arm", (s * 0.25, 0.66, 0.01)),
        (side + "Hand", side + "ForeArm", (s * 0.36, 0.65, 0.03)),
        (side + "UpLeg", "Hips", (s * 0.085, 0.39, 0.0)),
        (side + "Leg", side + "UpLeg", (s * 0.10, 0.22, 0.03)),
        (side + "Foot", side + "Leg", (s * 0.10, 0.06, -0.01)),
        (side + "ToeBase", side + "Foot", (s * 0.10, 0.03, 0.09)),
    ]
NAMES = [name for name, _, _ in JOINTS]
PLACE = {name: p for name, _, p in JOINTS}
PARENT = {name: parent for name, parent, _ in JOINTS}

# Round cones: the bone that carries it, from, to, radius there and there.
CONES = [
    ("Hips", (0, 0.40, -0.01), (0, 0.47, 0.01), 0.105, 0.11),
    ("Spine", (0, 0.48, 0.015), (0, 0.57, 0.02), 0.115, 0.10),
    ("Chest", (0, 0.60, 0.01), (0, 0.67, 0.005), 0.095, 0.075),
    ("Neck", (0, 0.70, 0.01), (0, 0.78, 0.03), 0.05, 0.055),
    ("Head", (0, 0.86, 0.02), (0, 0.85, 0.06), 0.11, 0.10),
    ("Head", (0, 0.83, 0.10), (0, 0.82, 0.17), 0.065, 0.04),
    ("Tail1", PLACE["Tail1"], PLACE["Tail2"], 0.075, 0.062),
    ("Tail2", PLACE["Tail2"], PLACE["Tail3"], 0.062, 0.050),
    ("Tail3", PLACE["Tail3"], PLACE["Tail4"], 0.050, 0.040),
    ("Tail4", PLACE["Tail4"], PLACE["Tail5"], 0.040, 0.032),
    ("Tail5", PLACE["Tail5"], (0, 0.27, -0.62), 0.032, 0.022),
]
for side, s in (("Left", 1), ("Right", -1)):
    CONES += [
        ("Head", (s * 0.06, 0.95, -0.01), (s * 0.10, 1.06, -0.05), 0.035, 0.022),
        (side + "Shoulder", PLACE[side + "Shoulder"], PLACE[side + "Arm"], 0.055, 0.05),
        (side + "Arm", PLACE[side + "Arm"], PLACE[side + "ForeArm"], 0.046, 0.038),
        (side + "ForeArm", PLACE[side + "ForeArm"], PLACE[side + "Hand"], 0.038, 0.032),
        (side + "Hand", PLACE[side + "Hand"], (s * 0.42, 0.645, 0.045), 0.036, 0.034),
        (side + "UpLeg", PLACE[side + "UpLeg"], PLACE[side + "Leg"], 0.078, 0.052),
        (side + "Leg", PLACE[side + "Leg"], PLACE[side + "Foot"], 0.050, 0.038),
        (side + "Foot", (s * 0.10, 0.045, -0.02), PLACE[side + "ToeBase"], 0.045, 0.034),
        (side + "ToeBase", PLACE[side + "ToeBase"], (s * 0.105, 0.028, 0.13), 0.034, 0.028),
    ]
# The soles stand on the ground: cones that melt into each other grow by this much.
LIFT = 0.0133
PLACE = {name: (x, y + LIFT, z) for name, (x, y, z) in PLACE.items()}
CONES = [(bone, (a[0], a[1] + LIFT, a[2]), (b[0], b[1] + LIFT, b[2]), ra, rb) for bone, a, b, ra, rb in CONES]
JOIN = 0.022  # [m] how wide the cones melt into each other
CELL = 0.0215  # [m] of the grid
LOW, HIGH = (-0.50, -0.03, -0.68), (0.50, 1.14, 0.27)


def cone_distance(p, a, b, ra, rb):
    ab = [b[k] - a[k] for k in range(3)]
    ap = [p[k] - a[k] for k in range(3)]
    t = sum(x * y for x, y in zip(ab, ap)) / sum(x * x for x in ab)
    t = min(max(t, 0.0), 1.0)
    d = math.sqrt(sum((ap[k] - t * ab[k]) ** 2 for k in range(3)))
    return d - (ra + t * (rb - ra))


def field(p):
    """Positive inside."""
    total = 0.0
    for _, a, b, ra, rb in CONES:
        d = cone_distance(p, a, b, ra, rb)
        if d < 8 * JOIN:
            total += math.exp(-d / JOIN)
    return JOIN * math.log(total) if total > 0 else -8 * JOIN


def gradient(p, h=1e-4):
    return [(field([p[k] + (h if k == i else 0) for k in range(3)]) - field([p[k] - (h if k == i else 0) for k in range(3)])) / (2 * h) for i in range(3)]


def surface():
    count = [int((HIGH[k] - LOW[k]) / CELL) + 1 for k in range(3)]
    at = lambda i, j, k: [LOW[0] + i * CELL, LOW[1] + j * CELL, LOW[2] + k * CELL]
    value = [[[field(at(i, j, k)) for k in range(count[2])] for j in range(count[1])] for i in range(count[0])]
    points, number, faces = [], {}, []
    corners = [(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    edges = [(a, b) for a in corners for b in corners if sum(abs(x - y) for x, y in zip(a, b)) == 1 and a < b]
    for i in range(count[0] - 1):
        for j in range(count[1] - 1):
            for k in range(count[2] - 1):
                v = {c: value[i + c[0]][j + c[1]][k + c[2]] for c in corners}
                crossings = []
                for a, b in edges:
                    if (v[a] > 0) != (v[b] > 0):
                        u = v[a] / (v[a] - v[b])
                        crossings.append([i + a[0] + u * (b[0] - a[0]), j + a[1] + u * (b[1] - a[1]), k + a[2] + u * (b[2] - a[2])])
                if not crossings:
                    continue
                p = at(*[sum(c[n] for c in crossings) / len(crossings) for n in range(3)])
                for _ in range(3):
                    g = gradient(p)
                    f = field(p)
                    p = [p[n] - f * g[n] / max(sum(x * x for x in g), 1e-9) for n in range(3)]
                number[i, j, k] = len(points)
                points.append(p)
    for i in range(1, count[0] - 1):
        for j in range(1, count[1] - 1):
            for k in range(1, count[2] - 1):
                inside = value[i][j][k] > 0
                for axis, (u, w) in enumerate((((0, 1, 0), (0, 0, 1)), ((0, 0, 1), (1, 0, 0)), ((1, 0, 0), (0, 1, 0)))):
                    step = [0, 0, 0]
                    step[axis] = 1
                    if (value[i + step[0]][j + step[1]][k + step[2]] > 0) == inside:
                        continue
                    ring = [number[i - a * u[0] - b * w[0], j - a * u[1] - b * w[1], k - a * u[2] - b * w[2]] for a, b in ((0, 0), (1, 0), (1, 1), (0, 1))]
                    if not inside:
                        ring.reverse()
                    faces += [(ring[0], ring[1], ring[2]), (ring[0], ring[2], ring[3])]
    return points, faces


def influences(p):
    near = {}
    for bone, a, b, ra, rb in CONES:
        d = max(cone_distance(p, a, b, ra, rb), 0.0)
        near[bone] = min(near.get(bone, 1.0), d)
    weights = sorted(((1.0 / (d + 0.012) ** 3, bone) for bone, d in near.items()), reverse=True)[:4]
    total = sum(w for w, _ in weights)
    kept = [(w / total, NAMES.index(bone)) for w, bone in weights if w / total > 0.02]
    total = sum(w for w, _ in kept)
    shares = [round(255 * w / total) for w, _ in kept]
    shares[0] += 255 - sum(shares)
    while len(shares) < 4:
        shares.append(0)
    return [bone for _, bone in kept] + [0] * (4 - len(kept)), shares


SKIN, BELLY, DARK, EYE = (46, 148, 140), (226, 205, 160), (24, 84, 96), (20, 22, 26)


def color(p, n):
    for s in (1, -1):
        if math.dist(p, (s * 0.062, 0.905, 0.135)) < 0.036:
            return EYE
    if n[2] > 0.45 and 0.36 < p[1] < 0.70 and abs(p[0]) < 0.075:
        return BELLY
    if p[1] > 0.99 or p[2] < -0.52 or math.sin(42 * p[2]) > 0.55 and p[2] < -0.12 and n[1] > 0.2:
        return DARK
    if p[1] < 0.85 and p[2] > 0.10 and p[1] > 0.7 and n[1] < 0.1:
        return BELLY
    return SKIN


def normal(p):
    g = gradient(p)
    size = math.sqrt(sum(x * x for x in g))
    return [-x / size for x in g]


def painted(points, faces):
    """Every triangle in one colour: points where two meet are there twice."""
    made, number, new_faces = [], {}, []
    for face in faces:
        middle = [sum(points[c][k] for c in face) / 3 for k in range(3)]
        tint = color(middle, normal(middle))
        for c in face:
            if (c, tint) not in number:
                number[c, tint] = len(made)
                made.append((points[c], tint))
        new_faces.append(tuple(number[c, tint] for c in face))
    return made, new_faces


def turn(axis, angle):
    s = math.sin(angle / 2)
    return [axis[0] * s, axis[1] * s, axis[2] * s, math.cos(angle / 2)]


def times(q, r):
    x, y, z, w = q
    a, b, c, d = r
    return [w * a + x * d + y * c - z * b, w * b - x * c + y * d + z * a, w * c + x * b - y * a + z * d, w * d - x * a - y * b - z * c]


X, Y, Z = (1, 0, 0), (0, 1, 0), (0, 0, 1)


def motion(t):
    """Turns by joint, and where the hips are, at time t [s]; it repeats after 2 s."""
    w = 2 * math.pi * t / 2.0
    s = math.sin(w)
    turns = {
        "Hips": turn(Z, 0.06 * s),
        "Spine": turn(Z, -0.05 * s),
        "Chest": times(turn(Y, 0.12 * s), turn(Z, -0.04 * s)),
        "Neck": turn(Z, -0.06 * s),
        "Head": times(turn(Z, 0.16 * math.sin(w + 0.6)), turn(X, 0.08 * math.sin(2 * w))),
        "LeftArm": turn(Z, -1.0 + 0.08 * math.sin(2 * w)),
        "LeftForeArm": turn(Y, -0.5),
        "RightArm": times(turn(Y, 0.25), turn(Z, -0.75)),
        "RightForeArm": times(turn(Y, 0.3), turn(Z, -0.75 + 0.45 * math.sin(2 * w))),
        "RightHand": turn(Z, -0.2 + 0.35 * math.sin(2 * w - 0.7)),
    }
    bend = 0.10 * (1 - math.cos(2 * w)) / 2
    for k, tail in enumerate(["Tail1", "Tail2", "Tail3", "Tail4", "Tail5"]):
        turns[tail] = times(turn(Y, 0.22 * math.sin(w - 0.7 * k)), turn(X, 0.05 * math.sin(2 * w - 0.5 * k)))
    for side in ("Left", "Right"):
        # Feet stay on the ground: the knee bends twice what the hip does; the hips tilt by 0.06 s.
        turns[side + "UpLeg"] = times(turn(Z, -0.06 * s), turn(X, -bend))
        turns[side + "Leg"] = turn(X, 2 * bend)
        turns[side + "Foot"] = turn(X, -bend)
    thigh, shank = math.dist(PLACE["LeftUpLeg"], PLACE["LeftLeg"]), math.dist(PLACE["LeftLeg"], PLACE["LeftFoot"])
    return turns, [0.0, PLACE["Hips"][1] - (thigh + shank) * (1 - math.cos(bend)), 0.0]


class Glb:
    def __init__(self):
        self.data, self.views, self.accessors = b"", [], []

    def add(self, form, rows, kind, component, bounds=False, normalized=False):
        self.data += b"\0" * (-len(self.data) % 4)
        flat = [x for row in rows for x in row]
        raw = struct.pack("<%d%s" % (len(flat), form), *flat)
        self.views.append({"buffer": 0, "byteOffset": len(self.data), "byteLength": len(raw)})
        self.data += raw
        accessor = {"bufferView": len(self.views) - 1, "componentType": component, "count": len(rows), "type": kind}
        if bounds:
            kept = [struct.unpack("<%df" % len(row), struct.pack("<%df" % len(row), *row)) for row in rows]
            accessor["min"], accessor["max"] = ([f(c) for c in zip(*kept)] for f in (min, max))
        if normalized:
            accessor["normalized"] = True
        self.accessors.append(accessor)
        return len(self.accessors) - 1


def main(out):
    points, faces = painted(*surface())
    glb = Glb()
    normals, colors, bones, weights = [], [], [], []
    for p, tint in points:
        normals.append(normal(p))
        # glTF's colours are linear light.
        colors.append([round(255 * (c / 255) ** 2.2) for c in tint] + [255])
        b, w = influences(p)
        bones.append(b)
        weights.append(w)
    binds = [[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -PLACE[n][0], -PLACE[n][1], -PLACE[n][2], 1] for n in NAMES]
    nodes = []
    for name in NAMES:
        parent = PARENT[name]
        at = PLACE[name] if parent is None else [PLACE[name][k] - PLACE[parent][k] for k in range(3)]
        node = {"name": name, "translation": [round(x, 6) for x in at]}
        children = [NAMES.index(n) for n in NAMES if PARENT[n] == name]
        if children:
            node["children"] = children
        nodes.append(node)
    nodes.append({"name": "Pip", "mesh": 0, "skin": 0})
    primitive = {
        "attributes": {
            "POSITION": glb.add("f", [p for p, _ in points], "VEC3", 5126, bounds=True),
            "NORMAL": glb.add("f", normals, "VEC3", 5126),
            "COLOR_0": glb.add("B", colors, "VEC4", 5121, normalized=True),
            "JOINTS_0": glb.add("B", bones, "VEC4", 5121),
            "WEIGHTS_0": glb.add("B", weights, "VEC4", 5121, normalized=True),
        },
        "indices": glb.add("H", [[c] for f in faces for c in f], "SCALAR", 5123),
        "material": 0,
    }
    frames = [k / 30 for k in range(61)]
    moved = [motion(t) for t in frames]
    clock = glb.add("f", [[t] for t in frames], "SCALAR", 5126, bounds=True)
    samplers, channels = [], []

    def channel(node, path, rows, kind):
        samplers.append({"input": clock, "output": glb.add("f", rows, kind, 5126)})
        channels.append({"sampler": len(samplers) - 1, "target": {"node": NAMES.index(node), "path": path}})

    for name in moved[0][0]:
        channel(name, "rotation", [turns[name] for turns, _ in moved], "VEC4")
    channel("Hips", "translation", [hips for _, hips in moved], "VEC3")
    document = {
        "asset": {"version": "2.0", "generator": "Limber, tools/make-pip.py"},
        "scene": 0,
        "scenes": [{"nodes": [0, len(nodes) - 1]}],
        "nodes": nodes,
        "meshes": [{"primitives": [primitive]}],
        "skins": [{"joints": list(range(len(NAMES))), "skeleton": 0, "inverseBindMatrices": glb.add("f", binds, "MAT4", 5126)}],
        "materials": [{"pbrMetallicRoughness": {"metallicFactor": 0, "roughnessFactor": 0.8}}],
        "animations": [{"name": "wave", "samplers": samplers, "channels": channels}],
        "accessors": glb.accessors,
        "bufferViews": glb.views,
        "buffers": [{"byteLength": len(glb.data)}],
    }
    text = json.dumps(document, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    data = glb.data + b"\0" * (-len(glb.data) % 4)
    with open(out, "wb") as file:
        file.write(b"glTF" + struct.pack("<III", 2, 28 + len(text) + len(data), len(text)) + b"JSON" + text + struct.pack("<I", len(data)) + b"BIN\0" + data)
    print("%s: %d points, %d triangles, %d joints" % (out, len(points), len(faces), len(NAMES)))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "models/pip.glb")
