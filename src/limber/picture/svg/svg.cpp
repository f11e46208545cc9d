// The vector drawing: outlines painted back to front. Solids of one colour share a few gradients, which keeps
// files small.

#include <cmath>
#include <map>
#include <numbers>

#include "limber/base/number_text.h"
#include "limber/base/overloaded.h"
#include "limber/picture/drawing/color.h"
#include "limber/picture/ray/render.h"
#include "limber/picture/svg/outline.h"
#include "limber/picture/svg/painter.h"
#include "limber/picture/svg/svg_text.h"

namespace limber {

namespace picture {

namespace {

constexpr int tilts = 5;  // steps of the angle at which light falls on a long solid

std::string hex(const Rgb& linear_color) {
  const auto level = [&](int k) {
    return static_cast<int>(std::lround(255.0 * srgb_from_linear(std::clamp(linear_color[k], 0.0, 1.0))));
  };
  return hex_color({level(0), level(1), level(2)});
}

std::string hex(const Color& color) {
  return hex(linear(color));
}

class SvgDrawing {
 public:
  SvgDrawing(const Drawing& drawing, const View& view, const PictureOptions& options)
      : drawing_(drawing), view_(view), options_(options), style_(style_of(options.theme)) {}

  std::string text() {
    paint_ground();
    std::vector<const Solid*> solids;
    for (const Drawable& d : drawing_.drawables) solids.push_back(&d.solid);
    for (const int i : painting_order(view_, solids)) paint(at(drawing_.drawables, i));
    for (const Mark& mark : drawing_.marks) paint(mark);
    if (options_.show_names) {
      for (const Label& label : drawing_.labels) write(label);
    }
    return assembled();
  }

 private:
  std::string assembled() const {
    const std::string w = std::to_string(view_.width), h = std::to_string(view_.height);
    std::string text = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + w + "\" height=\"" + h +
                       "\" viewBox=\"0 0 " + w + " " + h + "\">\n";
    std::string definitions = definitions_;
    if (options_.theme == PictureTheme::dark) {
      definitions += "<linearGradient id=\"bg\" x2=\"0\" y2=\"1\"><stop stop-color=\"" +
                     hex(style_.background_top) + "\"/><stop offset=\"1\" stop-color=\"" +
                     hex(style_.background_bottom) + "\"/></linearGradient>\n";
    }
    if (!definitions.empty()) text += "<defs>\n" + definitions + "</defs>\n";
    if (options_.theme == PictureTheme::dark) {
      text += "<rect width=\"" + w + "\" height=\"" + h + "\" fill=\"url(#bg)\"/>\n";
    }
    return text + body_ + "</svg>\n";
  }

  // ---- colours ----

  // Light, base and dark shade of a colour.
  Rgb lit(const Color& color, double brightness) const { return tone_mapped(linear(color) * brightness); }

  std::string stop(double offset, const Color& color, double brightness) const {
    return "<stop offset=\"" + number(offset, 2) + "\" stop-color=\"" + hex(lit(color, brightness)) + "\"/>";
  }

  // A ball's shading: brightest towards the upper left.
  std::string ball_fill(const Color& color) {
    return defined("b", color, 0, [&](const std::string& id) {
      return "<radialGradient id=\"" + id + "\" cx=\".36\" cy=\".28\" r=\".8\">" + stop(0, color, 1.28) +
             stop(0.5, color, 0.86) + stop(1, color, 0.42) + "</radialGradient>\n";
    });
  }
  // Across a long solid, from its lit side; tilt 0: lit along its middle, 1: from the side.
  std::string long_fill(const Color& color, double tilt) {
    const int step = static_cast<int>(std::lround(std::clamp(tilt, 0.0, 1.0) * (tilts - 1)));
    return defined("l", color, step, [&](const std::string& id) {
      const double t = static_cast<double>(step) / (tilts - 1);
      return "<linearGradient id=\"" + id + "\" x2=\"0\" y2=\"1\">" + stop(0, color, 0.62 + 0.44 * t) +
             stop(0.46 - 0.22 * t, color, 1.08 + 0.14 * t) + stop(1, color, 0.62 - 0.2 * t) +
             "</linearGradient>\n";
    });
  }
  template <class Define>
  std::string defined(const char* kind, const Color& color, int variant, Define&& define) {
    const std::string key = std::string(kind) + std::to_string(variant) + hex(color);
    const auto [entry, is_new] = ids_.try_emplace(key, std::string("g") + std::to_string(ids_.size()));
    if (is_new) definitions_ += define(entry->second);
    return std::string("url(#") + entry->second + ")";
  }

