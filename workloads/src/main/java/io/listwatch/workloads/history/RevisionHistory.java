package io.listwatch.workloads.history;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.client.ResourceClient;
import io.listwatch.model.AlreadyExistsException;
import io.listwatch.model.ResourceType;
import io.listwatch.workloads.control.ControllerContext;
import io.listwatch.workloads.control.OwnedObjects;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.OwnerReference;
import io.listwatch.workloads.object.Selectors;
import io.listwatch.workloads.object.TemplateHash;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The ControllerRevisions of one kind of owner.
 *
 * <p>Thread-safe.
 */
public final class RevisionHistory {
  public static final ResourceType CONTROLLER_REVISIONS =
      ResourceType.namespaced("apps/v1", "ControllerRevision", "controllerrevisions");

  private static final Comparator<ApiObject> BY_NUMBER =
      Comparator.comparingLong(RevisionHistory::number)
          .thenComparing(ApiObject::created)
          .thenComparing(ApiObject::name);

  private final ControllerContext context;
  private final ResourceType ownerType;
  private final OwnedObjects owned;
  private final String hashLabel;

  /**
   * Creates a history.
   *
   * @param hashLabel the label of a revision that has the hash in its name
   */
  public RevisionHistory(ControllerContext context, ResourceType ownerType, String hashLabel) {
    this.context = context;
    this.ownerType = ownerType;
    this.owned = new OwnedObjects(context, ownerType, CONTROLLER_REVISIONS);
    this.hashLabel = hashLabel;
  }

  /**
   * Returns the revisions of an owner, after ensuring that the newest one has the owner's template.
   */
  public Revisions sync(ApiObject owner) throws InterruptedException {
    var all = new ArrayList<>(owned.claim(owner, Selectors.of(owner.spec().path("selector"))));
    all.sort(BY_NUMBER);
    ObjectNode data = data(owner);
    RevisionStep step = RevisionStep.of(all.stream().map(RevisionHistory::read).toList(), data);
    if (step.found() < 0) {
      return create(owner, all, data, step.number());
    }
    ApiObject found = all.get(step.found());
    return new Revisions(all, renumbered(found, step.number()), collisions(owner));
  }

  private static RevisionStep.Revision read(ApiObject revision) {
    return new RevisionStep.Revision(number(revision), revision.json().path("data"));
  }

  private static long number(ApiObject revision) {
    return revision.json().path("revision").asLong();
  }

  private static int collisions(ApiObject owner) {
    return owner.status().path("collisionCount").asInt();
  }

  /** Returns a patch that brings the owner's template back, as kubectl expects it. */
  private static ObjectNode data(ApiObject owner) {
    ObjectNode template = owner.spec().path("template").deepCopy();
    template.put("$patch", "replace");
    ObjectNode data = JsonNodeFactory.instance.objectNode();
    data.putObject("spec").set("template", template);
    return data;
  }

  private ApiObject renumbered(ApiObject revision, long number) throws InterruptedException {
    return number(revision) == number
        ? revision
        : revisions().update(revision.edited(json -> json.put("revision", number)));
  }

  private Revisions create(ApiObject owner, List<ApiObject> all, ObjectNode data, long number)
      throws InterruptedException {
    for (int collisions = collisions(owner); ; collisions++) {
      ApiObject revision = revision(owner, data, number, collisions);
      try {
        return new Revisions(all, revisions().create(revision), collisions);
      } catch (AlreadyExistsException collision) {
        Optional<ApiObject> other = revisions().get(revision.key());
        if (other.isPresent() && other.get().json().path("data").equals(data)) {
          return new Revisions(all, other.get(), collisions);
        }
      }
    }
  }

  private ApiObject revision(ApiObject owner, ObjectNode data, long number, int collisions) {
    String hash = TemplateHash.of(data, collisions);
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("apiVersion", CONTROLLER_REVISIONS.apiVersion());
    json.put("kind", CONTROLLER_REVISIONS.kind());
    ObjectNode metadata = json.putObject("metadata");
    metadata.put("namespace", owner.namespace()).put("name", owner.name() + "-" + hash);
    ObjectNode labels = metadata.putObject("labels");
    ApiObject.strings(owner.spec().at("/template/metadata/labels")).forEach(labels::put);
    labels.put(hashLabel, hash);
    ObjectNode annotations = metadata.putObject("annotations");
    owner.annotations().forEach(annotations::put);
    metadata.putArray("ownerReferences").add(OwnerReference.controller(ownerType, owner).toJson());
    json.set("data", data);
    return ApiObject.of(json.put("revision", number));
  }

  private ResourceClient<ApiObject> revisions() {
    return context.resources(CONTROLLER_REVISIONS);
  }

  /** Deletes the oldest revisions that are not in use, beyond {@code limit}. */
  public void truncate(Revisions revisions, Set<String> inUse, int limit)
      throws InterruptedException {
    List<ApiObject> old =
        revisions.all().stream().filter(each -> !inUse.contains(each.name())).toList();
    for (ApiObject revision : old.subList(0, Math.max(0, old.size() - limit))) {
      var unused = revisions().delete(revision.key());
    }
  }

  /** Returns the pod template of a revision. */
  public static JsonNode template(ApiObject revision) {
    ObjectNode template = revision.json().at("/data/spec/template").deepCopy();
    template.remove("$patch");
    return template;
  }
}
