package io.listwatch.server.kinds.validation;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Drivers of storage: what they can do, where they run, how much they have. */
final class CsiRules {
  private static final int MAX_NAME = 63;

  private CsiRules() {}

  static void checkDriverName(Field name) {
    if (name.isEmpty()) {
      name.required("");
    }
    name.noLongerThan(MAX_NAME);
    if (!name.isEmpty()) {
      name.matches(TextForm.SUBDOMAIN, name.text().toLowerCase(Locale.ROOT));
    }
  }

  /** What a driver can do. */
  static final class Driver implements KindRules {
    private static final int MIN_TOKEN_SECONDS = 600;
    private static final int MIN_PERIOD_SECONDS = 10;

    @Override
    public void check(Field driver) {
      checkSpec(driver.at("spec"));
    }

    private static void checkSpec(Field spec) {
      spec.at("volumeLifecycleModes")
          .each(
              mode ->
                  mode.called(spec.at("volumeLifecycleModes").path())
                      .oneOf(List.of("Persistent", "Ephemeral")));
      spec.at("fsGroupPolicy").mayBeOneOf(List.of("File", "None", "ReadWriteOnceWithFSType"));
      checkTokens(spec.at("tokenRequests"));
      Field period = spec.at("nodeAllocatableUpdatePeriodSeconds");
      if (period.present() && period.number() < MIN_PERIOD_SECONDS) {
        period.invalid("must be greater than or equal to " + MIN_PERIOD_SECONDS + " seconds");
      }
      Field secrets = spec.at("serviceAccountTokenInSecrets");
      if (secrets.present() && spec.at("tokenRequests").isEmpty()) {
        secrets.invalid("serviceAccountTokenInSecrets is set but no tokenRequests are specified");
      }
    }

    private static void checkTokens(Field requests) {
      Set<String> audiences = new HashSet<>();
      requests.each(
          request -> {
            request.at("audience").unique(audiences);
            Field seconds = request.at("expirationSeconds");
            if (seconds.present() && seconds.number() < MIN_TOKEN_SECONDS) {
              seconds.invalid("may not specify a duration less than 10 minutes");
            }
          });
    }

    @Override
    public void checkChange(Field next, Field old) {
      Field spec = next.at("spec");
      checkSpec(spec);
      spec.at("attachRequired")
          .called(spec.path().child("attachedRequired"))
          .sameAs(old.at("spec", "attachRequired"));
      spec.at("volumeLifecycleModes").sameAs(old.at("spec", "volumeLifecycleModes"));
    }
  }

  /** Where drivers run. */
  static final class Node implements KindRules {
    private static final int MAX_ID = 256;

    @Override
    public void check(Field node) {
      Set<String> names = new HashSet<>();
      node.at("spec", "drivers")
          .each(
              driver -> {
                checkDriverName(driver.at("name"));
                driver.at("nodeID").requireText();
                driver.at("nodeID").noLongerThan(MAX_ID);
                driver.at("allocatable", "count").nonNegative();
                if (!driver.at("name").isEmpty()) {
                  driver.at("name").unique(names);
                }
                checkKeys(driver);
              });
    }

    /** Faults of keys are told of the driver. */
    private static void checkKeys(Field driver) {
      Set<String> keys = new HashSet<>();
      driver
          .at("topologyKeys")
          .each(
              key -> {
                Field told = key.called(driver.path());
                told.requireText();
                told.unique(keys);
                told.matches(TextForm.QUALIFIED_NAME);
              });
    }

    /** What a driver is called on a node, and by which keys, is for as long as it is there. */
    @Override
    public void checkChange(Field next, Field old) {
      check(next);
      Field drivers = next.at("spec", "drivers");
      for (Field driver : drivers.items()) {
        for (Field before : old.at("spec", "drivers").items()) {
          boolean other = !driver.at("name").is(before.at("name").text());
          boolean same =
              driver.at("nodeID").alike(before.at("nodeID"))
                  && driver.at("topologyKeys").alike(before.at("topologyKeys"));
          if (!other && !same) {
            drivers.invalid(shown(driver), "field is immutable");
          }
        }
      }
    }

    private static Object shown(Field driver) {
      return GoStruct.of(driver)
          .withText("Name", "name")
          .withText("NodeID", "nodeID")
          .with("TopologyKeys", "topologyKeys")
          .withNull("Allocatable");
    }
  }

  /** How much there is to have. */
  static final class Capacity implements KindRules {
    @Override
    public void check(Field capacity) {
      capacity.at("nodeTopology").ifPresent(LabelSelectorRules::check);
      Field storageClass = capacity.at("storageClassName");
      storageClass.matches(TextForm.SUBDOMAIN);
      if (capacity.at("capacity").amount().signum() < 0) {
        capacity.at("capacity").invalid("must be greater than or equal to 0");
      }
    }

    @Override
    public void checkChange(Field next, Field old) {
      check(next);
      next.at("nodeTopology").sameAs(old.at("nodeTopology"));
      next.at("storageClassName").sameAs(old.at("storageClassName"));
    }
  }
}
