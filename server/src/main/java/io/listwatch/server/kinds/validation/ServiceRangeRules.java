package io.listwatch.server.kinds.validation;

import com.fasterxml.jackson.databind.JsonNode;

/** Which addresses services have: ranges, and each address that is in use. */
final class ServiceRangeRules {
  private static final String FAMILIES =
      "may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64";

  private ServiceRangeRules() {}

  /** A range of addresses. */
  static final class Range implements KindRules {
    private static final int FAMILY_COUNT = 2;

    @Override
    public void check(Field range) {
      Field networks = range.at("spec", "cidrs");
      if (networks.isEmpty()) {
        networks.required("at least one CIDR required");
        return;
      }
      long later = networks.texts().stream().filter(Addresses::isV6).count();
      if (networks.size() > FAMILY_COUNT) {
        networks.invalid("may only hold up to 2 values");
      } else if (networks.size() == FAMILY_COUNT
          && networks.items().stream().allMatch(Range::isNetwork)
          && later != 1) {
        networks.invalid(FAMILIES);
      }
      networks.each(AddressRules::network);
    }

    private static boolean isNetwork(Field network) {
      return Addresses.prefix(network.text()) >= 0;
    }

    /** A second family may be added; all else stays. */
    @Override
    public void checkChange(Field next, Field old) {
      Field networks = next.at("spec", "cidrs");
      Field before = old.at("spec", "cidrs");
      if (networks.size() < before.size() || (before.size() != 1 && !networks.alike(before))) {
        networks.invalid("field is immutable");
        return;
      }
      if (!networks.isEmpty() && !networks.items().get(0).alike(before.items().get(0))) {
        networks.items().get(0).invalid("field is immutable");
        return;
      }
      check(next);
    }
  }

  /** An address in use. */
  static final class Address implements KindRules {
    @Override
    public void check(Field address) {
      Field name = address.at("metadata", "name");
      if (!name.isEmpty()) {
        AddressRules.address(name);
      }
      Field generated = address.at("metadata", "generateName");
      if (!generated.isEmpty()) {
        AddressRules.address(generated);
      }
      checkParent(address.at("spec", "parentRef"));
    }

    private static void checkParent(Field parent) {
      if (parent.absent()) {
        parent.required("");
        return;
      }
      parent.at("group").mayMatch(TextForm.SUBDOMAIN);
      parent.at("resource").requireMatch(TextForm.PATH_SEGMENT);
      parent.at("name").requireMatch(TextForm.PATH_SEGMENT);
      parent.at("namespace").mayMatch(TextForm.PATH_SEGMENT);
    }

    @Override
    public void checkChange(Field next, Field old) {
      check(next);
      Field parent = next.at("spec", "parentRef");
      if (!parent.alike(old.at("spec", "parentRef"))) {
        parent.invalid(shown(parent), "field is immutable");
      }
    }

    private static Object shown(Field parent) {
      JsonNode value = parent.value();
      return value.isObject()
          ? GoStruct.of(parent)
              .withText("Group", "group")
              .withText("Resource", "resource")
              .withText("Namespace", "namespace")
              .withText("Name", "name")
          : Shown.of(value);
    }
  }
}
