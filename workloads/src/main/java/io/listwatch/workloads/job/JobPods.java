package io.listwatch.workloads.job;

import static java.util.Objects.requireNonNull;

import io.listwatch.client.Patch;
import io.listwatch.model.ApiException;
import io.listwatch.model.NotFoundException;
import io.listwatch.selector.LabelSelector;
import io.listwatch.workloads.control.ControllerContext;
import io.listwatch.workloads.control.OwnedObjects;
import io.listwatch.workloads.control.PodControl;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Selectors;
import io.listwatch.workloads.object.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The pods of one Job while it is reconciled. Keeps the first failed request: the status is written
 * all the same, and the Job is reconciled again afterwards.
 */
final class JobPods {
  private static final Patch RELEASE =
      Patch.strategic(
          "{\"metadata\":{\"$deleteFromPrimitiveList/finalizers\":[\"%s\"]}}"
              .formatted(JobPodReader.TRACKING_FINALIZER));
  private static final Patch TRACK =
      Patch.strategic(
          "{\"metadata\":{\"finalizers\":[\"%s\"]}}".formatted(JobPodReader.TRACKING_FINALIZER));

  private final ControllerContext context;
  private final PodControl control;
  private final ApiObject job;
  private final Map<String, ApiObject> byUid;
  private @Nullable ApiException failure;

  JobPods(ControllerContext context, ApiObject job, List<ApiObject> pods) {
    this.context = context;
    this.control = new PodControl(context, JobController.JOBS);
    this.job = job;
    this.byUid = pods.stream().collect(Collectors.toMap(ApiObject::uid, Function.identity()));
  }

  /** Returns the pods of a Job, after adopting and releasing. Adopted ones become tracked. */
  static JobPods claim(ControllerContext context, OwnedObjects owned, ApiObject job)
      throws InterruptedException {
    var known = owned.controlledBy(job).stream().map(ApiObject::uid).collect(Collectors.toSet());
    var pods = new ArrayList<ApiObject>();
    for (ApiObject pod : owned.claim(job, selector(job))) {
      boolean adopted = !known.contains(pod.uid()) && !JobPodReader.tracked(pod);
      pods.add(adopted ? context.resources(Types.PODS).patch(pod.key(), TRACK) : pod);
    }
    return new JobPods(context, job, pods);
  }

  static LabelSelector selector(ApiObject job) {
    return Selectors.of(job.spec().path("selector"));
  }

  List<JobPod> read() {
    return byUid.values().stream().map(JobPodReader::read).toList();
  }

  /** Creates pods with these completion indexes; returns how many. */
  int create(JobProgress progress, List<Integer> indexes) throws InterruptedException {
    int created = 0;
    for (int index : indexes) {
      ApiObject pod = JobPodTemplate.pod(JobController.JOBS, job, progress, index);
      if (!attempt(() -> control.create(job, pod))) {
        break;
      }
      created++;
    }
    return created;
  }

  /** Deletes pods and returns those whose deletion succeeded. They keep their finalizer. */
  List<JobPod> delete(List<JobPod> pods) throws InterruptedException {
    var deleted = new ArrayList<JobPod>();
    for (JobPod pod : pods) {
      if (attempt(() -> control.delete(job, List.of(object(pod))))) {
        deleted.add(pod);
      }
    }
    return deleted;
  }

  /** Removes the finalizer of pods and returns the pods that no longer have it. */
  List<JobPod> release(List<JobPod> pods) throws InterruptedException {
    var released = new ArrayList<JobPod>();
    for (JobPod pod : pods) {
      if (!pod.tracked() || attempt(() -> release(context, object(pod)))) {
        released.add(pod);
      }
    }
    return released;
  }

  /** Removes the finalizer of a pod, which may be gone already. */
  static void release(ControllerContext context, ApiObject pod) throws InterruptedException {
    try {
      var unused = context.resources(Types.PODS).patch(pod.key(), RELEASE);
    } catch (NotFoundException gone) {
      return;
    }
  }

  private ApiObject object(JobPod pod) {
    return requireNonNull(byUid.get(pod.uid()), "pod");
  }

  private boolean attempt(Request request) throws InterruptedException {
    try {
      request.send();
      return true;
    } catch (ApiException failed) {
      failure = failure == null ? failed : failure;
      return false;
    }
  }

  /** Throws the first failure, if there was one. */
  void throwFailure() {
    if (failure != null) {
      throw failure;
    }
  }

  /** A request about one pod. */
  @FunctionalInterface
  private interface Request {
    void send() throws InterruptedException;
  }
}
