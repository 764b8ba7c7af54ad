package io.listwatch.objects.kinds;

import java.util.regex.Pattern;

/** Parses image names: {@code [host[:port]/]path[:tag][@digest]}. */
final class ImageName {
  private static final String PART = "[a-z0-9]++(?:(?:\\.|_|__|-++)[a-z0-9]++)*+";
  private static final Pattern PATH = Pattern.compile(PART + "(?:/" + PART + ")*+");
  private static final Pattern HOST =
      Pattern.compile(
          "(?:\\[[0-9a-fA-F:]++]|[a-zA-Z0-9]++(?:-++[a-zA-Z0-9]++)*+"
              + "(?:\\.[a-zA-Z0-9]++(?:-++[a-zA-Z0-9]++)*+)*+)(?::[0-9]++)?+");
  private static final Pattern ID = Pattern.compile("[a-f0-9]{64}");

  private static final int MAX_LENGTH = 255;

  /** The registry of images without a host. */
  private static final String DEFAULT_HOST = "docker.io/";

  private static final String DEFAULT_PATH = "library/";

  private ImageName() {}

  /** True for an image with tag {@code latest} or without a tag. False for a malformed name. */
  static boolean isLatest(String image) {
    if (image.contains("@") || ID.matcher(image).matches()) {
      return false;
    }
    int colon = image.indexOf(':', image.lastIndexOf('/') + 1);
    String tag = colon < 0 ? "latest" : image.substring(colon + 1);
    return tag.equals("latest") && isName(colon < 0 ? image : image.substring(0, colon));
  }

  private static boolean isName(String name) {
    int slash = name.indexOf('/');
    String first = name.substring(0, Math.max(0, slash));
    if (!isHost(first)) {
      String path = slash < 0 ? DEFAULT_PATH + name : name;
      return isPath(path, DEFAULT_HOST.length());
    }
    return HOST.matcher(first).matches() && isPath(name.substring(slash + 1), slash + 1);
  }

  /** The part before the first slash is a host only if it cannot be part of a path. */
  private static boolean isHost(String first) {
    return first.contains(".")
        || first.contains(":")
        || first.equals("localhost")
        || first.chars().anyMatch(c -> c >= 'A' && c <= 'Z');
  }

  private static boolean isPath(String path, int before) {
    return path.length() + before <= MAX_LENGTH && PATH.matcher(path).matches();
  }
}
