package io.listwatch.objects.kinds.validation;

import io.listwatch.objects.json.JsonTrees;

/** Validates DeviceClasses: their selectors, configuration and extended resource name. */
final class DeviceClassRules implements ValidationRules {
  private static final int MAX_PARAMETERS = 10 * 1024;

  @Override
  public void check(Field deviceClass) {
    Field spec = deviceClass.at("spec");
    checkSelectors(spec.at("selectors"));
    Field configurations = spec.at("config");
    if (DeviceClaimRules.isBounded(configurations)) {
      configurations.each(DeviceClassRules::checkConfiguration);
    }
    spec.at("extendedResourceName")
        .ifPresent(
            name -> {
              if (!ResourceRules.isExtended(name.text())) {
                name.invalid("must be a valid extended resource name");
              }
            });
  }

  /** Requires the CEL expressions of device selectors, but does not compile them. */
  static void checkSelectors(Field selectors) {
    if (!DeviceClaimRules.isBounded(selectors)) {
      return;
    }
    selectors.each(
        selector -> {
          if (selector.at("cel").absent()) {
            selector.at("cel").required("");
          } else {
            selector.at("cel").checkDeclared("expression");
          }
        });
  }

  static void checkConfiguration(Field configuration) {
    Field opaque = configuration.at("opaque");
    if (opaque.absent()) {
      opaque.required("");
      return;
    }
    VolumeRules.checkDriver(opaque.at("driver"));
    checkParameters(opaque.at("parameters"), MAX_PARAMETERS);
  }

  static void checkParameters(Field parameters, int max) {
    if (parameters.absent()) {
      parameters.required("");
    } else if (JsonTrees.write(parameters.value()).length() > max) {
      parameters.tooLong(max);
    } else if (!parameters.value().isObject()) {
      parameters.invalid("<value omitted>", "must be a valid JSON object");
    }
  }
}
