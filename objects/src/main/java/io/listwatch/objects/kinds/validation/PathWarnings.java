package io.listwatch.objects.kinds.validation;

import io.listwatch.selector.Quotation;
import java.util.ArrayList;
import java.util.List;

/** Warns about overlapping paths in one volume: one file would hide another, or lie below it. */
final class PathWarnings {
  /**
   * The number of paths after which no more are compared: each is compared with all before it.
   * Hand-written volumes have fewer.
   */
  private static final int MAX_PATHS = 1000;

  /** The number of warnings after which the search adds no more. */
  private static final int MAX_WARNINGS = 100;

  private final String volume;
  private final List<Place> before = new ArrayList<>();
  private final List<String> warnings;

  private PathWarnings(String volume, List<String> warnings) {
    this.volume = volume;
    this.warnings = warnings;
  }

  static void volume(Field volume, List<String> warnings) {
    String name = "volume " + Quotation.of(volume.at("name").text());
    Field map = volume.at("configMap");
    Field secret = volume.at("secret");
    files(name + source(" (ConfigMap ", map.at("name")) + ")", map.at("items"), warnings);
    files(name + source(" (Secret ", secret.at("secretName")) + ")", secret.at("items"), warnings);
    files(name + " (DownwardAPI)", volume.at("downwardAPI", "items"), warnings);
    var projected = new PathWarnings(name + " (Projected)", warnings);
    volume.at("projected", "sources").each(projected::project);
  }

  private static String source(String kind, Field name) {
    return kind + Quotation.of(name.text());
  }

  private static void files(String volume, Field items, List<String> warnings) {
    var files = new PathWarnings(volume, warnings);
    items.each(item -> files.add(item.at("path"), ""));
  }

  /**
   * Of several sources in one entry only the first is read, because validation rejects a second.
   */
  private void project(Field source) {
    Field map = source.at("configMap");
    Field secret = source.at("secret");
    Field token = source.at("serviceAccountToken");
    Field bundle = source.at("clusterTrustBundle");
    Field certificate = source.at("podCertificate");
    if (source.isEmpty()) {
      warnings.add(volume + " has no sources provided");
    } else if (map.at("items").present()) {
      addAll(map.at("items"), source("ConfigMap ", map.at("name")));
    } else if (secret.at("items").present()) {
      addAll(secret.at("items"), source("Secret ", secret.at("name")));
    } else if (source.at("downwardAPI", "items").present()) {
      addAll(source.at("downwardAPI", "items"), "DownwardAPI");
    } else if (token.present()) {
      add(token.at("path"), "ServiceAccountToken");
    } else if (bundle.present()) {
      Field named = bundle.at(bundle.at("name").present() ? "name" : "signerName");
      add(bundle.at("path"), source("ClusterTrustBundle ", named));
    } else if (certificate.present()) {
      add(certificate.at("certificateChainPath"), "PodCertificate chain");
      add(certificate.at("keyPath"), "PodCertificate key");
      add(certificate.at("credentialBundlePath"), "PodCertificate credential bundle");
    }
  }

  private void addAll(Field items, String source) {
    items.each(item -> add(item.at("path"), source));
  }

  private void add(Field path, String source) {
    var place = new Place(withoutSlashes(path.text()), source);
    if (place.path.isEmpty() || before.size() == MAX_PATHS) {
      return;
    }
    for (Place other : before) {
      if (place.meets(other) && warnings.size() < MAX_WARNINGS) {
        warnings.add("%s: overlapping paths: %s with %s".formatted(volume, place, other));
      }
    }
    before.add(place);
  }

  /** Uses no regular expression: it would backtrack at every slash of a long run. */
  private static String withoutSlashes(String path) {
    int end = path.length();
    while (end > 0 && path.charAt(end - 1) == '/') {
      end--;
    }
    return path.substring(0, end);
  }

  /** The path of a file, and the object it comes from. */
  private record Place(String path, String source) {
    boolean meets(Place other) {
      return isIn(other) || other.isIn(this);
    }

    private boolean isIn(Place other) {
      int end = other.path.length();
      return path.startsWith(other.path) && (path.length() == end || path.charAt(end) == '/');
    }

    @Override
    public String toString() {
      return Quotation.of(path) + (source.isEmpty() ? "" : " (" + source + ")");
    }
  }
}
