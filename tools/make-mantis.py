#!/usr/bin/env python3
"""Writes models/mantis/: a small arm with bowed links and a gripper, its meshes as STL, OBJ, DAE and GLB, and an
image that a material of the URDF lays over its base.

    tools/make-mantis.py [FOLDER]

Made to show what meshes are for: the hulls of its crescent links would fill the space the elbow folds into."""

import json
import math
import os
import struct
import sys
import zlib


def rounded(value):
    return float(f"{value:.5f}")


class Mesh:
    def __init__(self):
        self.points, self.triangles = [], []

    def quad(self, a, b, c, d):
        self.triangles += [(a, b, c), (a, c, d)]

    def grid(self, rows, closed):
        """Rows of points joined to a skin, each row going round; the ends are closed by fans."""
        first, count = len(self.points), len(rows[0])
        for row in rows:
            self.points += [tuple(rounded(x) for x in p) for p in row]
        for i in range(len(rows) - 1):
            for j in range(count):
                a, b = first + i * count + j, first + i * count + (j + 1) % count
                self.quad(a, b, b + count, a + count)
        if closed:
            for row, order in ((0, -1), (len(rows) - 1, 1)):
                start = first + row * count
                for j in range(1, count - 1):
                    corner = (start, start + j, start + j + 1)
                    self.triangles.append(corner if order > 0 else corner[::-1])

    def moved(self, by):
        self.points = [tuple(rounded(x + d) for x, d in zip(p, by)) for p in self.points]
        return self


def lathe(profile, count=24):
    """A profile of (radius, z), from below, turned about z."""
    mesh = Mesh()
    rows = []
    for radius, z in profile:
        rows.append([(radius * math.cos(2 * math.pi * k / count), radius * math.sin(2 * math.pi * k / count), z)
                     for k in range(count)])
    mesh.grid(rows, True)
    return mesh


def tube(path, widths, count=12):
    """An oval swept along points (x, z); widths: (across x, across y) for each."""
    mesh = Mesh()
    rows = []
    for i, ((x, z), (w, d)) in enumerate(zip(path, widths)):
        before, after = path[max(i - 1, 0)], path[min(i + 1, len(path) - 1)]
        dx, dz = after[0] - before[0], after[1] - before[1]
        length = math.hypot(dx, dz)
        nx, nz = dz / length, -dx / length
        rows.append([(x + w * math.cos(t) * nx, d * math.sin(t), z + w * math.cos(t) * nz)
                     for t in (2 * math.pi * k / count for k in range(count))])
    mesh.grid(rows, True)
    return mesh


def crescent(length, bow, width, depth, steps=14):
    """From the origin up to (0, 0, length), bowed along x."""
    path, widths = [], []
    for i in range(steps + 1):
        t = i / steps
        path.append((bow * math.sin(math.pi * t), length * t))
        swell = 0.75 + 0.5 * math.sin(math.pi * t)
        widths.append((width * swell, depth * swell))
    return tube(path, widths)


def joined(*meshes):
    whole = Mesh()
    for mesh in meshes:
        first = len(whole.points)
        whole.points += mesh.points
        whole.triangles += [tuple(first + c for c in t) for t in mesh.triangles]
    return whole


def ball(radius, at, count=16):
    steps = 8
    profile = [(max(radius * math.cos(a), 1e-4 * radius), radius * math.sin(a))
               for a in (math.pi * (k / steps - 0.5) for k in range(steps + 1))]
    return lathe(profile, count).moved(at)


def write_stl(file, mesh):
    with open(file, "wb") as out:
        out.write(b"mantis".ljust(80) + struct.pack("<I", len(mesh.triangles)))
        for t in mesh.triangles:
            out.write(struct.pack("<12fH", 0, 0, 0, *(x for c in t for x in mesh.points[c]), 0))


def round_z(mesh, triangle):
    """Where the corners of a triangle lie on an image that goes six times round z; fans that close an end are not painted."""
    turns = [math.atan2(mesh.points[c][1], mesh.points[c][0]) / (2 * math.pi) % 1 for c in triangle]
    if max(turns) - min(turns) > 0.5:  # across the seam
        turns = [t + 1 if t < 0.5 else t for t in turns]
    heights = [mesh.points[c][2] for c in triangle]
    if max(heights) == min(heights):
        return [(0.25, 0.0)] * 3
    around = 2 * math.pi * max(math.hypot(*p[:2]) for p in mesh.points)
    return [(rounded(6 * t), rounded(6 * h / around)) for t, h in zip(turns, heights)]


