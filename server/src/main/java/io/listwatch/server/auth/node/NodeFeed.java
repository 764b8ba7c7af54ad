package io.listwatch.server.auth.node;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.reflector.ListerWatcher;
import io.listwatch.server.auth.node.NodeObject.Kind;
import io.listwatch.server.resource.FollowerStore;
import io.listwatch.server.resource.ResourceFeed;
import io.listwatch.time.Timers;
import java.util.Set;
import java.util.function.Function;

/**
 * Keeps a {@link NodeGraph} in step with the stored pods, volumes, volume attachments and resource
 * slices.
 *
 * <p>Threads: as in {@link ResourceFeed}.
 */
public final class NodeFeed implements AutoCloseable {
  private static final ResourceType PODS = ResourceType.namespaced("v1", "Pod", "pods");
  private static final ResourceType VOLUMES =
      ResourceType.cluster("v1", "PersistentVolume", "persistentvolumes");
  private static final ResourceType ATTACHMENTS =
      ResourceType.cluster("storage.k8s.io/v1", "VolumeAttachment", "volumeattachments");
  private static final ResourceType SLICES =
      ResourceType.cluster("resource.k8s.io/v1", "ResourceSlice", "resourceslices");

  private final ResourceFeed feed;

  /**
   * Creates a feed; {@link #start} starts it.
   *
   * @param sources returns the lister and watcher of a resource in storage
   */
  public NodeFeed(
      NodeGraph graph,
      Function<ResourceType, ListerWatcher> sources,
      Metrics metrics,
      Timers timers) {
    this.feed = new ResourceFeed("listwatch-nodes", sources, metrics, timers);
    feed.follow(PODS, new PlacedStore(graph, Kind.POD));
    feed.follow(VOLUMES, new VolumeStore(graph));
    feed.follow(ATTACHMENTS, new PlacedStore(graph, Kind.ATTACHMENT));
    feed.follow(SLICES, new PlacedStore(graph, Kind.RESOURCE_SLICE));
  }

  /** Starts the feed. Must be called once. */
  public void start() {
    feed.start();
  }

  @Override
  public void close() {
    feed.close();
  }

  /** Applies the objects of a kind, each of which names its node. */
  private static final class PlacedStore extends FollowerStore {
    private final NodeGraph graph;
    private final Kind kind;

    PlacedStore(NodeGraph graph, Kind kind) {
      this.graph = graph;
      this.kind = kind;
    }

    @Override
    protected void put(Resource object) {
      var tree = JsonTrees.read(object.toByteArray());
      if (kind == Kind.POD) {
        graph.putPod(object.key(), tree);
      } else {
        graph.putNamed(kind, object.key(), tree);
      }
    }

    @Override
    protected void remove(ResourceKey key) {
      graph.remove(new NodeObject(kind, key));
    }

    @Override
    protected Set<ResourceKey> keys() {
      return graph.placed(kind);
    }
  }

  private static final class VolumeStore extends FollowerStore {
    private final NodeGraph graph;

    VolumeStore(NodeGraph graph) {
      this.graph = graph;
    }

    @Override
    protected void put(Resource object) {
      graph.putVolume(object.key(), JsonTrees.read(object.toByteArray()));
    }

    @Override
    protected void remove(ResourceKey key) {
      graph.removeVolume(key);
    }

    @Override
    protected Set<ResourceKey> keys() {
      return graph.boundVolumes();
    }
  }
}
