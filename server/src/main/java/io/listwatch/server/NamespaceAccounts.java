package io.listwatch.server;

import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.VersionMatch;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.verbs.ResourceVerbs;
import io.listwatch.server.registry.write.DecodedObject;
import io.listwatch.server.registry.write.WriteOptions;
import io.listwatch.server.resource.ObjectStats;
import io.listwatch.server.resource.ResourcePage;
import io.listwatch.server.resource.ResourceScope;
import io.listwatch.server.resource.ResourceStorage;
import io.listwatch.server.resource.ResourceWatch;
import io.listwatch.server.resource.Transition;
import io.listwatch.server.resource.UnreadableResourceException;
import io.listwatch.server.resource.WatchRequest;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A storage of namespaces that creates the {@code default} service account before the create of a
 * namespace completes, so that the first pod in it gets a token. The controller {@code
 * namespace-defaults} creates it again if it is deleted.
 */
final class NamespaceAccounts implements ResourceStorage {
  private static final WriteOptions OPTIONS =
      new WriteOptions(
          "kube-controller-manager", false, WriteOptions.FieldValidation.IGNORE, false);

  private static final String ACCOUNT =
      """
      {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "default"}}
      """;

  private final ResourceStorage namespaces;
  private final ResourceDefinition accounts;
  private final Supplier<ResourceVerbs> verbs;

  /**
   * @param verbs called when the first namespace is created
   */
  NamespaceAccounts(
      ResourceStorage namespaces, ResourceDefinition accounts, Supplier<ResourceVerbs> verbs) {
    this.namespaces = namespaces;
    this.accounts = accounts;
    this.verbs = verbs;
  }

  /** A failure to create the account is left to the controller. */
  @Override
  public CompletionStage<Resource> write(ResourceKey key, Transition transition) {
    var observed = new Observed(transition);
    return namespaces
        .write(key, observed)
        .thenCompose(
            written ->
                observed.creates && !written.version().isUnset()
                    ? create(key.name()).handle((created, failure) -> written)
                    : CompletableFuture.completedFuture(written));
  }

  private CompletionStage<?> create(String namespace) {
    var account = new DecodedObject((JsonObject) JsonTrees.read(ACCOUNT), List.of());
    return verbs.get().create(accounts, namespace, account, OPTIONS);
  }

  @Override
  public CompletionStage<Optional<Resource>> get(ResourceKey key, VersionMatch match) {
    return namespaces.get(key, match);
  }

  @Override
  public CompletionStage<ResourcePage> list(ResourceScope scope, ListOptions options) {
    return namespaces.list(scope, options);
  }

  @Override
  public ResourceWatch watch(WatchRequest request, Executor loop, Runnable onReadable) {
    return namespaces.watch(request, loop, onReadable);
  }

  @Override
  public ObjectStats stats() {
    return namespaces.stats();
  }

  @Override
  public void close() {
    namespaces.close();
  }

  /** Records whether the last call of a transition was for an object that did not exist. */
  private static final class Observed implements Transition {
    private final Transition transition;
    private boolean creates;

    Observed(Transition transition) {
      this.transition = transition;
    }

    @Override
    public boolean expectsNone() {
      return transition.expectsNone();
    }

    @Override
    public CompletionStage<Outcome> next(@Nullable Resource current) {
      creates = current == null;
      return transition.next(current);
    }

    @Override
    public Outcome nextOfUnreadable(UnreadableResourceException reason) {
      creates = false;
      return transition.nextOfUnreadable(reason);
    }
  }
}
