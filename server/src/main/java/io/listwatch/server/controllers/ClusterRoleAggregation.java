package io.listwatch.server.controllers;

import io.listwatch.controller.Reconciler;
import io.listwatch.controller.Reconciliation;
import io.listwatch.informer.Informer;
import io.listwatch.informer.View;
import io.listwatch.model.ConflictException;
import io.listwatch.model.NotFoundException;
import io.listwatch.model.Resource;
import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.selector.LabelSelector;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.admission.ObjectSelectors;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Writes the rules of aggregated ClusterRoles, such as {@code admin}: all rules of the ClusterRoles
 * that their selectors match. Its work queue has a single item, for all of them.
 */
final class ClusterRoleAggregation implements Reconciler<String> {
  static final String REQUEST = "cluster roles";

  private final LiveObjects objects;
  private final ResourceDefinition definition;
  private final Informer<Resource> roles;

  ClusterRoleAggregation(LiveObjects objects, Informer<Resource> roles) {
    this.objects = objects;
    this.definition = objects.builtIn("rbac.authorization.k8s.io", "v1", "clusterroles");
    this.roles = roles;
  }

  @Override
  public Reconciliation reconcile(String request) throws InterruptedException {
    List<Resource> all =
        roles.list().stream()
            .map(View::resource)
            .sorted(Comparator.comparing(Resource::key))
            .toList();
    boolean conflict = false;
    for (Resource each : all) {
      JsonObject role = LiveObjects.tree(each);
      if (role.path("aggregationRule").isObject()) {
        conflict |= !aggregate(each, role, all);
      }
    }
    return conflict ? Reconciliation.retry() : Reconciliation.done();
  }

  /** Returns false if the role has changed since it was read. */
  private boolean aggregate(Resource aggregated, JsonObject role, List<Resource> all)
      throws InterruptedException {
    JsonArray rules = new JsonArray();
    rulesFor(aggregated, role, all).forEach(rules::add);
    boolean same =
        role.path("rules").isEmpty() ? rules.isEmpty() : role.path("rules").equals(rules);
    if (same) {
      return true;
    }
    try {
      role.set("rules", rules);
      objects.update(definition, aggregated.key(), "", role);
      return true;
    } catch (ConflictException changed) {
      return false;
    } catch (NotFoundException deleted) {
      return true;
    }
  }

  /** Returns the rules of all matching roles but the aggregated one, each once. */
  private static Set<JsonValue> rulesFor(Resource aggregated, JsonObject role, List<Resource> all) {
    var rules = new LinkedHashSet<JsonValue>();
    for (JsonValue each : role.path("aggregationRule").path("clusterRoleSelectors")) {
      LabelSelector selector = ObjectSelectors.orNothing(each);
      for (Resource other : all) {
        if (!other.key().equals(aggregated.key()) && selector.matches(other.labels())) {
          LiveObjects.tree(other).path("rules").forEach(rules::add);
        }
      }
    }
    return rules;
  }
}
