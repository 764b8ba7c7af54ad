package io.listwatch.server.auth;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The authorizers of a server, in their order: the first one that has an opinion decides. Members
 * of {@code system:masters} are allowed everything before that.
 *
 * @param file that the server reads again when it changes; null for none
 */
public record AuthorizationSettings(
    List<Mode> modes, @Nullable SettingsFile<AuthorizationSettings> file) {
  /** Only the RBAC authorizer. */
  public static final AuthorizationSettings RBAC =
      new AuthorizationSettings(List.of(new Mode.Rbac()));

  public AuthorizationSettings {
    modes = List.copyOf(modes);
    if (modes.isEmpty()) {
      throw new IllegalArgumentException("modes: none (expected: at least one)");
    }
  }

  /** Creates settings that do not come from a file. */
  public AuthorizationSettings(List<Mode> modes) {
    this(modes, null);
  }

  /** Internal: returns the settings of a file, which the server reads again when it changes. */
  public static AuthorizationSettings of(SettingsFile<AuthorizationSettings> file) {
    return new AuthorizationSettings(file.first().modes(), file);
  }

  /** Returns settings with this authorizer only. */
  public static AuthorizationSettings of(Authorizer authorizer) {
    return new AuthorizationSettings(List.of(new Mode.Given(authorizer)));
  }

  /** True if stored roles and bindings take effect. */
  public boolean hasRbac() {
    return modes.contains(new Mode.Rbac());
  }

  /** True if the Node authorizer is among the modes. */
  public boolean hasNode() {
    return modes.contains(new Mode.Node());
  }

  /**
   * True if the other settings have the same types of authorizers, regardless of order and
   * webhooks.
   */
  public boolean hasModesOf(AuthorizationSettings other) {
    return withoutWebhooks().equals(other.withoutWebhooks());
  }

  private Set<Class<?>> withoutWebhooks() {
    return modes.stream()
        .filter(each -> !(each instanceof Mode.Webhook))
        .map(
            each ->
                each instanceof Mode.Given given ? given.authorizer().getClass() : each.getClass())
        .collect(Collectors.toSet());
  }

  /** One authorizer of the list. */
  public sealed interface Mode {
    /**
     * Returns the mode with this name in kube-apiserver; empty for {@code Webhook} and unknown
     * names.
     */
    static Optional<Mode> named(String word) {
      return switch (word) {
        case "Node" -> Optional.of(new Node());
        case "RBAC" -> Optional.of(new Rbac());
        case "AlwaysAllow" -> Optional.of(new Given(Authorizer.allowAll()));
        case "AlwaysDeny" -> Optional.of(new Given(Authorizer.allowNone()));
        default -> Optional.empty();
      };
    }

    /** The RBAC authorizer, which uses the stored Roles, ClusterRoles and bindings. */
    record Rbac() implements Mode {}

    /** The Node authorizer, which lets a node use the objects of the pods that are bound to it. */
    record Node() implements Mode {}

    /** A webhook authorizer. */
    record Webhook(AuthorizationWebhook webhook) implements Mode {}

    /** An authorizer that the caller supplies. */
    record Given(Authorizer authorizer) implements Mode {}
  }
}
