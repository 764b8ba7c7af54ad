package io.listwatch.server.kinds.validation;

import java.util.List;

/** What can be changed about volumes after they were made. */
final class VolumeAttributesRules implements KindRules {
  @Override
  public void check(Field attributes) {
    StorageClassRules.checkProvisioner(attributes.at("driverName"));
    checkParameters(attributes);
  }

  private static void checkParameters(Field attributes) {
    Field parameters = attributes.at("parameters");
    if (parameters.isEmpty()) {
      parameters.required("must contain at least one key/value pair");
    }
    StorageClassRules.checkParameters(parameters);
  }

  @Override
  public void checkChange(Field next, Field old) {
    for (String member : List.of("driverName", "parameters")) {
      if (!next.at(member).alike(old.at(member))) {
        next.at(member).forbidden("updates to " + member + " are forbidden.");
      }
    }
    checkParameters(next);
  }
}