def write_obj(file, mesh, color):
    name = os.path.splitext(os.path.basename(file))[0]
    places = [round_z(mesh, t) for t in mesh.triangles]
    numbers = {place: k + 1 for k, place in enumerate(sorted({p for three in places for p in three}))}
    with open(file, "w") as out:
        out.write(f"mtllib {name}.mtl\nusemtl paint\n")
        out.writelines("v {:g} {:g} {:g}\n".format(*p) for p in mesh.points)
        out.writelines("vt {:g} {:g}\n".format(*p) for p in numbers)
        for t, three in zip(mesh.triangles, places):
            out.write("f " + " ".join(f"{c + 1}/{numbers[p]}" for c, p in zip(t, three)) + "\n")
    with open(os.path.splitext(file)[0] + ".mtl", "w") as out:
        out.write("newmtl paint\nKd {} {} {}\n".format(*color))


def write_dae(file, mesh, color):
    floats = " ".join(f"{1000 * x:g}" for p in mesh.points for x in p)
    corners = " ".join(str(c) for t in mesh.triangles for c in t)
    with open(file, "w") as out:
        out.write(f"""<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit meter="0.001" name="millimeter"/><up_axis>Z_UP</up_axis></asset>
<library_effects><effect id="e"><profile_COMMON><technique sid="t"><lambert><diffuse><color>{color[0]} {color[1]} {color[2]} 1</color></diffuse></lambert></technique></profile_COMMON></effect></library_effects>
<library_materials><material id="m"><instance_effect url="#e"/></material></library_materials>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="pa" count="{3 * len(mesh.points)}">{floats}</float_array>
<technique_common><accessor source="#pa" count="{len(mesh.points)}" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles material="m" count="{len(mesh.triangles)}"><input semantic="VERTEX" source="#v" offset="0"/><p>{corners}</p></triangles>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node id="n"><instance_geometry url="#g"><bind_material><technique_common><instance_material symbol="m" target="#m"/></technique_common></bind_material></instance_geometry></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene>
</COLLADA>
""")


def write_glb(file, mesh, color):
    points = b"".join(struct.pack("<3f", *p) for p in mesh.points)
    corners = b"".join(struct.pack("<3H", *t) for t in mesh.triangles)
    corners += b"\0" * (-len(corners) % 4)
    low = [min(p[k] for p in mesh.points) for k in range(3)]
    high = [max(p[k] for p in mesh.points) for k in range(3)]
    text = json.dumps({
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "material": 0}]}],
        "materials": [{"pbrMetallicRoughness": {"baseColorFactor": [*(round(c ** 2.2, 4) for c in color), 1]}}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": len(mesh.points), "type": "VEC3", "min": low, "max": high},
            {"bufferView": 1, "componentType": 5123, "count": 3 * len(mesh.triangles), "type": "SCALAR"}],
        "bufferViews": [{"buffer": 0, "byteLength": len(points)},
                        {"buffer": 0, "byteOffset": len(points), "byteLength": len(corners)}],
        "buffers": [{"byteLength": len(points) + len(corners)}]}).encode()
    text += b" " * (-len(text) % 4)
    with open(file, "wb") as out:
        out.write(struct.pack("<4sII", b"glTF", 2, 28 + len(text) + len(points) + len(corners)))
        out.write(struct.pack("<I4s", len(text), b"JSON") + text)
        out.write(struct.pack("<I4s", len(points) + len(corners), b"BIN\0") + points + corners)


def write_stripes(file, side=32):
    """Yellow and dark, sloping, and the same on both sides of every edge."""
    rows = b""
    for y in range(side):
        rows += b"\0" + b"".join(bytes((226, 178, 44) if (x + y) % side < side // 2 else (51, 61, 56)) for x in range(side))
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    with open(file, "wb") as out:
        out.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0))
                  + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


GREEN, DARK, PALE = (0.55, 0.72, 0.36), (0.20, 0.24, 0.22), (0.86, 0.84, 0.74)

MESHES = {
    "base.obj": (lathe([(0.11, 0), (0.11, 0.02), (0.075, 0.05), (0.06, 0.11), (0.06, 0.12)]), DARK),
    "shoulder.glb": (joined(lathe([(0.055, 0.002), (0.058, 0.03), (0.05, 0.05)]),
                            tube([(0, 0.04), (0, 0.07), (0, 0.11)], [(0.04, 0.05), (0.035, 0.05), (0.03, 0.045)])), GREEN),
    "upper_arm.dae": (joined(crescent(0.34, -0.10, 0.026, 0.030), ball(0.036, (0, 0, 0)), ball(0.033, (0, 0, 0.34))), GREEN),
    "forearm.dae": (joined(crescent(0.30, 0.085, 0.022, 0.026), ball(0.026, (0, 0, 0.30))), PALE),
    "wrist.stl": (lathe([(0.018, -0.01), (0.024, 0.01), (0.020, 0.05), (0.016, 0.06)], 16), None),
    "palm.stl": (tube([(0, 0.0), (0, 0.012), (0, 0.03)], [(0.016, 0.02), (0.02, 0.055), (0.016, 0.058)], 16), None),
    "finger.stl": (tube([(0, 0), (0.004, 0.02), (0.002, 0.045), (-0.006, 0.065), (-0.016, 0.078)],
                        [(0.008, 0.009), (0.008, 0.009), (0.007, 0.008), (0.005, 0.007), (0.0025, 0.004)], 10), None),
}

