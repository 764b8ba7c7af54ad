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
 * features. Objects must have their defaults.
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

  /** Returns the rules of a built-in kind; empty rules if it has none. */
  public static KindRules of(ResourceType type) {
    return of(type.toString());
  }

  /**
   * Returns the rules of a built-in kind; empty rules if it has none.
   *
   * @param resource such as {@code deployments.apps}
   */
  public static KindRules of(String resource) {
    KindRules found = AllKinds.RULES.get(resource);
    return found == null ? new Builder(resource, Declaration.UNKNOWN).build() : found;
  }

  /** Returns the resources whose kinds have rules. */
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

  /** Validates an updated object, and the change. */
  public void validateUpdate(JsonObject next, JsonObject old, List<FieldError> errors) {
    if (validation != null) {
      validation.checkChange(Field.root(type, next, errors), Field.unchecked(type, old));
    }
  }

  /** Validates an update of the status alone. */
  public void validateStatusUpdate(JsonObject next, JsonObject old, List<FieldError> errors) {
    if (validation != null) {
      validation.checkStatus(Field.root(type, next, errors), Field.unchecked(type, old));
    }
  }

  /**
   * Returns the warnings about an object that is created or updated.
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

  /** Returns the warnings about an update of the status. */
  public List<String> statusWarnings(JsonObject next) {
    var found = new ArrayList<String>();
    if (statusWarnings != null) {
      statusWarnings.accept(Field.unchecked(type, next).at("status"), found);
    }
    return found;
  }

  /**
   * Drops the fields of disabled features that the old object does not have.
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

    /** Adds fields of features that are off by default, such as {@code endpoints.*.zone}. */
    @CanIgnoreReturnValue
    Builder disabledFields(String... paths) {
      disabled.addAll(List.of(paths));
      return this;
    }

    /** Adds all disabled fields of the pod spec at a path. */
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
