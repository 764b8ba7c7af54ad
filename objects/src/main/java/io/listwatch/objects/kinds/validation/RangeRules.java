package io.listwatch.objects.kinds.validation;

import io.listwatch.objects.schema.IpText;
import java.util.List;

/** Validates ServiceCIDRs and IPAddresses. */
final class RangeRules {
  private RangeRules() {}

  /** Validates ServiceCIDRs. */
  static final class Cidr implements ValidationRules {
    @Override
    public void check(Field range) {
      Field networks = range.at("spec", "cidrs");
      if (networks.isEmpty()) {
        networks.required("at least one CIDR required");
        return;
      }
      if (networks.size() > 2) {
        networks.invalid(
            GoStruct.of(range.at("spec")).with("CIDRs", "cidrs").tree(),
            "may only hold up to 2 values");
        return;
      }
      networks.each(Cidr::checkNetwork);
      if (networks.items().size() == 2 && isOfOneFamily(networks.texts())) {
        networks.invalid(
            "may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and"
                + " 2001:db8::/64");
      }
    }

    private static boolean isOfOneFamily(List<String> networks) {
      String one = networks.get(0);
      String other = networks.get(1);
      return Addresses.isV6(one) == Addresses.isV6(other)
          && IpText.prefix(one) >= 0
          && IpText.prefix(other) >= 0;
    }

    private static void checkNetwork(Field network) {
      if (!AddressRules.network(network) || !Addresses.isV6(network.text())) {
        return;
      }
      String canonical = IpText.spellNetwork(network.text());
      if (canonical != null) {
        AddressRules.requireForm(network, canonical);
      }
    }

    /** Accepts a second CIDR in addition to the first; rejects all other changes. */
    @Override
    public void checkChange(Field next, Field old) {
      Field networks = next.at("spec", "cidrs");
      List<Field> now = networks.items();
      List<Field> before = old.at("spec", "cidrs").items();
      boolean grown = before.size() == 1 && now.size() == 2;
      if (now.size() != before.size() && !grown) {
        networks.invalid("field is immutable");
        return;
      }
      for (int i = 0; i < before.size(); i++) {
        now.get(i).sameAs(before.get(i));
      }
      if (grown) {
        check(next);
      }
    }
  }

  /** Validates IPAddresses, whose name is the address. */
  static final class Address implements ValidationRules {
    @Override
    public void check(Field address) {
      AddressRules.canonical(address.at("metadata", "name"));
      Field parent = address.at("spec", "parentRef");
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
      Field parent = next.at("spec", "parentRef");
      if (parent.absent()) {
        parent.required("");
      }
      if (!parent.alike(old.at("spec", "parentRef"))) {
        parent.invalid(shown(parent), "field is immutable");
      }
    }

    private static Object shown(Field parent) {
      return parent.present()
          ? GoStruct.of(parent)
              .withText("Group", "group")
              .withText("Resource", "resource")
              .withText("Namespace", "namespace")
              .withText("Name", "name")
          : MessageValue.of(parent.value());
    }
  }
}
