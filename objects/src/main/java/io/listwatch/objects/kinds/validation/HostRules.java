package io.listwatch.objects.kinds.validation;

import java.util.List;

/** Validates a pod's hostname, host aliases, DNS config and {@code hostUsers}. */
final class HostRules {
  private static final int MAX_SERVERS = 3;
  private static final int MAX_SEARCHES = 32;
  private static final int MAX_SEARCH_CHARACTERS = 2048;

  private static final String SEARCH_RULE =
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-'"
          + " or '.', and must start and end with an alphanumeric character (e.g. 'example.com',"
          + " regex used for validation is"
          + " '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*')";

  private HostRules() {}

  static void checkDns(Field config, String policy) {
    Field servers = config.at("nameservers");
    if (policy.equals("None")) {
      if (config.absent()) {
        config.required("must provide `dnsConfig` when `dnsPolicy` is None");
        return;
      }
      if (servers.isEmpty()) {
        servers.required("must provide at least one DNS nameserver when `dnsPolicy` is None");
        return;
      }
    }
    if (servers.size() > MAX_SERVERS) {
      servers.invalid("must not have more than " + MAX_SERVERS + " nameservers");
    }
    servers.each(AddressRules::address);
    checkSearches(config.at("searches"));
    config
        .at("options")
        .each(
            option -> {
              if (option.at("name").isEmpty()) {
                option.required("must not be empty");
              }
            });
  }

  private static void checkSearches(Field searches) {
    if (searches.size() > MAX_SEARCHES) {
      searches.invalid("must not have more than " + MAX_SEARCHES + " search paths");
    }
    if (String.join(" ", searches.texts()).length() > MAX_SEARCH_CHARACTERS) {
      searches.invalid(
          "must not have more than "
              + MAX_SEARCH_CHARACTERS
              + " characters (including spaces) in the search list");
    }
    searches.each(
        search -> {
          String name = search.text().replaceFirst("\\.$", "");
          // Search domains may have an underscore wherever they may have a dash, and also as first
          // character.
          String plain = name.replaceAll("(^|\\.)_", "$1").replace('_', '-');
          if (!search.is(".") && !TextForm.SUBDOMAIN.violations(plain).isEmpty()) {
            search.invalid(name, SEARCH_RULE);
          }
        });
  }

  static void checkAlias(Field alias) {
    AddressRules.address(alias.at("ip"));
    alias.at("hostnames").each(name -> name.matches(TextForm.SUBDOMAIN));
  }

  /** Rejects host namespaces and volume devices in a pod with {@code hostUsers: false}. */
  static void checkHostUsers(Field spec) {
    if (!spec.at("hostUsers").isFalse()) {
      return;
    }
    String rule = "when `hostUsers` is false";
    if (spec.at("hostNetwork").isTrue()) {
      spec.at("hostNetwork").forbidden(rule);
    }
    if (spec.at("hostPID").isTrue()) {
      spec.at("HostPID").forbidden(rule);
    }
    if (spec.at("hostIPC").isTrue()) {
      spec.at("HostIPC").forbidden(rule);
    }
    for (String member : List.of("initContainers", "containers", "ephemeralContainers")) {
      spec.at(member)
          .each(
              container -> {
                if (!container.at("volumeDevices").isEmpty()) {
                  container.at("volumeDevices").forbidden(rule);
                }
              });
    }
  }

  static void checkOverride(Field spec) {
    Field name = spec.at("hostnameOverride");
    if (name.absent()) {
      return;
    }
    if (spec.at("setHostnameAsFQDN").isTrue()) {
      name.forbidden("may not be specified when setHostnameAsFQDN is true");
    }
    if (spec.at("hostNetwork").isTrue()) {
      name.forbidden("may not be specified when hostNetwork is true");
    }
    name.checkDeclared();
    name.matches(TextForm.SUBDOMAIN);
  }
}
