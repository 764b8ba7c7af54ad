package io.listwatch.server.registry.write;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.objects.apply.ManagedFields;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.schema.NameRule;
import io.listwatch.server.registry.Refusals;
import io.listwatch.server.registry.metadata.Metadata;
import io.listwatch.server.registry.metadata.MetadataValidation;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.server.resource.Transition;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of an object that is changed: one request's decision, made again whenever somebody
 * else was faster.
 *
 * <p>Threads: the storage calls {@link #next} one at a time; what came of the last call is read
 * when the write is complete.
 */
final class Replacement implements Transition {
  private static final String ANOTHER =
      "StorageError: invalid object, Code: 4, Key: %s, ResourceVersion: 0, AdditionalErrorMsg:"
          + " %s";

  private final ServedKind kind;
  private final ResourceKey key;
  private final RequestedChange change;
  private final ObjectDecoder intake;
  private final Creation creation;
  private final FieldOwners owners;
  private final WriteOptions options;
  private final ObjectPart part;

  private boolean created;
  private EmptyCollections empty = EmptyCollections.NONE;

  /** What the client is shown if the change was the end of the object. */
  private @Nullable Resource farewell;

  Replacement(
      ServedKind kind,
      ResourceKey key,
      RequestedChange change,
      ObjectPart part,
      ObjectDecoder intake,
      Creation creation,
      FieldOwners owners,
      WriteOptions options) {
    this.kind = kind;
    this.key = key;
    this.change = change;
    this.part = part;
    this.intake = intake;
    this.creation = creation;
    this.owners = owners;
    this.options = options;
  }

  /** What came of it, given what the storage answered. */
  WriteResult written(Resource answer) {
    Resource object = farewell != null ? farewell : answer;
    return new WriteResult(object, created);
  }

  @Override
  public Outcome next(@Nullable Resource current) {
    created = false;
    farewell = null;
    ObjectNode old = current == null ? null : ServedKind.tree(current);
    // What cannot be taken in is refused for that, whether there is something to change or not.
    ObjectNode alone = change.standsAlone() ? accepted(null) : null;
    checkIncarnation(old);
    if (old == null && !mayCreate()) {
      throw Refusals.notFound(kind.type(), key.name());
    }
    ObjectNode next = alone != null ? alone : accepted(old);
    if (!change.recordsOwners()) {
      empty.during(() -> owners.record(kind, part, old, next, options));
    }
    return old == null ? create(next) : replace(next, old);
  }

  private ObjectNode accepted(@Nullable ObjectNode old) {
    ObjectNode wanted = change.of(old == null ? null : old.deepCopy());
    ObjectNode next = intake.accept(wanted, change, key.namespace(), options.warnings());
    ObjectDecoder.checkName(Metadata.of(next), key.name());
    empty = EmptyCollections.of(wanted, next);
    return next;
  }

  private boolean mayCreate() {
    return change.creates() || (kind.traits().createOnUpdate() && part == ObjectPart.WHOLE);
  }

  private void checkIncarnation(@Nullable ObjectNode old) {
    String uid = old == null ? "" : Metadata.of(old).uid();
    if (!change.uid().isEmpty() && !change.uid().equals(uid)) {
      throw Refusals.conflict(
          kind.type(),
          key.name(),
          ANOTHER.formatted(
              EtcdKeys.of(kind.definition(), key), Refusals.unmet("UID", change.uid(), uid)));
    }
  }

  private Outcome create(ObjectNode next) {
    created = true;
    kind.strategy().warningsAsSent(next).forEach(options.warnings());
    creation.complete(kind, next);
    kind.strategy().warnings(next, null).forEach(options.warnings());
    Metadata.of(next).remove("resourceVersion");
    return options.dryRun()
        ? new Outcome.Answer(kind.rehearsed(next))
        : new Outcome.Put(next, kind.strategy().lifetime());
  }

  private Outcome replace(ObjectNode next, ObjectNode old) {
    checkVersion(Metadata.of(next), Metadata.of(old));
    Metadata.of(next).copy(Metadata.of(old), "generation");
    part.prepare(kind.strategy(), next, old);
    keepIdentity(Metadata.of(next), Metadata.of(old));
    validate(next, old);
    part.admit(kind.strategy(), next, old);
    part.warnings(kind.strategy(), next, old).forEach(options.warnings());
    if (change.recordsOwners() || !empty.places().isEmpty()) {
      ManagedFields.keepTimes(next, old);
    }
    if (isTheEnd(next, old)) {
      farewell = kind.rehearsed(next);
      return options.dryRun() ? new Outcome.Answer(farewell) : new Outcome.Delete();
    }
    return options.dryRun()
        ? new Outcome.Answer(kind.rehearsed(next))
        : new Outcome.Put(next, kind.strategy().lifetime());
  }

  /**
   * Without a version, or with 0, the change is meant for whatever there is, if the kind has it.
   */
  private void checkVersion(Metadata next, Metadata old) {
    String version = next.resourceVersion();
    if (!version.isEmpty() && !version.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw Refusals.plain("strconv.ParseUint: parsing \"" + version + "\": invalid syntax");
    }
    String number = version.replaceFirst("^0+", "");
    if (number.isEmpty() && !kind.traits().unconditionalUpdate()) {
      throw Refusals.invalid(
          kind.type().group(),
          kind.type().plural(),
          key.name(),
          List.of(
              FieldError.invalid(
                  "metadata.resourceVersion", 0, "must be specified for an update")));
    }
    if (!number.isEmpty() && !number.equals(old.resourceVersion())) {
      throw Refusals.modified(kind.type(), key.name());
    }
    next.copy(old, "resourceVersion");
  }

  private static void keepIdentity(Metadata next, Metadata old) {
    if (next.uid().isEmpty()) {
      next.copy(old, "uid");
    }
    next.copy(old, "creationTimestamp");
    if (old.terminating()) {
      next.copy(old, "deletionTimestamp");
    }
    if (old.deletionGrace().isPresent() && next.deletionGrace().isEmpty()) {
      next.copy(old, "deletionGracePeriodSeconds");
    }
  }

  /** The reference checks changes of metadata twice, so that causes come in pairs. */
  private void validate(ObjectNode next, ObjectNode old) {
    List<FieldError> errors = new ArrayList<>();
    Metadata metadata = Metadata.of(next);
    var common = new MetadataValidation(kind.type().scope(), NameRule.PATH_SEGMENT, errors);
    common.check(metadata);
    common.checkChange(metadata, Metadata.of(old));
    var own = new MetadataValidation(kind.type().scope(), kind.traits().names(), errors);
    own.checkChange(metadata, Metadata.of(old));
    if (kind.traits().revalidated()) {
      own.check(metadata);
      own.checkQualified(metadata);
    }
    List<String> forgiven = new ArrayList<>();
    part.validate(kind.strategy(), next, old, errors, forgiven);
    forgiven.forEach(options.warnings());
    if (!errors.isEmpty()) {
      throw Refusals.invalid(kind.type(), key.name(), errors);
    }
  }

  private boolean isTheEnd(ObjectNode next, ObjectNode old) {
    return Metadata.of(old).terminating()
        && kind.strategy().finished(next)
        && Metadata.of(old).deletionGrace().orElse(0) == 0;
  }
}
