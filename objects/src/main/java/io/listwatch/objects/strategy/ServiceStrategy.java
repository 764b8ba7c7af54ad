package io.listwatch.objects.strategy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.strategy.MissingAddressesException.RequestedPort;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The strategy of Services: sets the IP families, cluster IPs and node ports that a client leaves
 * to the server. An update keeps values that it does not contain.
 *
 * <p>Addresses come from those allocated for the write. If some are missing, {@link
 * MissingAddressesException} is thrown, but only if the service has no other errors.
 *
 * <p>For one write, which calls it from one thread at a time.
 */
public final class ServiceStrategy extends BuiltInStrategy {
  private static final String NONE = "None";
  private static final String HEALTH = "healthCheckNodePort";
  private static final Set<String> WITH_PORTS = Set.of("NodePort", "LoadBalancer");

  private final AllocatedAddresses allocated;

  /** The addresses that are not allocated yet for the current object; null if there are none. */
  private @Nullable MissingAddressesException missing;

  /** Errors about IP families; if there are any, no addresses are allocated. */
  private List<FieldError> familyErrors = List.of();

  public ServiceStrategy(WrittenKind kind, AllocatedAddresses allocated) {
    super(kind);
    this.allocated = allocated;
  }

  @Override
  public void prepareCreate(JsonObject object) {
    super.prepareCreate(object);
    object.putObject("status").putObject("loadBalancer");
    JsonObject spec = object.withObject("spec");
    nameAddresses(spec);
    decide(spec, new JsonObject());
  }

  @Override
  public void prepareUpdate(JsonObject next, JsonObject old) {
    super.prepareUpdate(next, old);
    JsonObject spec = next.withObject("spec");
    JsonValue before = old.path("spec");
    followAddress(spec, before);
    keepWhatIsLeftOut(spec, before);
    new ServiceTypeChange(spec, before).drop();
    decide(spec, before);
  }

  @Override
  public void validate(JsonObject object, List<FieldError> errors) {
    super.validate(object, errors);
    askForMissing(errors);
  }

  @Override
  public void validateUpdate(
      JsonObject next, JsonObject old, List<FieldError> errors, List<String> warnings) {
    super.validateUpdate(next, old, errors, warnings);
    askForMissing(errors);
  }

  private void askForMissing(List<FieldError> errors) {
    if (errors.isEmpty()) {
      errors.addAll(familyErrors);
    }
    if (errors.isEmpty() && missing != null) {
      throw missing;
    }
  }

  /** A changed {@code clusterIP} replaces unchanged {@code clusterIPs}. */
  private static void followAddress(JsonObject spec, JsonValue before) {
    String address = spec.path("clusterIP").asText();
    if (!address.isEmpty()
        && !address.equals(before.path("clusterIP").asText())
        && spec.path("clusterIPs").equals(before.path("clusterIPs"))) {
      spec.putArray("clusterIPs").add(address);
    }
  }

  private static void keepWhatIsLeftOut(JsonObject spec, JsonValue before) {
    if (inCluster(spec) && inCluster(before)) {
      String address = spec.path("clusterIP").asText();
      String was = before.path("clusterIP").asText();
      if (address.isEmpty() || (address.equals(was) && spec.path("clusterIPs").isEmpty())) {
        for (String member : List.of("clusterIP", "clusterIPs")) {
          keep(spec, before, member);
        }
      }
      keep(spec, before, "ipFamilies");
      keep(spec, before, "ipFamilyPolicy");
    }
    if (hasPorts(spec) && hasPorts(before)) {
      for (JsonValue port : spec.path("ports")) {
        keepNodePort((JsonObject) port, before.path("ports"));
      }
    }
    if (needsHealthPort(spec) && needsHealthPort(before)) {
      keep(spec, before, HEALTH);
    }
  }

  private static void keep(JsonObject spec, JsonValue before, String member) {
    boolean absent = isEmpty(spec.path(member));
    if (absent && !isEmpty(before.path(member))) {
      spec.set(member, before.path(member).deepCopy());
    }
  }

  private static boolean isEmpty(JsonValue value) {
    return value.isNumber() ? value.asInt() == 0 : value.asText().isEmpty() && value.isEmpty();
  }

  private static void keepNodePort(JsonObject port, JsonValue before) {
    for (JsonValue each : before) {
      boolean same =
          each.path("port").equals(port.path("port"))
              && each.path("protocol").equals(port.path("protocol"));
      if (same && port.path("nodePort").asInt() == 0 && each.path("nodePort").asInt() != 0) {
        port.set("nodePort", each.get("nodePort"));
      }
    }
  }

