package io.listwatch.following.facts;

import io.listwatch.following.facts.Facts.ServedVersion;
import io.listwatch.following.golang.GoFunction;
import io.listwatch.following.golang.GoToken;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Digests of the functions that our hand-written rules follow: defaults, validation, strategies,
 * field labels, table columns. If a digest changes in the next version, the rule needs a review.
 * Comments and layout do not count.
 */
final class FunctionDigests {
  private static final int DIGEST_LENGTH = 8;

  private final Checkout checkout;

  FunctionDigests(Checkout checkout) {
    this.checkout = checkout;
  }

  SortedMap<String, SortedMap<String, String>> read(List<ServedVersion> versions) {
    var digests = new TreeMap<String, SortedMap<String, String>>();
    Stream.concat(ofGroups(versions), ofAll()).forEach(file -> digests.put(file, ofFile(file)));
    return digests;
  }

  private Stream<String> ofGroups(List<ServedVersion> versions) {
    return versions.stream()
        .flatMap(
            version -> {
              String group = version.packageName().split("/", 2)[0];
              return Stream.of(
                      files("pkg/apis/" + version.packageName(), "defaults.go", "conversion.go"),
                      files("pkg/apis/" + group + "/validation"),
                      files("pkg/registry/" + group, "strategy.go"))
                  .flatMap(each -> each);
            });
  }

  private Stream<String> ofAll() {
    return Stream.of(
            files("pkg/printers/internalversion", "printers.go"),
            files("staging/src/k8s.io/api/core/v1", "lifecycle.go"),
            files("staging/src/k8s.io/apimachinery/pkg/api/validation"),
            files("staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/validation"),
            files("staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation"),
            files(
                "staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1",
                "defaults.go"),
            files("staging/src/k8s.io/kube-aggregator/pkg/apis/apiregistration/v1", "defaults.go"),
            files("staging/src/k8s.io/kube-aggregator/pkg/apis/apiregistration/validation"))
        .flatMap(each -> each);
  }

  /** Returns the files below a directory, or only those with one of the names. */
  private Stream<String> files(String directory, String... names) {
    return checkout.files(directory, Integer.MAX_VALUE).stream()
        .filter(
            file ->
                names.length == 0
                    || List.of(names).contains(file.substring(file.lastIndexOf('/') + 1)));
  }

  private SortedMap<String, String> ofFile(String file) {
    var digests = new TreeMap<String, String>();
    for (GoFunction each : checkout.parse(file, "").functions()) {
      digests.put(each.name(), digest(each));
    }
    return digests;
  }

  private static String digest(GoFunction function) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (GoToken token : function.body()) {
        digest.update((token.text() + "\n").getBytes(StandardCharsets.UTF_8));
      }
      return HexFormat.of().formatHex(digest.digest()).substring(0, DIGEST_LENGTH);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
