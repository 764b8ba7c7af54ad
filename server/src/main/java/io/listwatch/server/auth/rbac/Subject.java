package io.listwatch.server.auth.rbac;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.selector.Quotation;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A subject of a binding.
 *
 * @param identity the user or group that it stands for; a ServiceAccount is a user
 * @param description the subject in the reason of a decision
 */
record Subject(Identity identity, String description) {
  /** Returns a subject of a binding in the namespace; empty if it can match no user. */
  static Optional<Subject> of(JsonValue subject, @Nullable String namespace) {
    String kind = subject.path("kind").asText();
    String name = subject.path("name").asText();
    return switch (kind) {
      case "User" -> Optional.of(new Subject(Identity.user(name), describe(kind, name)));
      case "Group" -> Optional.of(new Subject(Identity.group(name), describe(kind, name)));
      case "ServiceAccount" -> {
        String own = subject.path("namespace").asText();
        String home = own.isEmpty() && namespace != null ? namespace : own;
        yield home.isEmpty()
            ? Optional.empty()
            : Optional.of(
                new Subject(
                    Identity.user("system:serviceaccount:" + home + ":" + name),
                    describe(kind, name + "/" + home)));
      }
      default -> Optional.empty();
    };
  }

  private static String describe(String kind, String name) {
    return kind + " " + Quotation.of(name);
  }

  /** The name of a user or of a group. */
  record Identity(boolean group, String name) {
    static Identity user(String name) {
      return new Identity(false, name);
    }

    static Identity group(String name) {
      return new Identity(true, name);
    }
  }
}
