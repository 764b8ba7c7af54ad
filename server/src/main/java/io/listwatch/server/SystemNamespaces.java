package io.listwatch.server;

import io.listwatch.model.AlreadyExistsException;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.verbs.ResourceVerbs;
import io.listwatch.server.registry.write.DecodedObject;
import io.listwatch.server.registry.write.WriteOptions;
import java.util.List;
import java.util.concurrent.CompletionException;

/** The namespaces that every cluster has. */
final class SystemNamespaces {
  private static final List<String> NAMES =
      List.of("default", "kube-system", "kube-public", "kube-node-lease");

  private static final WriteOptions OPTIONS =
      new WriteOptions("kube-apiserver", false, WriteOptions.FieldValidation.IGNORE, false);

  private final ResourceRegistry registry;
  private final ResourceVerbs verbs;

  SystemNamespaces(ResourceRegistry registry, ResourceVerbs verbs) {
    this.registry = registry;
    this.verbs = verbs;
  }

  /** Creates the missing namespaces. Blocks until they exist. */
  void create() {
    ResourceDefinition namespaces = registry.find("", "v1", "namespaces").orElseThrow();
    var started =
        NAMES.stream()
            .map(each -> verbs.create(namespaces, null, namespace(each), OPTIONS))
            .map(each -> each.toCompletableFuture())
            .toList();
    for (var each : started) {
      try {
        each.join();
      } catch (CompletionException failure) {
        if (!(failure.getCause() instanceof AlreadyExistsException)) {
          throw failure;
        }
      }
    }
  }

  private static DecodedObject namespace(String name) {
    JsonObject object = new JsonObject();
    object.put("apiVersion", "v1").put("kind", "Namespace").putObject("metadata").put("name", name);
    return new DecodedObject(object, List.of());
  }
}
