package io.listwatch.server;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.VersionMatch;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.admission.PodObjects;
import io.listwatch.server.registry.strategy.OtherObjects;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds the objects that admission plug-ins need for their decisions, such as service accounts.
 * Each version of a small object is parsed once, and requests share its tree: no plug-in may change
 * it.
 *
 * <p>Thread-safe. No call blocks.
 */
final class AdmissionLookups implements PodObjects.Finder {
  private static final int MAX_TREES = 500;

  /** Larger objects are parsed for each request. */
  private static final int MAX_SIZE = 4 * 1024;

  private static final String PRIORITY_GROUP = "scheduling.k8s.io";
  private static final String PRIORITY_CLASSES = "priorityclasses";

  private final OtherObjects objects;
  private final Map<ObjectName, Tree> trees = new ConcurrentHashMap<>();

  private record ObjectName(String group, String plural, ResourceKey key) {}

  private record Tree(ResourceVersion version, JsonValue json) {}

  AdmissionLookups(OtherObjects objects) {
    this.objects = objects;
  }

  @Override
  public CompletionStage<Optional<JsonValue>> find(
      String group, String plural, @Nullable String namespace, String name) {
    return objects
        .object(group, plural, namespace, name)
        .thenApply(found -> found.map(each -> tree(group, plural, each)));
  }

  /** Returns all PriorityClasses, from the watch cache. */
  CompletionStage<List<JsonValue>> priorityClasses() {
    return objects
        .resources(PRIORITY_GROUP, PRIORITY_CLASSES, VersionMatch.any())
        .thenApply(
            all -> all.stream().map(each -> tree(PRIORITY_GROUP, PRIORITY_CLASSES, each)).toList());
  }

  private JsonValue tree(String group, String plural, Resource object) {
    if (object.size() > MAX_SIZE) {
      return JsonTrees.read(object.toByteArray());
    }
    var name = new ObjectName(group, plural, object.key());
    Tree known = trees.get(name);
    if (known != null && known.version.equals(object.version())) {
      return known.json;
    }
    JsonValue json = JsonTrees.read(object.toByteArray());
    if (trees.size() >= MAX_TREES) {
      trees.clear();
    }
    trees.put(name, new Tree(object.version(), json));
    return json;
  }
}
