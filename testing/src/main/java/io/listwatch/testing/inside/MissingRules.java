package io.listwatch.testing.inside;

import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.Authorizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Formats the permissions that users lacked as rules of a role, ready to paste. */
final class MissingRules {
  private MissingRules() {}

  /**
   * Returns the rules as lines of YAML, by user; empty if no permission is missing now.
   *
   * @param forbidden requests that were rejected; those that are allowed now, or were rejected for
   *     another reason, are left out
   */
  static List<String> yaml(List<AccessRequest> forbidden, Authorizer authorizer) {
    Map<String, Map<Target, TreeSet<String>>> users = new TreeMap<>();
    for (AccessRequest each : forbidden) {
      if (!authorizer.authorize(each).allowed()) {
        users
            .computeIfAbsent(each.user().name(), any -> new TreeMap<>())
            .computeIfAbsent(Target.of(each), any -> new TreeSet<>())
            .add(each.verb());
      }
    }
    var lines = new ArrayList<String>();
    users.forEach(
        (user, rules) -> {
          lines.add("# " + user);
          rules.forEach((target, verbs) -> target.write(verbs, lines));
        });
    return lines;
  }

  /**
   * The resource or URL that a rule is about.
   *
   * @param resource with its subresource; empty for a URL
   */
  private record Target(String place, String group, String resource, String path)
      implements Comparable<Target> {
    static Target of(AccessRequest request) {
      if (!request.aboutResource()) {
        return new Target("in the cluster", "", "", request.path());
      }
      String namespace = request.namespace();
      return new Target(
          namespace == null ? "in the cluster" : "in namespace " + namespace,
          request.group(),
          request.subresource().isEmpty()
              ? request.resource()
              : request.resource() + "/" + request.subresource(),
          "");
    }

    void write(TreeSet<String> verbs, List<String> lines) {
      String list = "[" + String.join(", ", verbs) + "]";
      if (resource.isEmpty()) {
        lines.add("- nonResourceURLs: [\"%s\"]".formatted(path));
      } else {
        lines.add("- apiGroups: [\"%s\"]  # %s".formatted(group, place));
        lines.add("  resources: [\"%s\"]".formatted(resource));
      }
      lines.add("  verbs: " + list);
    }

    @Override
    public int compareTo(Target other) {
      return toString().compareTo(other.toString());
    }
  }
}
