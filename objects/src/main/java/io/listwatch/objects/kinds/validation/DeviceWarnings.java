package io.listwatch.objects.kinds.validation;

import io.listwatch.selector.Quotation;
import java.util.List;
import java.util.Locale;

/** Warns about device drivers. */
final class DeviceWarnings {
  private DeviceWarnings() {}

  static void resourceSlice(Field slice, List<String> warnings) {
    Field driver = slice.at("spec", "driver");
    if (!driver.text().equals(driver.text().toLowerCase(Locale.ROOT))) {
      warnings.add(
          "%s: driver names should be lowercase; %s contains uppercase characters"
              .formatted(driver.path(), Quotation.of(driver.text())));
    }
  }
}