  // ---- shapes ----

  void ellipse(const Ellipse& e, const std::string& fill, const std::string& more = "") {
    const bool is_circle = e.radii.x() - e.radii.y() < 0.05;
    if (is_circle) {
      body_ += "<circle cx=\"" + number(e.center.x()) + "\" cy=\"" + number(e.center.y()) + "\" r=\"" +
               number(e.radii.x()) + "\"";
    } else {
      // Rotated by at most 45 degrees, so that the gradient stays lit from about the upper left.
      double angle = e.angle;
      Vec2 radii = e.radii;
      const double quarter = 0.5 * std::numbers::pi;
      const double turns = std::round(angle / quarter);
      angle -= turns * quarter;
      if (std::fmod(std::abs(turns), 2.0) == 1.0) std::swap(radii.x(), radii.y());
      body_ += "<ellipse cx=\"" + number(e.center.x()) + "\" cy=\"" + number(e.center.y()) + "\" rx=\"" +
               number(radii.x()) + "\" ry=\"" + number(radii.y()) + "\"";
      const double degrees = angle * 180.0 / std::numbers::pi;
      if (std::abs(degrees) > 0.05) {
        body_ += " transform=\"rotate(" + number(degrees) + " " + number(e.center.x()) + " " +
                 number(e.center.y()) + ")\"";
      }
    }
    body_ += " fill=\"" + fill + "\"" + more + "/>\n";
  }

  void hull(const Hull& shape, const Color& color) {
    // Drawn along its own axis with the lit side up, so that one gradient fits every direction.
    Vec2 axis = shape.b.center - shape.a.center;
    if (!(axis.norm() > 1e-9)) axis = Vec2::UnitX();
    double angle = std::atan2(axis.y(), axis.x());
    const Vec2 towards_light = Vec2(-0.55, -0.83);
    Vec2 up(std::sin(angle), -std::cos(angle));
    if (up.dot(towards_light) < 0.0) angle += std::numbers::pi, up = -up;
    if (angle > std::numbers::pi) angle -= 2.0 * std::numbers::pi;
    const Vec2 origin = shape.a.center;
    const Vec2 ahead(std::cos(angle), std::sin(angle));
    const auto local = [&](const Vec2& p) {
      const Vec2 v = p - origin;
      return number(ahead.dot(v)) + " " + number(-up.dot(v));
    };
    const auto arc = [&](const Ellipse& e, const Vec2& from, const Vec2& to, const Vec2& other_side) {
      const auto flags = outer_arc(e, from, to, other_side);
      const double turned = (e.angle - angle) * 180.0 / std::numbers::pi;
      return std::string("A") + number(e.radii.x()) + " " + number(e.radii.y()) + " " +
             number(std::remainder(turned, 180.0)) + (flags.large ? " 1 " : " 0 ") +
             (flags.positive ? "1 " : "0 ") + local(to);
    };
    const std::string path = std::string("M") + local(shape.a1) + "L" + local(shape.b1) +
                             arc(shape.b, shape.b1, shape.b2, 0.5 * (shape.a1 + shape.a2)) + "L" +
                             local(shape.a2) + arc(shape.a, shape.a2, shape.a1, 0.5 * (shape.b1 + shape.b2)) +
                             "Z";
    body_ += "<path transform=\"translate(" + number(origin.x()) + " " + number(origin.y()) + ")rotate(" +
             number(angle * 180.0 / std::numbers::pi) + ")\" fill=\"" +
             long_fill(color, std::abs(up.dot(towards_light))) + "\" d=\"" + path + "\"/>\n";
  }

