package io.listwatch.server;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.server.auth.AuthorizationSettings;
import io.listwatch.server.registry.CanonicalForms;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.builtin.BuiltInResources;
import io.listwatch.server.resource.ReadDefaults;
import io.listwatch.server.resource.ResourceCodec;
import io.listwatch.server.resource.ResourceScope;
import io.listwatch.server.resource.UnreadableResourceException;
import io.listwatch.storage.KeyRange;
import io.listwatch.storage.RangePage;
import io.listwatch.storage.Storage;
import io.listwatch.storage.StoredEntry;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The stored objects that affect authorization and admission: roles and bindings, webhook
 * configurations, admission policies, quotas and limit ranges. Older versions of the server stored
 * them but did not apply them.
 *
 * <p>Internal: for the program.
 *
 * @param objects all of them except the bootstrap roles and bindings
 * @param bootstrap the number of bootstrap roles and bindings
 */
public record StoredAuthority(List<StoredObject> objects, int bootstrap) {
  private static final int PAGE = 500;
  private static final String ROLES = "rbac.authorization.k8s.io";
  private static final String ADMISSION = "admissionregistration.k8s.io";
  private static final List<String> LIMITS = List.of("ResourceQuota", "LimitRange");
  private static final String BOOTSTRAPPING = "kubernetes.io/bootstrapping";

  public StoredAuthority {
    objects = List.copyOf(objects);
  }

  /** One stored object. */
  public record StoredObject(ResourceType type, ResourceKey key) {}

  /** Reads a storage, with or without a server on it. Blocks. */
  public static StoredAuthority read(Storage storage) {
    var objects = new ArrayList<StoredObject>();
    int bootstrap = 0;
    var seen = new LinkedHashSet<ResourceType>();
    for (ResourceDefinition each :
        AccessControl.enforced(BuiltInResources.load(), AuthorizationSettings.RBAC)) {
      if (decides(each) && seen.add(each.stored())) {
        bootstrap += read(storage, each, objects);
      }
    }
    return new StoredAuthority(objects, bootstrap);
  }

  private static boolean decides(ResourceDefinition definition) {
    ResourceType type = definition.stored();
    boolean relevant =
        type.group().equals(ROLES)
            || type.group().equals(ADMISSION)
            || (type.group().isEmpty() && LIMITS.contains(type.kind()));
    return relevant && definition.unenforced().isEmpty();
  }

  /** Adds the objects of a type, and returns the number of those that are bootstrap objects. */
  private static int read(
      Storage storage, ResourceDefinition definition, List<StoredObject> objects) {
    ResourceType type = definition.stored();
    var codec =
        new ResourceCodec(
            type, CanonicalForms.of(definition), definition.selectableFields(), ReadDefaults.NONE);
    int bootstrap = 0;
    Optional<KeyRange> rest = Optional.of(codec.keys().range(ResourceScope.ALL));
    while (rest.isPresent()) {
      RangePage page = storage.range(rest.get(), PAGE);
      for (StoredEntry each : page.entries()) {
        if (isBootstrap(codec, each)) {
          bootstrap++;
        } else {
          objects.add(new StoredObject(type, codec.keys().resourceKey(each.key())));
        }
      }
      rest = page.rest();
    }
    return bootstrap;
  }

  /** Returns false for an object that cannot be read, so that it is listed. */
  private static boolean isBootstrap(ResourceCodec codec, StoredEntry entry) {
    if (!codec.type().group().equals(ROLES)) {
      return false;
    }
    try {
      Resource object = codec.read(entry);
      return object.labels().value(BOOTSTRAPPING) != null;
    } catch (UnreadableResourceException e) {
      return false;
    }
  }

  /**
   * Returns the counts by family, such as {@code 2 roles and bindings, 0 webhook configurations, 1
   * policies and their bindings, 0 quotas and limit ranges}.
   */
  public String summary() {
    return ("%d roles and bindings, %d webhook configurations, %d policies and their bindings,"
            + " %d quotas and limit ranges")
        .formatted(
            count(each -> each.group().equals(ROLES)),
            count(each -> each.kind().endsWith("WebhookConfiguration")),
            count(each -> each.group().equals(ADMISSION) && each.kind().contains("Policy")),
            count(each -> each.group().isEmpty()));
  }

  private long count(Predicate<ResourceType> family) {
    return objects.stream().map(StoredObject::type).filter(family).count();
  }
}
