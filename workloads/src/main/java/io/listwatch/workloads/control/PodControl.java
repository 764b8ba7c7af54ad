package io.listwatch.workloads.control;

import io.listwatch.client.DeleteOptions;
import io.listwatch.model.ApiException;
import io.listwatch.model.ResourceType;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Types;
import java.util.List;

/**
 * Creates and deletes the pods of one kind of owner, with an event about the owner for each.
 *
 * <p>Thread-safe. Requests are sent one after the other and the first failure ends them, so a
 * rejected pod template costs one request for each attempt, whatever the number of replicas.
 * kube-controller-manager sends parallel batches instead, the first ones small.
 */
public final class PodControl {
  /**
   * A request may have taken effect if its response has this status code or a higher one, or if
   * there is no response.
   */
  private static final int SERVER_ERROR = 500;

  private final ControllerContext context;
  private final ResourceType ownerType;

  public PodControl(ControllerContext context, ResourceType ownerType) {
    this.context = context;
    this.ownerType = ownerType;
  }

  /**
   * Creates pods.
   *
   * @throws ApiException if one could not be created; those before it exist
   */
  public void create(ApiObject owner, List<ApiObject> pods) throws InterruptedException {
    for (ApiObject pod : pods) {
      create(owner, pod);
    }
  }

  /** Creates a pod and returns it as it was stored. */
  public ApiObject create(ApiObject owner, ApiObject pod) throws InterruptedException {
    try {
      ApiObject created = context.resources(Types.PODS).create(pod);
      context.normal(ownerType, owner, "SuccessfulCreate", "Created pod: " + created.name());
      return created;
    } catch (ApiException failure) {
      if (failure.status().code() >= SERVER_ERROR) {
        context.podMayExist(owner.key());
      }
      if (!namespaceTerminates(failure)) {
        context.warning(
            ownerType, owner, "FailedCreate", "Error creating: " + failure.getMessage());
      }
      throw failure;
    }
  }

  /** True if an object was rejected because its namespace is being deleted: retries are useless. */
  public static boolean namespaceTerminates(ApiException failure) {
    return failure.status().details().causes().stream()
        .anyMatch(cause -> cause.reason().equals("NamespaceTerminating"));
  }

  /**
   * Deletes pods, unless others with the same names have taken their places.
   *
   * @throws ApiException if one could not be deleted; those before it are deleted
   */
  public void delete(ApiObject owner, List<ApiObject> pods) throws InterruptedException {
    for (ApiObject pod : pods) {
      delete(owner, pod);
    }
  }

  private void delete(ApiObject owner, ApiObject pod) throws InterruptedException {
    try {
      if (context.resources(Types.PODS).delete(pod.key(), DeleteOptions.DEFAULT.ifUid(pod.uid()))) {
        context.normal(ownerType, owner, "SuccessfulDelete", "Deleted pod: " + pod.name());
      }
    } catch (ApiException failure) {
      context.warning(ownerType, owner, "FailedDelete", "Error deleting: " + failure.getMessage());
      throw failure;
    }
  }
}
