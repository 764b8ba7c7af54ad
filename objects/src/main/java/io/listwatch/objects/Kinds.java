package io.listwatch.objects;

import static java.util.stream.Collectors.toMap;

import io.listwatch.objects.apply.ApplyConflictException;
import io.listwatch.objects.apply.FieldManager;
import io.listwatch.objects.apply.FieldSet;
import io.listwatch.objects.apply.JsonPatch;
import io.listwatch.objects.apply.ManagedFields;
import io.listwatch.objects.apply.MergePatch;
import io.listwatch.objects.apply.PatchException;
import io.listwatch.objects.apply.StrategicMergePatch;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.kinds.ResourceRows;
import io.listwatch.selector.Quotation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The kinds that objects can be checked against: those that are built into Kubernetes, and those of
 * CustomResourceDefinitions.
 *
 * <pre>{@code
 * Kinds kinds = Kinds.builtIn().with(Manifest.of(definitionYaml));
 * List<Problem> problems = kinds.validate(Manifest.of(objectYaml));
 * }</pre>
 *
 * <p>Everything is computed from the arguments: quotas, webhooks and references to other objects
 * are not checked. Unknown fields are dropped wherever an object is returned. An object without a
 * namespace is checked as if it were in {@code default}.
 *
 * <p>Immutable, and thread-safe.
 */
public final class Kinds {
  /** Kinds by kind and API version, such as {@code Deployment in apps/v1}. */
  private final Map<String, KnownKind> kinds;

  private Kinds(Map<String, KnownKind> kinds) {
    this.kinds = kinds;
  }

  /** Returns the built-in kinds. */
  public static Kinds builtIn() {
    return BuiltIn.KINDS;
  }

  /**
   * Returns these kinds and those of a CustomResourceDefinition, in all served versions.
   *
   * @throws RejectedObjectException if it is not a definition, or is not valid
   */
  public Kinds with(Manifest definition) {
    KnownKind kind = require(definition);
    if (!kind.isDefinition()) {
      throw rejected(
          Problem.UNKNOWN_KIND, "kind", "a CustomResourceDefinition is expected", definition);
    }
    List<Problem> problems =
        validate(definition).stream().filter(each -> !isAboutText(each)).toList();
    if (!problems.isEmpty()) {
      throw new RejectedObjectException(problems);
    }
    var all = new HashMap<>(kinds);
    KnownKind.custom(decode(kind, definition)).forEach(each -> all.put(key(each), each));
    return new Kinds(all);
  }

  /**
   * True for unknown and duplicate fields, which a server reports only with {@code
   * fieldValidation=Strict}.
   */
  private static boolean isAboutText(Problem problem) {
    return problem.reason().equals(Problem.UNKNOWN_FIELD)
        || problem.reason().equals(Problem.DUPLICATE_FIELD);
  }

  /** True if objects of this kind can be checked. */
  public boolean contains(String apiVersion, String kind) {
    return kinds.containsKey(key(apiVersion, kind));
  }

  /**
   * Validates a new object as a POST with {@code fieldValidation=Strict} does, but does not stop at
   * unknown and duplicate fields.
   *
   * @return all problems, in the order of kube-apiserver; empty if the object is valid
   */
  public List<Problem> validate(Manifest object) {
    Optional<Problem> unknown = unknownKind(object);
    if (unknown.isPresent()) {
      return List.of(unknown.get());
    }
    KnownKind kind = require(object);
    if (!kind.creatable()) {
      return List.of(
          Problem.at(
              Problem.UNKNOWN_KIND,
              "kind",
              "the server does not allow this method on the requested resource",
              object));
    }
    return List.copyOf(new ObjectCheck(kind, object).create());
  }

  /**
   * Validates the change from one state of an object to the next: immutable fields, and transition
   * rules of custom resources.
   *
   * @param old the object before the change, as it is stored or as the user created it
   * @return all problems of {@code next} and of the change; empty if it is valid
   * @throws RejectedObjectException if {@code old} cannot be decoded
   * @throws IllegalArgumentException if the two are of different kinds
   */
  public List<Problem> validateUpdate(Manifest old, Manifest next) {
    Optional<Problem> unknown = unknownKind(next);
    if (unknown.isPresent()) {
      return List.of(unknown.get());
    }
    requireSameKind(old, next);
    KnownKind kind = require(next);
    return List.copyOf(new ObjectCheck(kind, next).update(decode(kind, old)));
  }

  /**
   * Returns an object with its defaults.
   *
   * @throws RejectedObjectException if its kind is unknown, or a value has the wrong type
   */
  public Manifest withDefaults(Manifest object) {
    return Manifest.ofTree(decode(require(object), object));
  }

