#include <gif_lib.h>
#include <gtest/gtest.h>

#include <cstring>

#include "limber/picture/encode/palette.h"
#include "picture/scenes.h"

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wold-style-cast"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wuseless-cast"
#endif
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#include <stb/stb_image.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace limber {
namespace {

Image gradient(int width, int height, int shift) {
  Image image{width, height, {}};
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      image.rgb.push_back(static_cast<std::uint8_t>((x * 3 + shift) % 256));
      image.rgb.push_back(static_cast<std::uint8_t>((y * 5) % 256));
      image.rgb.push_back(static_cast<std::uint8_t>((x + y) % 256));
    }
  }
  return image;
}

TEST(Png, ReadsBackBitForBit) {
  for (const Image& image : {gradient(1, 1, 0), gradient(37, 23, 5), gradient(200, 3, 9)}) {
    const std::string bytes = png_bytes(image);
    ASSERT_EQ(bytes.substr(0, 8), std::string("\x89PNG\r\n\x1a\n", 8));
    int width = 0, height = 0, channels = 0;
    stbi_uc* pixels = stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(bytes.data()),
                                            static_cast<int>(bytes.size()), &width, &height, &channels, 3);
    ASSERT_NE(pixels, nullptr);
    EXPECT_EQ(width, image.width);
    EXPECT_EQ(height, image.height);
    EXPECT_EQ(channels, 3);
    EXPECT_EQ(0, std::memcmp(pixels, image.rgb.data(), image.rgb.size()));
    stbi_image_free(pixels);
  }
}

TEST(Png, RefusesAnEmptyImage) {
  EXPECT_THROW(png_bytes(Image{}), std::invalid_argument);
  EXPECT_THROW(png_bytes(Image{10, 10, {1, 2, 3}}), std::invalid_argument);
}

struct Reader {
  const std::string* bytes;
  std::size_t place = 0;
};

int read_some(GifFileType* gif, GifByteType* into, int size) {
  Reader& reader = *static_cast<Reader*>(gif->UserData);
  const std::size_t count = std::min(static_cast<std::size_t>(size), reader.bytes->size() - reader.place);
  std::memcpy(into, reader.bytes->data() + reader.place, count);
  reader.place += count;
  return static_cast<int>(count);
}

struct Film {
  int width = 0, height = 0, hundredths = -1;
  std::vector<Image> images;  // as a browser shows them
};

Film decoded(const std::string& bytes) {
  Reader reader{&bytes};
  int error = 0;
  GifFileType* gif = DGifOpen(&reader, read_some, &error);
  Film film;
  if (!gif || DGifSlurp(gif) == GIF_ERROR) {
    ADD_FAILURE() << "giflib cannot read it";
    return film;
  }
  film.width = gif->SWidth, film.height = gif->SHeight;
  Image shown{film.width, film.height,
              std::vector<std::uint8_t>(static_cast<std::size_t>(film.width * film.height * 3))};
  for (int i = 0; i < gif->ImageCount; ++i) {
    const SavedImage& frame = gif->SavedImages[i];
    GraphicsControlBlock control{};
    DGifSavedExtensionToGCB(gif, i, &control);
    film.hundredths = control.DelayTime;
    for (int p = 0; p < film.width * film.height; ++p) {
      if (frame.RasterBits[p] == control.TransparentColor && i > 0) continue;
      const GifColorType& c = gif->SColorMap->Colors[frame.RasterBits[p]];
      at(shown.rgb, 3 * p) = c.Red;
      at(shown.rgb, 3 * p + 1) = c.Green;
      at(shown.rgb, 3 * p + 2) = c.Blue;
    }
    film.images.push_back(shown);
  }
  DGifCloseFile(gif, &error);
  return film;
}

TEST(Gif, KeepsFramesTimesAndNearlyTheColours) {
  const std::vector<Image> images = {gradient(80, 40, 0), gradient(80, 40, 3), gradient(80, 40, 6)};
  const Film film = decoded(gif_bytes(images, 0.07));
  ASSERT_EQ(film.images.size(), 3U);
  EXPECT_EQ(film.width, 80);
  EXPECT_EQ(film.height, 40);
  EXPECT_EQ(film.hundredths, 7);
  for (std::size_t i = 0; i < images.size(); ++i) {
    double error = 0.0;
    for (std::size_t k = 0; k < images[i].rgb.size(); ++k) {
      error += std::abs(images[i].rgb[k] - film.images[i].rgb[k]) / static_cast<double>(images[i].rgb.size());
    }
    EXPECT_LT(error, 14.0);  // thousands of colours in 255; dots of two lie either side of the one wanted
  }
}

TEST(Gif, StillPartsStayStill) {
  std::vector<Image> images = {gradient(64, 32, 0), gradient(64, 32, 0), gradient(64, 32, 0)};
  for (std::size_t k = 0; k < 30; ++k) images[1].rgb[k] = 255;  // something moves in one corner
  const Film film = decoded(gif_bytes(images, 0.05));
  ASSERT_EQ(film.images.size(), 3U);
  EXPECT_EQ(film.images[0], film.images[2]);
  const std::size_t row = 64 * 3;
  EXPECT_TRUE(std::equal(film.images[0].rgb.begin() + row, film.images[0].rgb.end(),
                         film.images[1].rgb.begin() + row));
}

TEST(Gif, KeepsFewColoursExactly) {
  Image flag{30, 20, {}};
  for (int i = 0; i < 600; ++i) {
    const bool left = i % 30 < 15;
    flag.rgb.insert(flag.rgb.end(),
                    {static_cast<std::uint8_t>(left ? 240 : 10), std::uint8_t{136}, std::uint8_t{62}});
  }
  const std::vector<Image> images = {flag};
  EXPECT_EQ(decoded(gif_bytes(images, 0.1)).images.front(), flag);
}

TEST(Gif, RefusesNoImagesAndDifferentSizes) {
  EXPECT_THROW(gif_bytes({}, 0.1), std::invalid_argument);
  const std::vector<Image> uneven = {gradient(8, 8, 0), gradient(9, 8, 0)};
  EXPECT_THROW(gif_bytes(uneven, 0.1), std::invalid_argument);
  const std::vector<Image> one = {gradient(8, 8, 0)};
  EXPECT_THROW(gif_bytes(one, -1.0), std::invalid_argument);
}

}  // namespace
}  // namespace limber
