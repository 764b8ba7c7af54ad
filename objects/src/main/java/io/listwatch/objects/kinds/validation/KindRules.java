package io.listwatch.objects.kinds.validation;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.listwatch.model.ResourceType;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.schema.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The rules of one built-in kind: validation beyond metadata, warnings, and the fields of disabled
 * features. Objects come with their defaults filled in.
 *
 * <p>Thread-safe.
 */
public final class KindRules {
  private final String resource;
  private final Declaration type;
  private final @Nullable ValidationRules validation;
  private final List<WarningRules> warnings;
  private final @Nullable BiConsumer<Field, List<String>> statusWarnings;
  private final DisabledFields disabled;

  private KindRules(Builder builder) {
    this.resource = builder.resource;
    this.type = builder.type;
    this.validation = builder.validation;
    this.warnings = List.copyOf(builder.warnings);
    this.statusWarnings = builder.statusWarnings;
    this.disabled = new DisabledFields(builder.disabled);
  }

  /** The rules of a built-in kind; a kind without any gets empty ones. */
  public static KindRules of(ResourceType type) {
    return of(type.toString());
  }

  /**
   * The same by resource.
   *
   * @param resource such as {@code deployments.apps}
   */
  public static KindRules of(String resource) {
    KindRules found = AllKinds.RULES.get(resource);
    return found == null ? new Builder(resource, Declaration.UNKNOWN).build() : found;
  }

  /** The resources whose kinds have rules. */
  public static Set<String> resources() {
    return AllKinds.RULES.keySet();
  }

  /**
   * Begins the registration of a kind.
   *
   * @param resource such as {@code deployments.apps}
   * @param type the type of its objects in the type table, such as {@code apps/v1.Deployment}
   */
  static Builder kind(String resource, String type) {
    return new Builder(resource, Declaration.ofType(type));
  }

  String resource() {
    return resource;
  }

  Declaration type() {
    return type;
  }

  /** Validates a new object. */
  public void validate(JsonObject object, List<FieldError> errors) {
    if (validation != null) {
      validation.check(Field.root(type, object, errors));
    }
  }

  /** Validates an object that is updated, and the change. */
  public void validateUpdate(JsonObject next, JsonObject old, List<FieldError> errors) {
    if (validation != null) {
      validation.checkChange(Field.root(type, next, errors), Field.unchecked(type, old));
    }
  }

  /** Validates an update of the status, when nothing else has changed. */
  public void validateStatusUpdate(JsonObject next, JsonObject old, List<FieldError> errors) {
    if (validation != null) {
      validation.checkStatus(Field.root(type, next, errors), Field.unchecked(type, old));
    }
  }

  /**
   * The warnings about an object that is created or updated.
   *
   * @param old null for a new object
   */
  public List<String> warnings(JsonObject next, @Nullable JsonObject old) {
    Field object = Field.unchecked(type, next);
    Field before = old == null ? null : Field.unchecked(type, old);
    var found = new ArrayList<String>();
    warnings.forEach(each -> each.collect(object, before, found));
    return found;
  }

  /** The warnings about an object whose status is updated. */
  public List<String> statusWarnings(JsonObject next) {
    var found = new ArrayList<String>();
    if (statusWarnings != null) {
      statusWarnings.accept(Field.unchecked(type, next).at("status"), found);
    }
    return found;
  }

  /**
   * Removes the fields of disabled features, unless the object had them before.
   *
   * @param old null for a new object
   */
  public void dropDisabledFields(JsonObject next, @Nullable JsonObject old) {
    disabled.drop(next, old);
  }

  /** Collects the rules of a kind. Warnings come in the order in which they are added. */
  static final class Builder {
    private final String resource;
    private final Declaration type;
    private @Nullable ValidationRules validation;
    private final List<WarningRules> warnings = new ArrayList<>();
    private @Nullable BiConsumer<Field, List<String>> statusWarnings;
    private final List<String> disabled = new ArrayList<>();

    private Builder(String resource, Declaration type) {
      this.resource = resource;
      this.type = type;
    }

    @CanIgnoreReturnValue
    Builder validation(ValidationRules rules) {
      validation = rules;
      return this;
    }

    @CanIgnoreReturnValue
    Builder warnings(WarningRules more) {
      warnings.add(more);
      return this;
    }

    @CanIgnoreReturnValue
    Builder statusWarnings(BiConsumer<Field, List<String>> ofStatus) {
      statusWarnings = ofStatus;
      return this;
    }

    /** Fields of features that are off by default, such as {@code endpoints.*.zone}. */
    @CanIgnoreReturnValue
    Builder disabledFields(String... paths) {
      disabled.addAll(List.of(paths));
      return this;
    }

    /** The same for all such fields of a pod's spec at a path. */
    @CanIgnoreReturnValue
    Builder disabledPodFields(String podSpec) {
      disabled.addAll(DisabledFields.ofPodSpec(podSpec));
      return this;
    }

    KindRules build() {
      return new KindRules(this);
    }
  }
}
