// Layout of JSON text.

#include "limber/files/json/writer.h"

#include <algorithm>
#include <cmath>

#include "limber/base/number_text.h"

namespace limber::json {

namespace {

constexpr std::size_t line_width = 110;

// Bytes of the UTF-8 character at the beginning of `text`; 0 if there is none.
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  const auto continues = [&](std::size_t i) { return (byte(i) & 0xc0) == 0x80; };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first <= 0xdf) return continues(1) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    const bool overlong = first == 0xe0 && byte(1) < 0xa0, surrogate = first == 0xed && byte(1) > 0x9f;
    return continues(1) && continues(2) && !overlong && !surrogate ? 3 : 0;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    const bool overlong = first == 0xf0 && byte(1) < 0x90, too_large = first == 0xf4 && byte(1) > 0x8f;
    return continues(1) && continues(2) && continues(3) && !overlong && !too_large ? 4 : 0;
  }
  return 0;
}

// Names from other formats may contain bytes that are not UTF-8; each becomes the replacement character.
std::string quoted_text(std::string_view value) {
  std::string out = "\"";
  while (!value.empty()) {
    const std::size_t length = character_length(value);
    const char c = value[0];
    if (length == 0) {
      out += "\uFFFD";
    } else if (c == '"' || c == '\\') {
      (out += '\\') += c;
    } else if (c == '\n' || c == '\t') {
      out += c == '\n' ? "\\n" : "\\t";
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += "\\u" + hex_text(static_cast<unsigned char>(c), 4);
    } else {
      out += value.substr(0, length);
    }
    value.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return out + '"';
}

}  // namespace

Output Output::text(std::string_view value) {
  Output output(Form::scalar);
  output.text_ = quoted_text(value);
  return output;
}

Output Output::number(double value) {
  Output output(Form::scalar);
  output.text_ = std::isfinite(value) ? exact_text(value) : "null";
  return output;
}

Output Output::truth(bool value) {
  Output output(Form::scalar);
  output.text_ = value ? "true" : "false";
  return output;
}

Output Output::null() {
  Output output(Form::scalar);
  output.text_ = "null";
  return output;
}

Output Output::vector(const Vec3& value) {
  return numbers({value.x(), value.y(), value.z()});
}

Output Output::numbers(const std::vector<double>& values) {
  Output output = list();
  for (const double value : values) output.add(number(value));
  return output;
}

Output Output::row(const std::vector<double>& values) {
  Output output(Form::scalar);
  output.text_ = "[";
  for (std::size_t i = 0; i < values.size(); ++i)
    output.text_ += (i > 0 ? ", " : "") + number(values[i]).text_;
  output.text_ += "]";
  return output;
}

Output& Output::add(Output item) {
  children_.push_back(std::move(item));
  return *this;
}

Output& Output::set(std::string_view key, Output value) {
  value.key_ = quoted_text(key) + ": ";
  children_.push_back(std::move(value));
  return *this;
}

std::string Output::to_string() const {
  std::string out;
  print(out, 0, line_width);  // the document itself is always spread over lines
  return out + '\n';
}

bool Output::holds_only_scalars() const {
  return std::all_of(children_.begin(), children_.end(),
                     [](const Output& child) { return child.form_ == Form::scalar; });
}

bool Output::holds_objects() const {
  for (const Output& child : children_) {
    if (child.form_ == Form::object || child.holds_objects()) return true;
  }
  return false;
}

// Scalars, lists of scalars, an object of these, and a list of one such object.
bool Output::fits_one_line() const {
  if (form_ == Form::list && children_.size() == 1) return children_[0].fits_one_line();
  return !holds_objects();
}

std::size_t Output::line_length() const {
  std::size_t length = key_.size() + text_.size();
  if (form_ != Form::scalar) length += 2;
  for (const Output& child : children_) length += child.line_length() + 2;
  return length;
}

void Output::print_line(std::string& out) const {
  out += key_;
  if (form_ == Form::scalar) {
    out += text_;
    return;
  }
  out += form_ == Form::list ? '[' : '{';
  for (std::size_t i = 0; i < children_.size(); ++i) {
    if (i > 0) out += ", ";
    children_[i].print_line(out);
  }
  out += form_ == Form::list ? ']' : '}';
}

// A long list of scalars: as many on each line as fit.
void Output::print_filled(std::string& out, std::size_t indent) const {
  std::size_t used = line_width;
  for (const Output& child : children_) {
    const bool is_last = &child == &children_.back();
    const std::size_t length = child.text_.size() + (is_last ? 0 : 1);
    if (used + 1 + length > line_width) {
      out += '\n';
      out.append(indent, ' ');
      used = indent;
    } else {
      out += ' ';
      ++used;
    }
    out += child.text_;
    if (!is_last) out += ',';
    used += length;
  }
  out += '\n';
}

void Output::print(std::string& out, std::size_t indent, std::size_t used) const {
  if (children_.empty() || (fits_one_line() && used + line_length() <= line_width)) {
    print_line(out);
    return;
  }
  out += key_;
  out += form_ == Form::list ? '[' : '{';
  if (form_ == Form::list && holds_only_scalars()) {
    print_filled(out, indent + 2);
  } else {
    out += '\n';
    for (std::size_t i = 0; i < children_.size(); ++i) {
      out.append(indent + 2, ' ');
      children_[i].print(out, indent + 2, indent + 2);
      out += i + 1 < children_.size() ? ",\n" : "\n";
    }
  }
  out.append(indent, ' ');
  out += form_ == Form::list ? ']' : '}';
}

}  // namespace limber::json
