package io.listwatch.objects.kinds.validation;

import io.listwatch.objects.json.JsonObject;
import java.math.BigDecimal;
import java.util.List;

/** Validates PersistentVolumeClaims. */
final class ClaimRules implements ValidationRules {
  /**
   * kube-apiserver prints the Go field path object here, which marshals to an empty JSON object.
   */
  private static final JsonObject UNSHOWN = new JsonObject();

  private static final String ALONE = "ReadWriteOncePod";
  private static final String IMMUTABLE =
      "spec is immutable after creation except resources.requests and volumeAttributesClassName for"
          + " bound claims";

  @Override
  public void check(Field claim) {
    checkSpec(claim.at("spec"));
  }

  static void checkSpec(Field spec) {
    Field modes = spec.at("accessModes");
    if (modes.isEmpty()) {
      modes.required("at least 1 access mode is required");
    }
    LabelSelectorRules.check(spec.at("selector"));
    checkModes(modes);
    checkSize(spec);
    spec.at("storageClassName").mayMatch(TextForm.SUBDOMAIN);
    spec.checkDeclared("volumeMode");
    checkSources(spec);
    spec.at("volumeAttributesClassName").mayMatch(TextForm.SUBDOMAIN);
  }

  static void checkModes(Field modes) {
    modes.each(mode -> mode.called(modes.path()).checkDeclared());
    List<String> known = modes.texts().stream().filter(modes.supported()::contains).toList();
    if (known.contains(ALONE) && known.stream().anyMatch(mode -> !mode.equals(ALONE))) {
      modes.forbidden("may not use ReadWriteOncePod with other access modes");
    }
  }

  private static void checkSize(Field spec) {
    Field size = spec.at("resources", "requests", "storage");
    Field place = size.called(spec.at("resources").path().key("storage"));
    if (size.absent()) {
      place.required("");
    } else if (size.quantity().signum() <= 0) {
      place.invalid(ResourceRules.shown(size), "must be greater than zero");
    }
  }

  private static void checkSources(Field spec) {
    Field source = spec.at("dataSource");
    Field reference = spec.at("dataSourceRef");
    source.ifPresent(ClaimRules::checkSource);
    reference.ifPresent(
        given -> {
          checkSource(given);
          given.at("namespace").mayMatch(TextForm.DNS_LABEL);
        });
    if (source.absent() || reference.absent()) {
      return;
    }
    if (!reference.at("namespace").isEmpty()) {
      spec.invalid(UNSHOWN, "may not be specified when dataSourceRef.namespace is specified");
    } else if (!sameSource(source, reference)) {
      spec.invalid(UNSHOWN, "must match dataSourceRef");
    }
  }

  private static boolean sameSource(Field source, Field reference) {
    return List.of("apiGroup", "kind", "name").stream()
        .allMatch(member -> source.at(member).alike(reference.at(member)));
  }

  private static void checkSource(Field source) {
    source.checkDeclared("name", "kind");
    if (source.at("apiGroup").isEmpty() && !source.at("kind").is("PersistentVolumeClaim")) {
      source.invalid(
          source.at("kind").text(),
          "must be 'PersistentVolumeClaim' when referencing the default apiGroup");
    }
    source.at("apiGroup").mayMatch(TextForm.SUBDOMAIN);
  }

  @Override
  public void checkStatus(Field next, Field old) {
    ClaimStatusRules.check(next.at("status"));
  }

  @Override
  public void checkChange(Field next, Field old) {
    check(next);
    Field spec = next.at("spec");
    Field before = old.at("spec");
    Field kept = restored(next, old);
    if (!kept.alike(before)) {
      spec.forbidden(IMMUTABLE + "\n" + LineDiff.of(shown(before), shown(kept)));
    }
    Field size = spec.at("resources", "requests", "storage");
    boolean shrinks = size.quantity().compareTo(quantity(before)) < 0;
    Field capacity = old.at("status", "capacity", "storage");
    if (shrinks && size.quantity().compareTo(capacity.quantity()) <= 0) {
      size.forbidden("field can not be less than status.capacity");
    }
    Field mode = spec.at("volumeMode").called(FieldPath.ROOT.child("volumeMode"));
    mode.checkImmutable(before.at("volumeMode"));
  }

  private static JsonObject shown(Field spec) {
    Field resources = spec.at("resources");
    return GoStruct.of(spec)
        .with("AccessModes", "accessModes")
        .with("Selector", "selector")
        .with(
            "Resources",
            GoStruct.of(resources).with("Limits", "limits").with("Requests", "requests"))
        .withText("VolumeName", "volumeName")
        .with("StorageClassName", "storageClassName")
        .with("VolumeMode", "volumeMode")
        .with("DataSource", "dataSource")
        .with("DataSourceRef", "dataSourceRef")
        .with("VolumeAttributesClassName", "volumeAttributesClassName")
        .tree();
  }

  private static BigDecimal quantity(Field spec) {
    return spec.at("resources", "requests", "storage").quantity();
  }

  /**
   * Returns the new spec with the old values of all mutable fields, to compare the immutable rest.
   */
  private static Field restored(Field next, Field old) {
    Field spec = next.at("spec");
    if (!(spec.value() instanceof JsonObject given)) {
      return spec;
    }
    JsonObject kept = given.deepCopy();
    Field before = old.at("spec");
    if (before.at("volumeName").isEmpty()) {
      restore(kept, before, "volumeName");
    }
    if (before.at("storageClassName").absent()) {
      restore(kept, before, "storageClassName");
    }
    if (next.at("status", "phase").is("Bound")) {
      restore(kept, before, "volumeAttributesClassName");
      if (kept.path("resources").path("requests") instanceof JsonObject requests) {
        restore(requests, before.at("resources", "requests"), "storage");
      }
    }
    return spec.with(kept);
  }

  static void restore(JsonObject kept, Field before, String member) {
    if (before.at(member).present()) {
      kept.set(member, before.at(member).value());
    } else {
      kept.remove(member);
    }
  }
}