  /**
   * Returns a patched object. It is not validated: see {@link #validateUpdate}.
   *
   * @param patch as JSON
   * @throws RejectedObjectException if the patch is malformed or does not fit the object
   */
  public Manifest patch(Manifest object, PatchType type, String patch) {
    KnownKind kind = require(object);
    try {
      return Manifest.ofTree(
          switch (type) {
            case JSON -> JsonPatch.apply(object.copy(), patch);
            case MERGE -> MergePatch.apply(object.copy(), patch);
            case STRATEGIC -> strategic(kind, object, patch);
          });
    } catch (PatchException e) {
      throw rejected(Problem.INVALID_PATCH, "", String.valueOf(e.getMessage()), object);
    }
  }

  private static JsonObject strategic(KnownKind kind, Manifest object, String patch) {
    if (kind.schema() == null) {
      throw rejected(
          Problem.INVALID_PATCH,
          "",
          "the body of the request was in an unknown format - accepted media types include:"
              + " application/json-patch+json, application/merge-patch+json,"
              + " application/apply-patch+yaml",
          object);
    }
    return StrategicMergePatch.apply(object.copy(), patch, kind.schema());
  }

  /**
   * Returns an object after a server-side apply, with its {@code metadata.managedFields} and its
   * defaults. It is not validated: see {@link #validate} and {@link #validateUpdate}.
   *
   * @param live the object as it is stored; null if there is none yet
   * @param configuration the fields that the manager wants to have these values, and to own
   * @throws RejectedObjectException if another manager owns a field that would change, or the
   *     configuration does not fit its kind
   * @throws IllegalArgumentException if the two are of different kinds
   */
  public Manifest apply(@Nullable Manifest live, Manifest configuration, ApplyOptions options) {
    KnownKind kind = require(configuration);
    if (live != null) {
      requireSameKind(live, configuration);
    }
    var manager =
        new FieldManager(options.fieldManager(), kind.type().apiVersion(), "", options.time());
    FieldSet untouched =
        kind.written().hasStatus()
            ? kind.strategy().untouched().union(ManagedFields.STATUS)
            : kind.strategy().untouched();
    try {
      JsonObject applied =
          kind.managedFields()
              .apply(
                  live == null ? null : live.copy(),
                  configuration.copy(),
                  manager,
                  untouched,
                  options.force());
      return Manifest.ofTree(object(ObjectDraft.ofApplied(kind, Manifest.ofTree(applied))));
    } catch (ApplyConflictException e) {
      throw new RejectedObjectException(
          e.conflicts().stream()
              .map(
                  each -> Problem.at(Problem.CONFLICT, each.field(), each.message(), configuration))
              .toList());
    } catch (PatchException e) {
      throw rejected(Problem.WRONG_TYPE, "", String.valueOf(e.getMessage()), configuration);
    }
  }

  private static void requireSameKind(Manifest old, Manifest next) {
    if (!key(old.apiVersion(), old.kind()).equals(key(next.apiVersion(), next.kind()))) {
      throw new IllegalArgumentException(
          "kind: %s (expected: %s, as of the other object)"
              .formatted(key(old.apiVersion(), old.kind()), key(next.apiVersion(), next.kind())));
    }
  }

  private static JsonObject decode(KnownKind kind, Manifest manifest) {
    return object(ObjectDraft.of(kind, manifest));
  }

  private static JsonObject object(ObjectDraft draft) {
    JsonObject object = draft.object();
    if (object == null) {
      throw new RejectedObjectException(draft.problems());
    }
    return object;
  }

  private KnownKind require(Manifest manifest) {
    unknownKind(manifest)
        .ifPresent(
            problem -> {
              throw new RejectedObjectException(List.of(problem));
            });
    return Objects.requireNonNull(kinds.get(key(manifest.apiVersion(), manifest.kind())));
  }

  private Optional<Problem> unknownKind(Manifest manifest) {
    if (manifest.apiVersion().isEmpty()) {
      return Optional.of(Problem.at(Problem.UNKNOWN_KIND, "", "apiVersion not set", manifest));
    }
    if (manifest.kind().isEmpty()) {
      return Optional.of(Problem.at(Problem.UNKNOWN_KIND, "", "kind not set", manifest));
    }
    if (contains(manifest.apiVersion(), manifest.kind())) {
      return Optional.empty();
    }
    String message =
        "no matches for kind %s in version %s"
            .formatted(Quotation.of(manifest.kind()), Quotation.of(manifest.apiVersion()));
    return Optional.of(Problem.at(Problem.UNKNOWN_KIND, "kind", message, manifest));
  }

  private static RejectedObjectException rejected(
      String reason, String field, String message, Manifest source) {
    return new RejectedObjectException(List.of(Problem.at(reason, field, message, source)));
  }

  private static String key(KnownKind kind) {
    return key(kind.type().apiVersion(), kind.type().kind());
  }

  private static String key(String apiVersion, String kind) {
    return kind + " in " + apiVersion;
  }

  /** Loads the built-in kinds on first use. */
  private static final class BuiltIn {
    static final Kinds KINDS =
        new Kinds(
            ResourceRows.load().stream()
                .map(KnownKind::builtIn)
                .collect(toMap(Kinds::key, kind -> kind)));
  }
}
