package io.listwatch.objects.kinds.validation;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.IpText;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Validates the status of a ResourceClaim: its allocation, its reservations and the status of its
 * devices.
 */
final class DeviceStatusRules {
  private static final int MAX_DATA = 10 * 1024;
  private static final String UID_FORM =
      "uid must be in RFC 4122 normalized form, `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx` with"
          + " lowercase hexadecimal characters";

  private final Field claim;
  private final Field status;
  private final Field before;

  DeviceStatusRules(Field next, Field old) {
    this.claim = next;
    this.status = next.at("status");
    this.before = old.at("status");
  }

  void check() {
    checkUsers(status.at("reservedFor"));
    checkDevices(status.at("devices"));
    checkReservation(status.at("reservedFor"));
    Field allocation = status.at("allocation");
    if (allocation.present() && before.at("allocation").present()) {
      allocation.sameAs(before.at("allocation"));
    } else if (allocation.present()) {
      checkAllocation(allocation);
    }
  }

  private static void checkUsers(Field users) {
    if (!DeviceClaimRules.isBounded(users)) {
      return;
    }
    Set<String> uids = new HashSet<>();
    for (Field user : users.items()) {
      user.checkDeclared("resource", "name", "uid");
      if (!uids.add(user.at("uid").text())) {
        user.duplicate(user.at("uid").text());
      }
    }
  }

  /**
   * Rejects {@code reservedFor} without an allocation, and new entries in it while the claim is
   * being deleted.
   */
  private void checkReservation(Field users) {
    if (users.isEmpty()) {
      return;
    }
    if (status.at("allocation").absent()) {
      users.forbidden("may not be specified when `allocated` is not set");
    } else if (claim.at("metadata", "deletionTimestamp").present()) {
      Set<JsonValue> known = new HashSet<>();
      before.at("reservedFor").each(user -> known.add(user.value()));
      if (users.items().stream().anyMatch(user -> !known.contains(user.value()))) {
        users.forbidden(
            "new entries may not be added while `deallocationRequested` or `deletionTimestamp` are"
                + " set");
      }
    }
  }

  private void checkDevices(Field devices) {
    Set<Device> given = new HashSet<>();
    status.at("allocation", "devices", "results").each(each -> given.add(Device.of(each)));
    Set<Device> seen = new HashSet<>();
    for (Field device : devices.items()) {
      Device named = Device.of(device);
      checkNamed(device);
      if (!given.contains(named)) {
        device.invalid(shown(device), "must be an allocated device in the claim");
      }
      device.checkDeclared("conditions");
      ConditionRules.check(device.at("conditions"));
      device.at("data").ifPresent(data -> DeviceClassRules.checkParameters(data, MAX_DATA));
      checkNetwork(device.at("networkData"));
      if (!seen.add(named)) {
        device.duplicate(shown(device));
      }
    }
  }

  private static GoStruct shown(Field device) {
    return GoStruct.of(device)
        .withText("Driver", "driver")
        .withText("Pool", "pool")
        .withText("Device", "device")
        .withText("ShareID", "shareID");
  }

  private static void checkNamed(Field device) {
    VolumeRules.checkDriver(device.at("driver"));
    checkPool(device.at("pool"));
    device.at("device").matches(TextForm.DNS_LABEL);
    device.at("shareID").ifPresent(DeviceStatusRules::checkUid);
  }

  private static void checkPool(Field pool) {
    pool.checkDeclared();
    if (pool.isEmpty()) {
      return;
    }
    for (String part : pool.text().split("/", -1)) {
      pool.matches(TextForm.SUBDOMAIN, part);
    }
  }

  private static void checkUid(Field uid) {
    String text = uid.text();
    if (!text.matches("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")) {
      uid.invalid(text, "error validating uid: invalid UUID length: " + text.length());
    } else if (!text.equals(text.toLowerCase(Locale.ROOT))) {
      uid.invalid(UID_FORM);
    }
  }

  private static void checkNetwork(Field network) {
    network.checkDeclared("interfaceName", "hardwareAddress");
    Field addresses = network.at("ips");
    if (!DeviceClaimRules.isBounded(addresses)) {
      return;
    }
    addresses.each(DeviceStatusRules::checkAddress);
    Set<String> seen = new HashSet<>();
    addresses.each(address -> address.unique(seen));
  }

  /** Validates an address with a prefix length, such as {@code 10.9.8.7/24}. */
  private static void checkAddress(Field address) {
    String canonical = IpText.spellNetwork(address.text());
    if (canonical == null) {
      address.invalid(
          address.text(),
          "must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)");
    } else {
      AddressRules.requireForm(address, canonical);
    }
  }

  private void checkAllocation(Field allocation) {
    Map<String, Set<String>> names = DeviceClaimRules.names(claim.at("spec", "devices"));
    Field results = allocation.at("devices", "results");
    if (DeviceClaimRules.isBounded(results)) {
      results.each(result -> checkResult(result, names));
    }
    Field configurations = allocation.at("devices", "config");
    if (DeviceClaimRules.isBounded(configurations)) {
      for (Field configuration : configurations.items()) {
        configuration.checkDeclared("source");
        DeviceClaimRules.checkReferences(configuration.at("requests"), names);
        DeviceClassRules.checkConfiguration(configuration);
      }
    }
    allocation.at("nodeSelector").ifPresent(AffinityRules::checkNodes);
  }

  private static void checkResult(Field result, Map<String, Set<String>> names) {
    DeviceClaimRules.checkReference(result.at("request"), names);
    checkNamed(result);
    checkConditions(result.at("bindingConditions"), result.at("bindingFailureConditions"));
  }

  /**
   * Requires {@code bindingConditions} and {@code bindingFailureConditions} to come together and to
   * be disjoint.
   */
  private static void checkConditions(Field good, Field bad) {
    checkConditionNames(good);
    checkConditionNames(bad);
    bad.each(
        each -> {
          if (good.texts().contains(each.text())) {
            each.invalid("bindingFailureConditions must not overlap with bindingConditions");
          }
        });
    if (good.isEmpty() && !bad.isEmpty()) {
      good.invalid("bindingConditions are required to use bindingFailureConditions");
    }
    if (bad.isEmpty() && !good.isEmpty()) {
      bad.invalid("bindingFailureConditions are required to use bindingConditions");
    }
  }

  private static void checkConditionNames(Field conditions) {
    if (DeviceClaimRules.isBounded(conditions)) {
      conditions.each(each -> each.matches(TextForm.QUALIFIED_NAME));
    }
    Set<String> seen = new HashSet<>();
    conditions.each(each -> each.unique(seen));
  }

  /** The identity of an allocated device; {@code share} is its {@code shareID}, if it is shared. */
  private record Device(String driver, String pool, String device, String share) {
    static Device of(Field field) {
      return new Device(
          field.at("driver").text(),
          field.at("pool").text(),
          field.at("device").text(),
          field.at("shareID").text());
    }
  }
}
