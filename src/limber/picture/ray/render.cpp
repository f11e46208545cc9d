// Rendering by tiles, the turntable, and the checks of options.

#include "limber/picture/ray/render.h"

#include <cmath>
#include <numbers>
#include <stdexcept>

#include "limber/math/rotation.h"
#include "limber/picture/ray/tile.h"
#include "limber/threads/parallel.h"

namespace limber {

namespace picture {

namespace {

constexpr int largest_side = 16384;  // [px]
constexpr int tile_side = 128;       // [px]

void check_range(const char* name, double value, double least, double most) {
  if (value >= least && value <= most) return;
  const auto text = [](double x) {
    return x == std::floor(x) && std::abs(x) < 1e15 ? std::to_string(static_cast<long long>(x))
                                                    : std::to_string(x);
  };
  throw std::invalid_argument(std::string("picture: ") + name + " is " + text(value) + ", expected " +
                              text(least) + " to " + text(most));
}

}  // namespace

void check(const PictureOptions& options) {
  check_range("width", options.width, 1, largest_side);
  check_range("height", options.height, 1, largest_side);
  check_range("samples", options.samples, 1, 16);
  check_range("light_samples", options.light_samples, 1, 256);
  check_range("threads", options.threads, 0, 1024);
  check_range("frames", options.frames, 1, 1000);
  check_range("frame_time", options.frame_time, 0.02, 60.0);
  if (!std::isfinite(options.turn)) throw std::invalid_argument("picture: turn is not a finite angle");
}

void check(const Camera& camera) {
  if (!camera.eye.allFinite() || !camera.target.allFinite()) {
    throw std::invalid_argument("picture: the camera's eye and target must be finite numbers");
  }
  if (!((camera.target - camera.eye).norm() > 0.0)) {
    throw std::invalid_argument("picture: the camera's eye and target are the same point, expected two");
  }
  if (!(camera.field_of_view > 0.0 && camera.field_of_view < std::numbers::pi)) {
    throw std::invalid_argument("picture: the camera's field_of_view is " +
                                std::to_string(camera.field_of_view) +
                                ", expected an angle between 0 and pi");
  }
}

Camera turned(Camera camera, double angle) {
  camera.eye = camera.target + axis_rotation(Vec3::UnitZ(), angle) * (camera.eye - camera.target);
  return camera;
}

Image render_drawing(Drawing drawing, const Camera& camera, const PictureOptions& options) {
  check(options);
  check(camera);
  const Style style = style_of(options.theme);
  const View view(camera, options.width, options.height);
  const Stage stage(std::move(drawing), options);
  const Lighting lighting(stage, view, style, options.light_samples);
  const Backdrop backdrop(stage, view, style);
  const Studio studio{stage, view, lighting, backdrop, style, options.samples};

  Image image{options.width, options.height, {}};
  image.rgb.resize(3 * static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height));
  const int columns = (image.width + tile_side - 1) / tile_side;
  const int rows = (image.height + tile_side - 1) / tile_side;
  for_each_in_parallel(columns * rows, options.threads, options.progress, [&](int tile) {
    const int left = tile % columns * tile_side, top = tile / columns * tile_side;
    render_tile(studio,
                {left, top, std::min(tile_side, image.width - left), std::min(tile_side, image.height - top)},
                image);
  });
  return image;
}

}  // namespace picture

Camera picture_camera(const Scene& scene, const PictureOptions& options) {
  picture::check(options);
  Camera camera;
  if (options.camera) {
    camera = *options.camera;
  } else if (scene.camera) {
    camera = *scene.camera;
  } else {
    camera = picture::framing_camera(picture::drawing_of(scene, options),
                                     static_cast<double>(options.width) / options.height);
  }
  picture::check(camera);
  return picture::turned(camera, options.turn);
}

Image render(const Scene& scene, const PictureOptions& options) {
  const Camera camera = picture_camera(scene, options);
  return picture::render_drawing(picture::drawing_of(scene, options), camera, options);
}

std::vector<Image> render_turntable(const Scene& scene, const PictureOptions& options) {
  const Camera camera = picture_camera(scene, options);
  const picture::Drawing drawing = picture::drawing_of(scene, options);
  std::vector<Image> images;
  images.reserve(static_cast<std::size_t>(options.frames));
  PictureOptions each = options;
  for (int i = 0; i < options.frames; ++i) {
    if (options.progress) {
      each.progress = [&options, i](double part) { options.progress((i + part) / options.frames); };
    }
    images.push_back(picture::render_drawing(
        drawing, picture::turned(camera, 2.0 * std::numbers::pi * i / options.frames), each));
  }
  return images;
}

}  // namespace limber
