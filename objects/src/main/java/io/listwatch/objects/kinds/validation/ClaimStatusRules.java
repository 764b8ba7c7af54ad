package io.listwatch.objects.kinds.validation;

import java.math.RoundingMode;
import java.util.List;

/** Validates the status of PersistentVolumeClaims. */
final class ClaimStatusRules {
  private static final List<String> RESIZE_STATUSES =
      List.of(
          "ControllerResizeInProgress",
          "ControllerResizeInfeasible",
          "NodeResizeInProgress",
          "NodeResizeInfeasible",
          "NodeResizePending");

  private ClaimStatusRules() {}

  static void check(Field status) {
    status.at("capacity").entries().values().forEach(ClaimStatusRules::checkQuantity);
    Field resizes = status.at("allocatedResourceStatuses");
    resizes
        .entries()
        .forEach(
            (name, resize) -> {
              checkName(resizes, name);
              if (!RESIZE_STATUSES.contains(resize.text())) {
                resizes.unsupported(name, RESIZE_STATUSES);
              }
            });
    Field allocated = status.at("allocatedResources");
    allocated
        .entries()
        .forEach(
            (name, quantity) -> {
              if (allocated.passes(() -> checkName(allocated, name))) {
                checkQuantity(quantity);
              }
            });
  }

  private static void checkQuantity(Field quantity) {
    if (quantity.quantity().signum() < 0) {
      quantity.invalid(
          quantity.quantity().setScale(0, RoundingMode.UP), "must be a valid resource quantity");
    }
  }

  /** Rejects standard resource names other than {@code storage}. */
  private static void checkName(Field place, String name) {
    boolean named = place.passes(() -> place.matches(TextForm.QUALIFIED_NAME, name));
    if (named && ResourceRules.isNative(name) && !name.equals("storage")) {
      place.unsupported(name, List.of("storage"));
    }
  }
}
