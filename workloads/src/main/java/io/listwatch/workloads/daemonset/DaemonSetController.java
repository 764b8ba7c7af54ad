package io.listwatch.workloads.daemonset;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.controller.Controller;
import io.listwatch.controller.Reconciler;
import io.listwatch.controller.Reconciliation;
import io.listwatch.informer.View;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.workloads.control.ControllerContext;
import io.listwatch.workloads.control.OwnedObjects;
import io.listwatch.workloads.control.PodControl;
import io.listwatch.workloads.control.SharedInformers;
import io.listwatch.workloads.history.RevisionHistory;
import io.listwatch.workloads.history.Revisions;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Counts;
import io.listwatch.workloads.object.OwnerReference;
import io.listwatch.workloads.object.Pods;
import io.listwatch.workloads.object.Types;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Runs the pods of DaemonSets.
 *
 * <pre>
 *   DaemonSet ──▶ RevisionHistory ──▶ nodes and pods ──▶ NodePods: one pod a node
 *                                                   └──▶ DaemonRollout: replace old pods
 *                                                   └──▶ DaemonCounts: status
 * </pre>
 */
public final class DaemonSetController implements Reconciler<ResourceKey> {
  public static final ResourceType DAEMON_SETS =
      ResourceType.namespaced("apps/v1", "DaemonSet", "daemonsets");

  private final ControllerContext context;
  private final OwnedObjects owned;
  private final PodControl control;
  private final RevisionHistory history;

  /** Backoffs by the uid of their DaemonSet. An entry is removed with its DaemonSet. */
  private final Map<String, FailedPodBackoff> backoffs = new ConcurrentHashMap<>();

  private DaemonSetController(ControllerContext context) {
    this.context = context;
    this.owned = new OwnedObjects(context, DAEMON_SETS, Types.PODS);
    this.control = new PodControl(context, DAEMON_SETS);
    this.history = new RevisionHistory(context, DAEMON_SETS, DaemonPodTemplate.REVISION);
  }

  public static Controller<?> create(ControllerContext context) {
    var controller = new DaemonSetController(context);
    return context
        .controller(controller)
        .watching(context.informer(DAEMON_SETS), View::key)
        .watchingMany(
            context.informer(Types.PODS),
            pod -> controller.owned.ownersOf(pod.get(), DaemonSetReader::selector))
        .watchingMany(context.informer(Types.NODES), node -> controller.affectedBy(node.get()))
        // Only read: this controller writes the revisions itself.
        .watchingMany(context.informer(RevisionHistory.CONTROLLER_REVISIONS), one -> List.of())
        .build();
  }

  /** Returns the sets that a change of a node may concern; most heartbeats concern none. */
  private List<ResourceKey> affectedBy(ApiObject node) {
    boolean gone = context.get(Types.NODES, node.key()).isEmpty();
    Set<String> here =
        context.byIndex(Types.PODS, SharedInformers.NODE, node.name()).stream()
            .flatMap(pod -> pod.controller().stream())
            .map(OwnerReference::uid)
            .collect(Collectors.toSet());
    return context.all(DAEMON_SETS).stream()
        .filter(set -> gone || here.contains(set.uid()) != DaemonSetReader.suits(set, node))
        .map(ApiObject::key)
        .toList();
  }

  @Override
  public Reconciliation reconcile(ResourceKey key) throws Exception {
    Optional<ApiObject> set = context.get(DAEMON_SETS, key);
    if (set.isEmpty()) {
      forgetDeleted();
    }
    return set.isEmpty() || set.get().terminating() ? Reconciliation.done() : run(set.get());
  }

  private void forgetDeleted() {
    Set<String> uids =
        context.all(DAEMON_SETS).stream().map(ApiObject::uid).collect(Collectors.toSet());
    backoffs.keySet().retainAll(uids);
  }

  private Reconciliation run(ApiObject set) throws InterruptedException {
    Revisions revisions = history.sync(set);
    String hash = revisions.update().labelMap().getOrDefault(DaemonPodTemplate.REVISION, "");
    Duration backoff = Duration.ZERO;
    try {
      backoff = manage(set, hash);
      rollOut(set, hash);
    } finally {
      writeStatus(set, DaemonCounts.of(nodes(set, hash)), revisions.collisions());
    }
    truncate(set, revisions);
    if (!backoff.isZero()) {
      return Reconciliation.again(backoff);
    }
    DaemonCounts counts = DaemonCounts.of(nodes(set, hash));
    return counts.ready() != counts.available()
        ? Reconciliation.again(DaemonSetReader.minReady(set))
        : Reconciliation.done();
  }

  /** Reads nodes and pods anew; own writes are visible at once. */
  private List<DaemonNode> nodes(ApiObject set, String hash) throws InterruptedException {
    return DaemonSetReader.nodes(set, hash, context.all(Types.NODES), pods(set), context.now());
  }

  private List<ApiObject> pods(ApiObject set) throws InterruptedException {
    return owned.claim(set, DaemonSetReader.selector(set));
  }

