package io.listwatch.workloads.job;

import com.fasterxml.jackson.databind.JsonNode;
import io.listwatch.client.DeleteOptions;
import io.listwatch.client.DeleteOptions.Propagation;
import io.listwatch.controller.Controller;
import io.listwatch.controller.Reconciler;
import io.listwatch.controller.Reconciliation;
import io.listwatch.informer.View;
import io.listwatch.model.ResourceKey;
import io.listwatch.workloads.control.ControllerContext;
import io.listwatch.workloads.object.ApiObject;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Deletes finished Jobs after their {@code ttlSecondsAfterFinished}. */
public final class FinishedJobCleaner implements Reconciler<ResourceKey> {
  private final ControllerContext context;

  private FinishedJobCleaner(ControllerContext context) {
    this.context = context;
  }

  public static Controller<?> create(ControllerContext context) {
    return context
        .controller(new FinishedJobCleaner(context))
        .watching(context.informer(JobController.JOBS), View::key)
        .build();
  }

  @Override
  public Reconciliation reconcile(ResourceKey key) throws Exception {
    Optional<ApiObject> job = context.get(JobController.JOBS, key);
    Optional<Instant> expiry = job.flatMap(FinishedJobCleaner::expiry);
    if (job.isEmpty() || expiry.isEmpty()) {
      return Reconciliation.done();
    }
    Duration left = Duration.between(context.now(), expiry.get());
    if (!left.isZero() && !left.isNegative()) {
      return Reconciliation.again(left);
    }
    var unused =
        context
            .resources(JobController.JOBS)
            .delete(
                key,
                DeleteOptions.DEFAULT.ifUid(job.get().uid()).propagation(Propagation.FOREGROUND));
    return Reconciliation.done();
  }

  /** Returns when a Job is to be deleted; empty if it has no TTL or is not finished. */
  static Optional<Instant> expiry(ApiObject job) {
    JsonNode ttl = job.spec().path("ttlSecondsAfterFinished");
    JobStatus status = JobReader.status(job);
    if (!ttl.isNumber() || job.terminating() || !status.finished()) {
      return Optional.empty();
    }
    return JobCondition.whenTrue(status.conditions(), JobCondition.Type.COMPLETE)
        .or(() -> JobCondition.whenTrue(status.conditions(), JobCondition.Type.FAILED))
        .map(end -> end.since().plusSeconds(ttl.asLong()));
  }
}
