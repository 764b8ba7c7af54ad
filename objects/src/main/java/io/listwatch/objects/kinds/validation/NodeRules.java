package io.listwatch.objects.kinds.validation;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Validates Nodes. */
final class NodeRules implements ValidationRules {
  @Override
  public void check(Field node) {
    checkTaints(node);
    checkResources(node);
    Field networks = node.at("spec", "podCIDRs");
    boolean valid = true;
    for (Field network : networks.items()) {
      valid &= AddressRules.network(network);
    }
    List<String> texts = networks.texts();
    boolean twice =
        texts.size() > 2
            || (texts.size() == 2 && Addresses.isV6(texts.get(0)) == Addresses.isV6(texts.get(1)));
    if (valid && twice) {
      networks.invalid("may specify no more than one CIDR for each IP family");
    }
  }

  /** kube-apiserver reports taints at {@code metadata.taints}. */
  private static void checkTaints(Field node) {
    Set<String> seen = new HashSet<>();
    node.at("spec", "taints")
        .called(node.at("metadata", "taints").path())
        .each(
            taint -> {
              taint.at("key").matches(TextForm.QUALIFIED_NAME);
              taint.at("value").matches(TextForm.JOINED_LABEL_VALUE);
              taint.checkDeclared("effect");
              if (!seen.add(taint.at("effect").text() + "/" + taint.at("key").text())) {
                taint.duplicate(
                    GoStruct.of(taint)
                        .withText("Key", "key")
                        .withText("Value", "value")
                        .withText("Effect", "effect")
                        .with("TimeAdded", "timeAdded"),
                    "taints must be unique by key and effect pair");
              }
            });
  }

  private static void checkResources(Field node) {
    for (String member : List.of("capacity", "allocatable")) {
      Field quantities = node.at("status", member);
      quantities
          .entries()
          .forEach(
              (name, quantity) ->
                  ResourceRules.checkValue(name, quantity.called(quantities.at(name).path())));
    }
  }

  @Override
  public void checkChange(Field next, Field old) {
    checkTaints(next); // kube-apiserver reports taints twice
    checkResources(next);
    Field networks = next.at("spec", "podCIDRs");
    Field before = old.at("spec", "podCIDRs");
    if (!before.isEmpty() && !networks.alike(before)) {
      networks.forbidden("node updates may not change podCIDR except from \"\" to valid");
    }
    Field provider = next.at("spec", "providerID");
    Field provided = old.at("spec", "providerID");
    if (!provided.isEmpty() && !provider.alike(provided)) {
      provider.forbidden("node updates may not change providerID except from \"\" to valid");
    }
    checkTaints(next);
  }

  @Override
  public void checkStatus(Field next, Field old) {
    checkResources(next);
  }
}