  void round_cone(const RoundCone& cone, const Color& color) {
    if (const std::optional<Hull> shape = outline(view_, cone)) return hull(*shape, color);
    // One end hides the other: draw the one that looks larger.
    const bool first =
        cone.radius_a * (cone.b - view_.eye).norm() >= cone.radius_b * (cone.a - view_.eye).norm();
    const Sphere end = first ? Sphere{cone.a, cone.radius_a} : Sphere{cone.b, cone.radius_b};
    if (const std::optional<Ellipse> e = outline(view_, end)) ellipse(*e, ball_fill(color));
  }

  double brightness(const Vec3& normal) const {
    const Vec3 light = (0.45 * -view_.right + 0.75 * Vec3::UnitZ() - 0.6 * view_.forward).normalized();
    return 0.5 + 0.62 * std::max(0.0, normal.dot(light)) + 0.1 * normal.z();
  }

  void cylinder(const Cylinder& c, const Color& color) {
    if (const std::optional<Hull> shape = outline(view_, c)) hull(*shape, color);
    const Vec3 u = (c.b - c.a).normalized();
    for (const auto& [center, normal] : {std::pair{c.a, Vec3(-u)}, std::pair{c.b, u}}) {
      if (normal.dot(view_.eye - center) <= 0.0) continue;
      if (const std::optional<Ellipse> e = disc_outline(view_, center, normal, c.radius)) {
        ellipse(*e, hex(lit(color, brightness(normal))));
      }
    }
  }

  void flat_face(const std::vector<Vec3>& corners, const Vec3& normal, const Color& color) {
    std::string path;
    for (const Vec3& corner : corners) {
      const Vec2 p = view_.project(corner);
      path += std::string(path.empty() ? "M" : "L") + number(p.x()) + " " + number(p.y());
    }
    // A thin line in the same colour closes the gap to the next face.
    const std::string fill = hex(lit(color, brightness(normal)));
    body_ += "<path fill=\"" + fill + "\" stroke=\"" + fill +
             "\" stroke-width=\".6\" stroke-linejoin=\"round\" d=\"" + path + "Z\"/>\n";
  }

  void box(const Box& b, const Color& color) {
    for (int axis = 0; axis < 3; ++axis) {
      for (const double sign : {-1.0, 1.0}) {
        const Vec3 normal = sign * b.rotation.col(axis);
        const Vec3 middle = b.center + 0.5 * b.size[axis] * normal;
        if (normal.dot(view_.eye - middle) <= 0.0) continue;
        const int i = (axis + 1) % 3, j = (axis + 2) % 3;
        const Vec3 u = 0.5 * b.size[i] * b.rotation.col(i), v = 0.5 * b.size[j] * b.rotation.col(j);
        flat_face({Vec3(middle + u + v), Vec3(middle - u + v), Vec3(middle - u - v), Vec3(middle + u - v)},
                  normal, color);
      }
    }
  }

  void convex(const ConvexMesh& mesh, const Color& color) {
    for (const ConvexHull::Face& face : mesh.hull->faces) {
      const Vec3 normal = mesh.place.rotation * face.normal;
      std::vector<Vec3> corners;
      for (const int v : face.vertices) corners.push_back(mesh.place * at(mesh.hull->vertices, v));
      if (normal.dot(view_.eye - corners[0]) > 0.0) flat_face(corners, normal, color);
    }
  }

