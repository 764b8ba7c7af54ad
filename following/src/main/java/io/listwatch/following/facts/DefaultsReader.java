package io.listwatch.following.facts;

import io.listwatch.following.facts.Facts.ServedVersion;
import io.listwatch.following.facts.Facts.TypeFacts;
import io.listwatch.following.golang.GoFile;
import io.listwatch.following.golang.GoFunction;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads the plain defaults of all kinds from a checkout; see {@link PlainDefaults}. */
final class DefaultsReader {
  /**
   * Import path prefixes of the packages with defaulting functions. The name of the version's
   * package follows.
   */
  private static final List<String> PARENTS =
      List.of(
          Checkout.OWN + "pkg/apis/",
          "k8s.io/apiextensions-apiserver/pkg/apis/",
          "k8s.io/kube-aggregator/pkg/apis/");

  private final Checkout checkout;
  private final Constants constants;
  private final SortedMap<String, SortedMap<String, String>> found = new TreeMap<>();

  DefaultsReader(Checkout checkout) {
    this.checkout = checkout;
    this.constants = new Constants(checkout);
  }

  /** Returns the values as JSON, by type, then by member. */
  SortedMap<String, SortedMap<String, String>> read(
      List<ServedVersion> versions, Map<String, TypeFacts> types) {
    for (ServedVersion version : versions) {
      for (String parent : PARENTS) {
        String path = parent + version.packageName();
        for (GoFile file : checkout.packageFiles(path)) {
          var expressions = new ExpressionReader(name -> constant(path, file, name));
          for (GoFunction function : file.functions()) {
            new PlainDefaults(path, new MemberPaths(types), expressions, found)
                .read(version.packageName(), function);
          }
        }
      }
    }
    return found;
  }

  /** Returns the value of a constant by its name in a file. */
  private @Nullable String constant(String path, GoFile file, String name) {
    int dot = name.indexOf('.');
    String owner = dot < 0 ? path : file.imports().get(name.substring(0, dot));
    return owner == null ? null : constants.value(owner, name.substring(dot + 1));
  }
}
