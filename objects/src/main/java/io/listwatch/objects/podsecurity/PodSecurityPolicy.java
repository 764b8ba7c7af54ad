package io.listwatch.objects.podsecurity;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldError;
import java.util.ArrayList;
import java.util.List;

/**
 * The standards of a namespace: pods that violate {@code enforce} are rejected, those that violate
 * {@code audit} are logged, and those that violate {@code warn} cause a warning.
 */
public record PodSecurityPolicy(
    PodSecurityStandard enforce, PodSecurityStandard audit, PodSecurityStandard warn) {
  public static final PodSecurityPolicy PRIVILEGED =
      new PodSecurityPolicy(
          PodSecurityStandard.PRIVILEGED,
          PodSecurityStandard.PRIVILEGED,
          PodSecurityStandard.PRIVILEGED);

  public static final String PREFIX = "pod-security.kubernetes.io/";

  private static final String LEVELS = "must be one of privileged, baseline, restricted";
  private static final String VERSIONS = "must be \"latest\" or \"v1.x\"";

  /** A policy with the errors of the labels that it was read from. */
  public record Parsed(PodSecurityPolicy policy, List<FieldError> errors) {}

  /**
   * Reads the policy of a namespace. An invalid level enforces {@code restricted}, but does not
   * audit or warn. Without a level for warnings, it warns of violations of the enforced level.
   *
   * @param labels the labels of the namespace
   * @param defaults the policy for modes whose labels are absent
   */
  public static Parsed of(JsonValue labels, PodSecurityPolicy defaults) {
    var reader = new LabelReader(labels);
    PodSecurityStandard enforce =
        reader.standard("enforce", defaults.enforce, PodSecurityLevel.RESTRICTED);
    boolean enforces = PodSecurityLevel.parse(labels.path(PREFIX + "enforce").asText()).isPresent();
    PodSecurityStandard audit =
        reader.standard("audit", defaults.audit, PodSecurityLevel.PRIVILEGED);
    PodSecurityStandard warn = reader.standard("warn", defaults.warn, PodSecurityLevel.PRIVILEGED);
    if (!labels.has(PREFIX + "warn") && enforces && enforce.level().compareTo(warn.level()) > 0) {
      boolean versioned = labels.has(PREFIX + "warn-version");
      warn =
          new PodSecurityStandard(enforce.level(), versioned ? warn.version() : enforce.version());
    }
    return new Parsed(new PodSecurityPolicy(enforce, audit, warn), List.copyOf(reader.errors));
  }

  /**
   * Reads the defaults of a configuration, whose members are named as the labels are, without their
   * prefix. Modes that are absent are privileged.
   */
  public static Parsed ofDefaults(JsonValue defaults) {
    JsonObject labels = new JsonObject();
    defaults.properties().forEach(each -> labels.set(PREFIX + each.getKey(), each.getValue()));
    if (!labels.has(PREFIX + "warn")) {
      labels.put(PREFIX + "warn", "privileged");
    }
    Parsed parsed = of(labels, PRIVILEGED);
    return new Parsed(
        parsed.policy,
        parsed.errors.stream()
            .map(
                each ->
                    new FieldError(
                        each.reason(),
                        each.field()
                            .replace("metadata.labels[" + PREFIX, "defaults.")
                            .replace("]", ""),
                        each.message()))
            .toList());
  }

  /** True if no pod violates this policy. */
  public boolean allowsEverything() {
    return isEquivalentTo(PRIVILEGED);
  }

  public boolean isEquivalentTo(PodSecurityPolicy other) {
    return enforce.isEquivalentTo(other.enforce)
        && audit.isEquivalentTo(other.audit)
        && warn.isEquivalentTo(other.warn);
  }

  /** Reads the labels of each mode and collects their errors. */
  private static final class LabelReader {
    private final JsonValue labels;
    private final List<FieldError> errors = new ArrayList<>();

    LabelReader(JsonValue labels) {
      this.labels = labels;
    }

    PodSecurityStandard standard(
        String mode, PodSecurityStandard usual, PodSecurityLevel ifInvalid) {
      return new PodSecurityStandard(
          level(PREFIX + mode, usual.level(), ifInvalid),
          version(PREFIX + mode + "-version", usual.version()));
    }

    private PodSecurityLevel level(
        String label, PodSecurityLevel usual, PodSecurityLevel ifInvalid) {
      if (!labels.has(label)) {
        return usual;
      }
      String value = labels.path(label).asText();
      return PodSecurityLevel.parse(value).orElseGet(() -> report(label, value, LEVELS, ifInvalid));
    }

    private PodSecurityVersion version(String label, PodSecurityVersion usual) {
      if (!labels.has(label)) {
        return usual;
      }
      String value = labels.path(label).asText();
      return PodSecurityVersion.parse(value)
          .orElseGet(() -> report(label, value, VERSIONS, PodSecurityVersion.LATEST));
    }

    private <T> T report(String label, String value, String rule, T instead) {
      errors.add(FieldError.invalid("metadata.labels[%s]".formatted(label), value, rule));
      return instead;
    }
  }
}