  /**
   * Creates missing pods and deletes surplus, finished and misplaced ones.
   *
   * @return the time until the next failed pod may be replaced; zero if none has to wait
   */
  private Duration manage(ApiObject set, String hash) throws InterruptedException {
    boolean surge = DaemonSetReader.maxSurge(set, 1) > 0;
    var create = new ArrayList<String>();
    var delete = new ArrayList<DaemonPod>();
    Duration wait = Duration.ZERO;
    for (DaemonNode node : nodes(set, hash)) {
      NodePods wanted = NodePods.of(node, surge);
      for (DaemonPod pod : wanted.delete()) {
        Duration left = backoff(set, node, pod);
        if (left.isZero()) {
          reportFinished(set, node, pod);
          delete.add(pod);
        } else if (wait.isZero() || left.compareTo(wait) < 0) {
          wait = left;
        }
      }
      if (wanted.create()) {
        create.add(node.name());
      }
    }
    change(set, hash, create, delete);
    control.delete(set, unscheduledWithoutNode(set));
    return wait;
  }

  /**
   * Returns how long the replacement of a pod has to wait. Zero means now, and makes the next wait
   * longer.
   */
  private Duration backoff(ApiObject set, DaemonNode node, DaemonPod pod) {
    if (pod.phase() != DaemonPod.Phase.FAILED || !node.mayStay()) {
      return Duration.ZERO;
    }
    FailedPodBackoff current = backoffs.getOrDefault(set.uid(), FailedPodBackoff.NONE);
    Duration left = current.remaining(node.name(), context.now());
    if (left.isZero()) {
      backoffs.put(set.uid(), current.replaced(node.name(), context.now()));
    }
    return left;
  }

  private void reportFinished(ApiObject set, DaemonNode node, DaemonPod pod) {
    String where =
        "daemon pod %s/%s on node %s".formatted(set.namespace(), pod.name(), node.name());
    if (pod.phase() == DaemonPod.Phase.FAILED) {
      context.warning(
          DAEMON_SETS, set, "FailedDaemonPod", "Found failed " + where + ", will try to kill it");
    } else if (pod.phase() == DaemonPod.Phase.SUCCEEDED) {
      context.normal(
          DAEMON_SETS,
          set,
          "SucceededDaemonPod",
          "Found succeeded " + where + ", will try to delete it");
    }
  }

  private void change(ApiObject set, String hash, List<String> create, List<DaemonPod> delete)
      throws InterruptedException {
    for (String node : create) {
      var unused = control.create(set, DaemonPodTemplate.pod(set, node, hash));
    }
    Set<String> names = delete.stream().map(DaemonPod::name).collect(Collectors.toSet());
    control.delete(set, pods(set).stream().filter(pod -> names.contains(pod.name())).toList());
  }

  /**
   * Returns unscheduled pods for nodes that are gone: no scheduler and no kubelet would delete
   * them.
   */
  private List<ApiObject> unscheduledWithoutNode(ApiObject set) throws InterruptedException {
    return pods(set).stream()
        .filter(pod -> Pods.node(pod).isEmpty() && !pod.terminating())
        .filter(
            pod ->
                DaemonPodTemplate.node(pod)
                    .filter(node -> context.get(Types.NODES, ResourceKey.of(node)).isEmpty())
                    .isPresent())
        .toList();
  }

  private void rollOut(ApiObject set, String hash) throws InterruptedException {
    if (!DaemonSetReader.rolling(set)) {
      return;
    }
    List<DaemonNode> nodes =
        nodes(set, hash).stream()
            .filter(node -> node.shouldRun() || !node.pods().isEmpty())
            .toList();
    int desired = (int) nodes.stream().filter(DaemonNode::shouldRun).count();
    int surge = DaemonSetReader.maxSurge(set, desired);
    DaemonRollout step =
        surge == 0
            ? DaemonRollout.replacing(nodes, DaemonSetReader.maxUnavailable(set, desired))
            : DaemonRollout.surging(nodes, surge, desired);
    change(set, hash, step.create(), step.delete());
  }

  private void writeStatus(ApiObject set, DaemonCounts counts, int collisions)
      throws InterruptedException {
    ObjectNode status = set.statusCopy();
    status.put("currentNumberScheduled", counts.current());
    status.put("numberMisscheduled", counts.misscheduled());
    status.put("desiredNumberScheduled", counts.desired());
    status.put("numberReady", counts.ready());
    status.put("observedGeneration", set.generation());
    Counts.put(status, "updatedNumberScheduled", counts.updated());
    Counts.put(status, "numberAvailable", counts.available());
    Counts.put(status, "numberUnavailable", counts.desired() - counts.available());
    Counts.put(status, "collisionCount", collisions);
    var unused = context.updateStatus(DAEMON_SETS, set, status);
  }

  private void truncate(ApiObject set, Revisions revisions) throws InterruptedException {
    var hashes = new HashSet<String>();
    pods(set).forEach(pod -> hashes.add(revision(pod)));
    Set<String> inUse =
        revisions.all().stream()
            .filter(each -> hashes.contains(revision(each)))
            .map(ApiObject::name)
            .collect(Collectors.toCollection(HashSet::new));
    inUse.add(revisions.update().name());
    history.truncate(revisions, inUse, set.spec().path("revisionHistoryLimit").asInt(10));
  }

  private static String revision(ApiObject object) {
    return object.labelMap().getOrDefault(DaemonPodTemplate.REVISION, "");
  }
}