  void paint(const Drawable& drawable) {
    const Color& color = drawable.color;
    const auto as_ball = [&](const auto& solid) {
      if (const std::optional<Ellipse> e = outline(view_, solid)) ellipse(*e, ball_fill(color));
    };
    std::visit(overloaded{
                   [&](const RoundCone& cone) { round_cone(cone, color); },
                   [&](const MeshSurface&) {},  // a vector drawing has the convex pieces
                   [&](const Shape& shape) {
                     std::visit(overloaded{
                                    [&](const Sphere& s) { as_ball(s); },
                                    [&](const Ellipsoid& e) { as_ball(e); },
                                    [&](const Capsule& c) {
                                      round_cone({c.a, c.b, c.radius, c.radius}, color);
                                    },
                                    [&](const Cylinder& c) { cylinder(c, color); },
                                    [&](const Box& b) { box(b, color); },
                                    [&](const Plane&) {},
                                    [&](const MeshReference& m) { box(m.box, color); },
                                    [&](const Rectangle& r) { box(as_box(r), color); },
                                    [&](const ConvexMesh& m) { convex(m, color); },
                                },
                                shape);
                   },
               },
               drawable.solid);
  }

  // ---- marks and names ----

  void paint(const Mark& mark) {
    const Shape* shape = std::get_if<Shape>(&mark.solid);
    if (!shape) return;
    if (const Sphere* s = std::get_if<Sphere>(shape)) {
      const std::optional<Ellipse> e = outline(view_, *s);
      if (!e) return;
      const bool quartered = mark.kind == Mark::Kind::center_of_mass;
      ellipse(*e, hex(mark.color), quartered ? " stroke=\"#111\"" : "");
      if (quartered) {
        const double r = e->radii.x();
        const std::string n = number(r), m = number(-r);
        body_ += "<path fill=\"#111\" transform=\"translate(" + number(e->center.x()) + " " +
                 number(e->center.y()) + ")\" d=\"M0 0V" + m + "A" + n + " " + n + " 0 0 1 " + n + " 0ZV" +
                 n + "A" + n + " " + n + " 0 0 1 " + m + " 0Z\"/>\n";
      }
    } else if (const Capsule* c = std::get_if<Capsule>(shape)) {
      if (!(view_.seen(c->a).z() > 0.0 && view_.seen(c->b).z() > 0.0)) return;
      const Vec2 a = view_.project(c->a), b = view_.project(c->b);
      const double width = 2.0 * c->radius / (view_.seen(0.5 * (c->a + c->b)).z() * view_.pixel);
      body_ += "<path stroke=\"" + hex(mark.color) + "\" stroke-width=\"" + number(std::max(width, 1.0)) +
               "\" stroke-linecap=\"round\" d=\"M" + number(a.x()) + " " + number(a.y()) + "L" +
               number(b.x()) + " " + number(b.y()) + "\"/>\n";
    }
  }

  void write(const Label& label) {
    if (!label.position.allFinite() || !(view_.seen(label.position).z() > 0.0)) return;
    const Vec2 p = view_.project(label.position);
    body_ += "<text x=\"" + number(p.x() + 8.0) + "\" y=\"" + number(p.y() - 8.0) +
             "\" font-family=\"sans-serif\" font-size=\"13\" fill=\"" + hex(style_.ink) + "\">" +
             xml_escaped(label.text) + "</text>\n";
  }

  // ---- the ground: a grid fading out, and a soft spot under everything near it ----

  void paint_ground() {
    const bool level = !drawing_.floors.empty() && drawing_.floors.front().normal.z() > 0.999;
    const std::optional<Bounds> all = bounds_of(drawing_.drawables);
    if (!level || !all) return;
    const double height = drawing_.floors.front().point.z();
    if (!(view_.eye.z() > height)) return;
    const double size = (all->max - all->min).norm();
    Vec3 middle = 0.5 * (all->min + all->max);
    middle.z() = height;
    if (!(view_.seen(middle).z() > 0.0)) return;
    paint_grid(middle, size);
    for (const Drawable& d : drawing_.drawables) paint_shadow(bounds_of(d.solid), height, size);
  }