  private void decide(JsonObject spec, JsonValue before) {
    familyErrors = List.of();
    missing = null;
    if (inCluster(spec)) {
      nameAddresses(spec);
      familyErrors = ServiceFamilies.decide(spec);
    }
    if (!familyErrors.isEmpty()) {
      return;
    }
    List<String> addresses = neededAddresses(spec, before);
    List<RequestedPort> ports = neededPorts(spec, before);
    missing = has(addresses, ports) ? null : new MissingAddressesException(addresses, ports);
    if (missing == null) {
      take(spec, addresses, ports);
    }
  }

  private static void nameAddresses(JsonObject spec) {
    String address = spec.path("clusterIP").asText();
    if (!address.isEmpty() && spec.path("clusterIPs").isEmpty()) {
      spec.putArray("clusterIPs").add(address);
    }
  }

  /** Returns the cluster IPs that the service does not have yet; an empty string stands for any. */
  private static List<String> neededAddresses(JsonObject spec, JsonValue before) {
    String address = spec.path("clusterIP").asText();
    boolean had = !address.isEmpty() && address.equals(before.path("clusterIP").asText());
    return !inCluster(spec) || address.equals(NONE) || had ? List.of() : List.of(address);
  }

  private static List<RequestedPort> neededPorts(JsonObject spec, JsonValue before) {
    var needed = new ArrayList<RequestedPort>();
    if (hasPorts(spec)) {
      var seen = new ArrayList<>(portsOf(before));
      JsonValue ports = spec.path("ports");
      boolean any = spec.path("allocateLoadBalancerNodePorts").asBoolean(true);
      for (int i = 0; i < ports.size(); i++) {
        int number = ports.path(i).path("nodePort").asInt();
        if (number == 0 ? any : !seen.contains(number)) {
          needed.add(new RequestedPort("spec.ports[" + i + "].nodePort", number));
          seen.add(number);
        }
      }
    }
    int health = spec.path(HEALTH).asInt();
    if (needsHealthPort(spec) && (health == 0 || health != before.path(HEALTH).asInt())) {
      needed.add(new RequestedPort("spec." + HEALTH, health));
    }
    return needed;
  }

  private static List<Integer> portsOf(JsonValue spec) {
    var ports = new ArrayList<Integer>();
    spec.path("ports").forEach(port -> ports.add(port.path("nodePort").asInt()));
    return ports;
  }

  private boolean has(List<String> addresses, List<RequestedPort> ports) {
    Deque<String> heldAddresses = new ArrayDeque<>(allocated.addresses());
    Deque<Integer> heldPorts = new ArrayDeque<>(allocated.ports());
    return addresses.stream().allMatch(each -> matches(each, heldAddresses))
        && ports.stream().allMatch(each -> matches(each.number(), heldPorts));
  }

  private void take(JsonObject spec, List<String> addresses, List<RequestedPort> ports) {
    if (!addresses.isEmpty()) {
      String address = allocated.addresses().get(0);
      spec.put("clusterIP", address);
      spec.putArray("clusterIPs").add(address);
    }
    for (int i = 0; i < ports.size(); i++) {
      put(spec, ports.get(i), allocated.ports().get(i));
    }
  }

  private static boolean matches(Object wanted, Deque<?> held) {
    Object next = held.poll();
    return next != null && (wanted.equals(next) || wanted.equals("") || wanted.equals(0));
  }

  private static void put(JsonObject spec, RequestedPort wanted, int number) {
    if (wanted.field().endsWith(HEALTH)) {
      spec.put(HEALTH, number);
    } else {
      int index = Integer.parseInt(wanted.field().replaceAll("\\D", ""));
      ((JsonObject) spec.path("ports").path(index)).put("nodePort", number);
    }
  }

  private static boolean inCluster(JsonValue spec) {
    return !spec.isEmpty() && !spec.path("type").asText().equals("ExternalName");
  }

  private static boolean hasPorts(JsonValue spec) {
    return WITH_PORTS.contains(spec.path("type").asText());
  }

  private static boolean needsHealthPort(JsonValue spec) {
    return spec.path("type").asText().equals("LoadBalancer")
        && spec.path("externalTrafficPolicy").asText().equals("Local");
  }
}
