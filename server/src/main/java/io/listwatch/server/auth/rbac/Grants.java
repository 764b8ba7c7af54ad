package io.listwatch.server.auth.rbac;

import io.listwatch.server.auth.Authorizer.Decision;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All grants to one user or group, either cluster-wide or in one namespace.
 *
 * <p>Decisions use an index from resource to rules. The first decision builds it, and it is valid
 * until any role changes. The cost depends on the number of rules about the requested resource, not
 * on the number of bindings.
 *
 * <p>Immutable except for the index, which any thread may build.
 */
final class Grants {
  static final Grants NONE = new Grants(List.of());

  private final List<Grant> grants;
  private volatile @Nullable RuleIndex index;

  Grants(List<Grant> grants) {
    this.grants = List.copyOf(grants);
  }

  boolean isEmpty() {
    return grants.isEmpty();
  }

  Grants with(Grant added) {
    var more = new ArrayList<>(grants);
    more.add(added);
    return new Grants(more);
  }

  Grants without(RoleBinding binding) {
    return new Grants(
        grants.stream().filter(each -> !each.binding().key().equals(binding.key())).toList());
  }

  List<Grant> list() {
    return grants;
  }

  /**
   * Returns the rules of the granted roles.
   *
   * @param roles returns the rules of a role, or null if it does not exist
   * @param version changes whenever a role does
   */
  RuleIndex index(Function<RoleKey, @Nullable List<PolicyRule>> roles, long version) {
    RuleIndex current = index;
    if (current == null || current.version() != version) {
      current = new RuleIndex(grants, roles, version);
      index = current;
    }
    return current;
  }

  /** A role that a binding grants to a subject. Any thread may use it. */
  static final class Grant {
    private final RoleBinding binding;
    private final Subject subject;

    /** Cached, because formatting its reason takes longer than making the decision. */
    private @Nullable Decision decision;

    /**
     * @param binding one with a role
     */
    Grant(RoleBinding binding, Subject subject) {
      this.binding = binding;
      this.subject = subject;
    }

    RoleBinding binding() {
      return binding;
    }

    RoleKey role() {
      return Objects.requireNonNull(binding.role());
    }

    Subject subject() {
      return subject;
    }

    /** Returns the decision about the requests that this grant allows. */
    Decision decision() {
      Decision known = decision;
      if (known == null) {
        known = Decision.allowed("RBAC: allowed by " + binding.describe(subject));
        decision = known;
      }
      return known;
    }
  }
}
