#pragma once
// Pictures of a scene, made in software: a shaded image (PNG), a turntable (GIF) or a vector drawing (SVG).
//
//   colour = tone( albedo/pi * (E_key V_key max(0, n.l) + integral over the sky of L V (n.w) dw) + rim )
//
//   n  surface normal                 l  towards the key light, a large soft one above the camera's shoulder
//   V  visibility, by rays            L  radiance of the sky, or of what the ray hits (one bounce)
//
// Rays come from fixed sequences, so the same scene and options give the same bits on every run and with any
// number of threads.
//
//   std::string png = png_bytes(render(scene, {.width = 1280, .height = 800}));

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "limber/scene/scene.h"

namespace limber {

enum class PictureTheme : std::uint8_t { dark, light };  // a dark studio; light: white paper

struct PictureOptions {
  int width = 1280;  // [px] 1..16384
  int height = 800;  // [px] 1..16384

  // If absent: the scene's camera, or else one that frames the figure in a three-quarter view.
  std::optional<Camera> camera;
  double turn = 0.0;  // [rad] turns the camera about the vertical through its target, counter-clockwise

  PictureTheme theme = PictureTheme::dark;
  bool ground = true;  // a floor with a faint grid, at z = 0 or just below the lowest shape
  bool blend = true;   // draw chains of links as one smooth body and round the creases between neighbours
  bool linear_skin = false;  // blend a character's skin linearly instead of by dual quaternions

  bool show_targets = true;          // targets of tasks, in the accent colour
  bool show_frames = false;          // named frames: three short axes
  bool show_joints = false;          // joints: their axes
  bool show_skeleton = false;        // lines from joint to joint
  bool show_center_of_mass = false;  // a quartered ball, and its projection on the ground
  bool show_names = false;           // names of frames and targets; vector drawings only

  int samples = 3;        // edges are smoothed with samples x samples rays per pixel: 1..16
  int light_samples = 6;  // sky and shadow rays per pixel before smoothing: 1..256; more is finer and slower
  int threads = 0;        // 0: as many as the machine has

  int frames = 48;           // of a turntable: 1..1000
  double frame_time = 0.06;  // [s] per frame of a turntable

  std::function<void(double)> progress;  // called on the calling thread with 0..1; may be empty
};

struct Image {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgb;  // sRGB, row by row from the top, 3 bytes per pixel
  const std::uint8_t* pixel(int x, int y) const {
    return rgb.data() +
           3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x));
  }
  bool operator==(const Image&) const = default;
};

// These throw std::invalid_argument if an option is out of its range.
Image render(const Scene& scene, const PictureOptions& options = {});
std::vector<Image> render_turntable(const Scene& scene, const PictureOptions& options = {});
std::string svg_text(const Scene& scene, const PictureOptions& options = {});

// The camera `render` uses: options, then scene, then automatic; `turn` applied.
Camera picture_camera(const Scene& scene, const PictureOptions& options = {});

// Encoders: the bytes of a file. A GIF needs at least one image, all of one size.
std::string png_bytes(const Image& image);
std::string gif_bytes(std::span<const Image> images, double seconds_per_image);

}  // namespace limber
