package io.listwatch.objects.kinds.validation;

import java.util.HashSet;
import java.util.Set;

/** Validates CSIDrivers and CSINodes. */
final class DriverRules {
  private DriverRules() {}

  /** Validates CSIDrivers. */
  static final class Driver implements ValidationRules {
    private static final int MIN_PERIOD_SECONDS = 10;
    private static final long MIN_TOKEN_SECONDS = 600;
    private static final long MAX_TOKEN_SECONDS = 1L << 32;

    @Override
    public void check(Field driver) {
      Field spec = driver.at("spec");
      spec.checkDeclared("fsGroupPolicy");
      checkTokens(spec.at("tokenRequests"));
      Field modes = spec.at("volumeLifecycleModes");
      modes.each(mode -> mode.called(modes.path()).checkDeclared());
      Field period = spec.at("nodeAllocatableUpdatePeriodSeconds");
      if (period.present() && period.number() < MIN_PERIOD_SECONDS) {
        period.invalid("must be greater than or equal to 10 seconds");
      }
      Field inSecrets = spec.at("serviceAccountTokenInSecrets");
      if (inSecrets.present() && spec.at("tokenRequests").isEmpty()) {
        inSecrets.invalid("serviceAccountTokenInSecrets is set but no tokenRequests are specified");
      }
    }

    private static void checkTokens(Field tokens) {
      Set<String> audiences = new HashSet<>();
      for (Field token : tokens.items()) {
        String audience = token.at("audience").text();
        Field seconds = token.at("expirationSeconds");
        if (!audiences.add(audience)) {
          token.at("audience").duplicate(audience);
        } else if (seconds.present() && seconds.number() < MIN_TOKEN_SECONDS) {
          seconds.invalid("may not specify a duration less than 10 minutes");
        } else if (seconds.number() > MAX_TOKEN_SECONDS) {
          seconds.invalid("may not specify a duration larger than 2^32 seconds");
        }
      }
    }

    /** kube-apiserver reports {@code attachRequired} as {@code attachedRequired}. */
    @Override
    public void checkChange(Field next, Field old) {
      check(next);
      Field spec = next.at("spec");
      spec.at("attachRequired")
          .called(spec.at("attachedRequired").path())
          .checkImmutable(old.at("spec", "attachRequired"));
      spec.checkImmutable(old.at("spec"), "volumeLifecycleModes");
    }
  }

  /** Validates CSINodes. */
  static final class Node implements ValidationRules {
    private static final int MAX_ID = 256;

    @Override
    public void check(Field node) {
      Set<String> names = new HashSet<>();
      node.at("spec", "drivers")
          .each(
              driver -> {
                checkDriver(driver);
                driver.at("name").unique(names);
                checkKeys(driver);
              });
    }

    private static void checkDriver(Field driver) {
      VolumeRules.checkDriver(driver.at("name"));
      Field id = driver.at("nodeID");
      id.checkDeclared();
      if (id.text().length() > MAX_ID) {
        id.invalid("must be " + MAX_ID + " characters or less");
      }
      driver.at("allocatable").checkDeclared("count");
    }

    /** kube-apiserver reports faulty topology keys at their driver. */
    private static void checkKeys(Field driver) {
      Set<String> seen = new HashSet<>();
      for (String key : driver.at("topologyKeys").texts()) {
        if (key.isEmpty()) {
          driver.required("");
        }
        if (!seen.add(key)) {
          driver.duplicate(key);
        }
        driver.matches(TextForm.QUALIFIED_NAME, key);
      }
    }

    @Override
    public void checkChange(Field next, Field old) {
      check(next);
      for (Field before : old.at("spec", "drivers").items()) {
        for (Field driver : next.at("spec", "drivers").items()) {
          boolean same = driver.at("name").is(before.at("name").text());
          if (same && !isStill(driver, before)) {
            next.at("spec", "drivers").invalid(shown(driver), "field is immutable");
          }
        }
      }
    }

    private static GoStruct shown(Field driver) {
      return GoStruct.of(driver)
          .withText("Name", "name")
          .withText("NodeID", "nodeID")
          .with("TopologyKeys", "topologyKeys")
          .withNull("Allocatable");
    }

    private static boolean isStill(Field driver, Field before) {
      return driver.at("nodeID").alike(before.at("nodeID"))
          && driver.at("topologyKeys").alike(before.at("topologyKeys"));
    }
  }
}