LINKS = [  # name, mesh, mass
    ("base", "base.obj", 2.5), ("shoulder", "shoulder.glb", 1.2), ("upper_arm", "upper_arm.dae", 1.1),
    ("forearm", "forearm.dae", 0.7), ("wrist", "wrist.stl", 0.25), ("palm", "palm.stl", 0.2),
    ("finger_left", "finger.stl", 0.03), ("finger_right", "finger.stl", 0.03)]

JOINTS = [  # name, type, parent, child, origin, rpy, axis, lower, upper, mimic
    ("turn", "revolute", "base", "shoulder", "0 0 0.12", "0 0 0", "0 0 1", -3.1, 3.1, None),
    ("lift", "revolute", "shoulder", "upper_arm", "0 0 0.11", "0 0 0", "0 1 0", -1.6, 1.9, None),
    ("elbow", "revolute", "upper_arm", "forearm", "0 0 0.34", "0 0 0", "0 1 0", -2.75, 2.75, None),
    ("roll", "revolute", "forearm", "wrist", "0 0 0.32", "0 0 0", "0 0 1", -3.1, 3.1, None),
    ("pitch", "revolute", "wrist", "palm", "0 0 0.065", "0 0 0", "0 1 0", -1.4, 1.4, None),
    ("grip", "prismatic", "palm", "finger_left", "0 0.02 0.028", "0 0 -1.570796326794897", "-1 0 0", 0, 0.022, None),
    ("grip_other", "prismatic", "palm", "finger_right", "0 -0.02 0.028", "0 0 1.570796326794897", "-1 0 0", 0, 0.022, "grip")]


def write_urdf(file):
    lines = ['<robot name="mantis">']
    for name, mesh, mass in LINKS:
        points = MESHES[mesh][0].points
        size = [max(p[k] for p in points) - min(p[k] for p in points) for k in range(3)]
        center = [(max(p[k] for p in points) + min(p[k] for p in points)) / 2 for k in range(3)]
        inertia = [mass / 12 * (size[(k + 1) % 3] ** 2 + size[(k + 2) % 3] ** 2) for k in range(3)]
        material = "" if MESHES[mesh][1] else '<material name="steel"><color rgba="0.62 0.64 0.66 1"/></material>'
        if name == "base":
            material = '<material name="stripes"><texture filename="package://mantis/meshes/stripes.png"/></material>'
        shape = f'<geometry><mesh filename="package://mantis/meshes/{mesh}"/></geometry>'
        lines += [f'  <link name="{name}">',
                  f'    <visual>{shape}{material}</visual>',
                  f'    <collision>{shape}</collision>',
                  '    <inertial><origin xyz="{:.4f} {:.4f} {:.4f}"/><mass value="{}"/>'.format(*center, mass),
                  '      <inertia ixx="{:.6f}" iyy="{:.6f}" izz="{:.6f}" ixy="0" ixz="0" iyz="0"/></inertial>'.format(*inertia),
                  '  </link>']
    for name, kind, parent, child, xyz, rpy, axis, lower, upper, mimic in JOINTS:
        lines += [f'  <joint name="{name}" type="{kind}">',
                  f'    <parent link="{parent}"/><child link="{child}"/>',
                  f'    <origin xyz="{xyz}" rpy="{rpy}"/><axis xyz="{axis}"/>',
                  f'    <limit lower="{lower}" upper="{upper}" effort="30" velocity="2"/>'
                  + (f'<mimic joint="{mimic}"/>' if mimic else ""), '  </joint>']
    lines += ['  <link name="grasp"/>',
              '  <joint name="to_grasp" type="fixed"><parent link="palm"/><child link="grasp"/><origin xyz="0 0 0.09"/></joint>',
              '</robot>', '']
    with open(file, "w") as out:
        out.write("\n".join(lines))


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), "..", "models", "mantis")
    os.makedirs(os.path.join(folder, "meshes"), exist_ok=True)
    for name, (mesh, color) in MESHES.items():
        write = {".stl": lambda f, m, c: write_stl(f, m), ".obj": write_obj, ".dae": write_dae, ".glb": write_glb}
        write[os.path.splitext(name)[1]](os.path.join(folder, "meshes", name), mesh, color)
    write_stripes(os.path.join(folder, "meshes", "stripes.png"))
    write_urdf(os.path.join(folder, "mantis.urdf"))


if __name__ == "__main__":
    main()
