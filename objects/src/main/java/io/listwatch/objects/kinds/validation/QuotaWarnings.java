package io.listwatch.objects.kinds.validation;

import java.util.List;

/** Warns about ResourceQuotas. */
final class QuotaWarnings {
  private static final List<String> LIMITED =
      List.of("cpu", "memory", "storage", "ephemeral-storage");

  private QuotaWarnings() {}

  /** Warns about quotas on requests above those on limits, which can never be used up. */
  static void quota(Field quota, List<String> warnings) {
    Field hard = quota.at("spec", "hard");
    for (String resource : LIMITED) {
      String requests = "requests." + resource;
      boolean bare = hard.at(requests).absent() && !resource.endsWith("storage");
      String requested = bare ? resource : requests;
      Field request = hard.at(requested);
      Field limit = hard.at("limits." + resource);
      if (request.present()
          && limit.present()
          && request.quantity().compareTo(limit.quantity()) > 0) {
        warnings.add(
            "ResourceQuota %s (%s) should be less than limits.%s (%s)"
                .formatted(
                    requested, ResourceRules.shown(request), resource, ResourceRules.shown(limit)));
      }
    }
  }
}