  void paint_grid(const Vec3& middle, double size) {
    const double spacing = std::pow(10.0, std::floor(std::log10(size / 3.0)));
    const double step = size / spacing > 12.0 ? 2.0 * spacing : spacing;
    const double nearest = 0.05 * view_.seen(middle).z();  // lines are cut before they reach the eye
    std::string path;
    const auto line = [&](Vec3 a, Vec3 b) {
      const double za = view_.seen(a).z() - nearest, zb = view_.seen(b).z() - nearest;
      if (za <= 0.0 && zb <= 0.0) return;
      if (za < 0.0) a += (b - a) * (za / (za - zb));
      if (zb < 0.0) b += (a - b) * (zb / (zb - za));
      const Vec2 p = view_.project(a), q = view_.project(b);
      path +=
          std::string("M") + number(p.x()) + " " + number(p.y()) + "L" + number(q.x()) + " " + number(q.y());
    };
    const int count = 10;
    const Vec3 start(std::round(middle.x() / step) * step, std::round(middle.y() / step) * step, middle.z());
    for (int k = -count; k <= count; ++k) {
      const double reach = count * step;
      line(start + Vec3(k * step, -reach, 0), start + Vec3(k * step, reach, 0));
      line(start + Vec3(-reach, k * step, 0), start + Vec3(reach, k * step, 0));
    }
    const Vec2 center = view_.project(middle);
    const double radius = 1.15 * size / (view_.seen(middle).z() * view_.pixel);
    const std::string ink = options_.theme == PictureTheme::dark ? "#fff" : "#000";
    definitions_ += "<radialGradient id=\"grid\" gradientUnits=\"userSpaceOnUse\" cx=\"" +
                    number(center.x()) + "\" cy=\"" + number(center.y()) + "\" r=\"" + number(radius) +
                    "\"><stop stop-color=\"" + ink +
                    "\" stop-opacity=\".13\"/><stop offset=\"1\" stop-color=\"" + ink +
                    "\" stop-opacity=\"0\"/></radialGradient>\n<radialGradient id=\"shadow\"><stop "
                    "stop-opacity=\".5\"/><stop offset=\".6\" stop-opacity=\".22\"/><stop offset=\"1\" "
                    "stop-opacity=\"0\"/></radialGradient>\n";
    body_ += "<path fill=\"none\" stroke=\"url(#grid)\" d=\"" + path + "\"/>\n";
  }

  void paint_shadow(const Bounds& box, double height, double size) {
    const double above = std::max(0.0, box.min.z() - height);
    const double strength = 0.45 * std::exp(-7.0 * above / size);
    if (strength < 0.08) return;
    const Vec3 center(0.5 * (box.min.x() + box.max.x()), 0.5 * (box.min.y() + box.max.y()), height);
    const double radius = 0.75 * 0.5 * (box.max - box.min).head<2>().norm() + 0.5 * above;
    const std::optional<Ellipse> e = disc_outline(view_, center, Vec3::UnitZ(), 1.2 * radius);
    if (e) ellipse(*e, "url(#shadow)", " opacity=\"" + number(strength, 2) + "\"");
  }

  const Drawing& drawing_;
  const View& view_;
  const PictureOptions& options_;
  Style style_;
  std::map<std::string, std::string> ids_;
  std::string definitions_, body_;
};

}  // namespace

}  // namespace picture

std::string svg_text(const Scene& scene, const PictureOptions& options) {
  const Camera camera = picture_camera(scene, options);
  return picture::svg_of_drawing(picture::drawing_of(scene, options, true), camera, options);
}

std::string picture::svg_of_drawing(const Drawing& drawing, const Camera& camera,
                                    const PictureOptions& options) {
  check(options);
  check(camera);
  const View view(camera, options.width, options.height);
  return SvgDrawing(drawing, view, options).text();
}

}  // namespace limber
