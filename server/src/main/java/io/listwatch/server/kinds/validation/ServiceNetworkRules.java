package io.listwatch.server.kinds.validation;

import io.listwatch.server.schema.IpText;

/** The addresses that services have, and the ranges they are taken from. */
final class ServiceNetworkRules {
  private static final int FAMILIES = 2;

  private ServiceNetworkRules() {}

  /** An address in use, which is its name. */
  static final class Address implements KindRules {
    @Override
    public void check(Field address) {
      Field name = address.at("metadata").at("name");
      byte[] bytes = AddressRules.address(name) ? IpText.parse(name.text()) : null;
      if (bytes != null && !IpText.spell(bytes).equals(name.text())) {
        name.invalid("must be in canonical form (\"%s\")".formatted(IpText.spell(bytes)));
      }
      Field user = address.at("spec").at("parentRef");
      if (user.absent()) {
        user.required("");
        return;
      }
      user.at("group").mayMatch(TextForm.SUBDOMAIN);
      user.at("resource").requireMatch(TextForm.PATH_SEGMENT);
      user.at("name").requireMatch(TextForm.PATH_SEGMENT);
      user.at("namespace").mayMatch(TextForm.PATH_SEGMENT);
    }
  }

  /** One range, or one of each family. */
  static final class Network implements KindRules {
    @Override
    public void check(Field network) {
      Field ranges = network.at("spec").at("cidrs");
      if (ranges.isEmpty()) {
        ranges.required("at least one CIDR required");
        return;
      }
      if (ranges.size() > FAMILIES) {
        ranges.invalid("may only hold up to 2 values");
        return;
      }
      long families = ranges.texts().stream().map(Addresses::isV6).distinct().count();
      if (families < ranges.size()) {
        ranges.invalid(
            "may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and"
                + " 2001:db8::/64");
      }
      ranges.each(AddressRules::network);
    }
  }
}
