package io.listwatch.fabric8;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.listwatch.client.warm.StoreDirectory;
import io.listwatch.informer.InformerOptions;
import io.listwatch.time.Timers;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Wraps a fabric8 client so that its informers are Listwatch's: they keep objects as bytes, decode
 * them when they are read, and show the writes of the wrapped client before the watch delivers
 * them.
 *
 * <p>{@code inform()}, {@code runnableInformer()} and {@code informers()} of the wrapped client
 * return the new informers. The given client does everything else. Closing the wrapped client stops
 * its informers and closes the given client.
 */
public final class ListwatchInformers {
  private final KubernetesClient client;
  private final Set<Class<? extends HasMetadata>> exceptions = new HashSet<>();
  private Consumer<InformerOptions.Builder> options = unchanged -> {};
  private boolean ownWrites = true;

  private ListwatchInformers(KubernetesClient client) {
    this.client = client;
  }

  /** Wraps a client with default options. */
  public static KubernetesClient wrap(KubernetesClient client) {
    return of(client).wrap();
  }

  /** Starts to set options for wrapping a client. Not thread-safe. */
  public static ListwatchInformers of(KubernetesClient client) {
    return new ListwatchInformers(client);
  }

  /**
   * Changes the options of all informers, such as {@code metrics}. By default they keep
   * managedFields, which the Java Operator SDK reads. A listener set here is replaced.
   */
  public ListwatchInformers options(Consumer<InformerOptions.Builder> changes) {
    options = options.andThen(changes);
    return this;
  }

  /**
   * Sets whether reads from informers include the writes of the wrapped client at once; true by
   * default.
   */
  public ListwatchInformers readOwnWrites(boolean newOwnWrites) {
    ownWrites = newOwnWrites;
    return this;
  }

  /**
   * Saves the stores of all informers in a directory, so that the next run of the program resumes
   * from there instead of listing everything. The files contain the objects, secrets included, and
   * are used only with the same cluster.
   *
   * @param directory created if it does not exist; must not be accessible to group or others
   */
  public ListwatchInformers storeDirectory(Path directory) {
    var keeper =
        new StoreDirectory(directory, "fabric8", new ClientCluster(client), Timers.system());
    return options(each -> each.keeper(keeper));
  }

  /** Leaves the informers of a class to fabric8, such as those with an item store of their own. */
  public ListwatchInformers except(Class<? extends HasMetadata> type) {
    exceptions.add(type);
    return this;
  }

  public KubernetesClient wrap() {
    var informers = new ClientInformers(client, options, ownWrites, exceptions);
    return (KubernetesClient) DslProxy.of(client, KubernetesClient.class, informers);
  }
}
