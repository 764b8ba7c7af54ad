package io.listwatch.server.auth.rbac;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.selector.Quotation;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A subject of a binding.
 *
 * @param name the name of the user or group that the subject stands for
 */
record Subject(Kind kind, String name) {
  private static final String SERVICE_ACCOUNT = "system:serviceaccount:";

  /** The kinds of subjects; a ServiceAccount stands for a user. */
  enum Kind {
    USER,
    GROUP,
    SERVICE_ACCOUNT
  }

  /** Returns a subject of a binding in the namespace; empty if it can match no user. */
  static Optional<Subject> of(JsonValue subject, @Nullable String namespace) {
    String name = subject.path("name").asText();
    return switch (subject.path("kind").asText()) {
      case "User" -> Optional.of(new Subject(Kind.USER, name));
      case "Group" -> Optional.of(new Subject(Kind.GROUP, name));
      case "ServiceAccount" -> {
        String own = subject.path("namespace").asText();
        String home = own.isEmpty() && namespace != null ? namespace : own;
        yield home.isEmpty()
            ? Optional.empty()
            : Optional.of(new Subject(Kind.SERVICE_ACCOUNT, SERVICE_ACCOUNT + home + ":" + name));
      }
      default -> Optional.empty();
    };
  }

  /** Describes the subject as kube-apiserver does in the reason of a decision. */
  String description() {
    return switch (kind) {
      case USER -> "User " + Quotation.of(name);
      case GROUP -> "Group " + Quotation.of(name);
      case SERVICE_ACCOUNT -> {
        String account = name.substring(SERVICE_ACCOUNT.length());
        int colon = account.lastIndexOf(':');
        yield "ServiceAccount "
            + Quotation.of(account.substring(colon + 1) + "/" + account.substring(0, colon));
      }
    };
  }
}
