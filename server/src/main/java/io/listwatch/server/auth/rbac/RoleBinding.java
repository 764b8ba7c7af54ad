package io.listwatch.server.auth.rbac;

import io.listwatch.model.ResourceKey;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.selector.Quotation;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A RoleBinding or, without a namespace, a ClusterRoleBinding.
 *
 * @param role null if {@code roleRef} names neither a Role nor a ClusterRole
 */
record RoleBinding(ResourceKey key, @Nullable RoleKey role, List<Subject> subjects) {
  /** Subjects that several bindings have. */
  private static final ValuePool<List<Subject>> SUBJECTS = new ValuePool<>();

  RoleBinding {
    subjects = List.copyOf(subjects);
  }

  static RoleBinding of(ResourceKey key, JsonValue binding) {
    var subjects = new ArrayList<Subject>();
    for (JsonValue each : binding.path("subjects")) {
      Subject.of(each, key.namespace()).ifPresent(subjects::add);
    }
    return new RoleBinding(
        key, role(binding.path("roleRef"), key.namespace()), SUBJECTS.get(List.copyOf(subjects)));
  }

  /** Returns this binding with {@code equal}, which equals its role, in place of its role. */
  RoleBinding sharing(@Nullable RoleKey equal) {
    return new RoleBinding(key, equal, subjects);
  }

  /** Returns the role that a binding in the namespace refers to; null if its kind is unknown. */
  static @Nullable RoleKey role(JsonValue reference, @Nullable String namespace) {
    String name = reference.path("name").asText();
    return switch (reference.path("kind").asText()) {
      case "ClusterRole" -> new RoleKey(null, name);
      case "Role" -> namespace == null ? null : new RoleKey(namespace, name);
      default -> null;
    };
  }

  /** Describes the grant to a subject as kube-apiserver does in the reason of a decision. */
  String describe(Subject subject) {
    RoleKey granted = Objects.requireNonNull(role);
    boolean clusterWide = key.namespace() == null;
    return "%s %s of %s %s to %s"
        .formatted(
            clusterWide ? "ClusterRoleBinding" : "RoleBinding",
            Quotation.of(clusterWide ? key.name() : key.name() + "/" + key.namespace()),
            granted.kind(),
            Quotation.of(granted.name()),
            subject.description());
  }
}
