package io.listwatch.objects.kinds.validation;

import java.util.stream.Stream;

/** Validates NetworkPolicies. */
final class NetworkPolicyRules implements ValidationRules {
  @Override
  public void check(Field policy) {
    Field spec = policy.at("spec");
    LabelSelectorRules.check(spec.at("podSelector"));
    spec.at("ingress").each(rule -> checkRule(rule, "from"));
    spec.at("egress").each(rule -> checkRule(rule, "to"));
    Field types = spec.at("policyTypes");
    if (types.size() > types.supported().size()) {
      types.invalid("may not specify more than two policyTypes");
      return;
    }
    types.each(Field::checkDeclared);
  }

  private static void checkRule(Field rule, String peers) {
    rule.at("ports").each(NetworkPolicyRules::checkPort);
    rule.at(peers).each(NetworkPolicyRules::checkPeer);
  }

  private static void checkPort(Field each) {
    Field port = each.at("port");
    Field end = each.at("endPort");
    each.checkDeclared("protocol");
    if (port.absent()) {
      end.ifPresent(given -> given.invalid("may not be specified when `port` is not specified"));
    } else if (port.value().isText()) {
      end.ifPresent(given -> given.invalid("may not be specified when `port` is non-numeric"));
      port.port();
    } else {
      port.port();
      if (end.present() && end.number() < port.number()) {
        end.invalid(port.number(), "must be greater than or equal to `port`");
      }
      end.checkDeclared();
    }
  }

  private static void checkPeer(Field peer) {
    Field block = peer.at("ipBlock");
    LabelSelectorRules.check(peer.at("podSelector"));
    LabelSelectorRules.check(peer.at("namespaceSelector"));
    block.ifPresent(NetworkPolicyRules::checkBlock);
    boolean others =
        Stream.of("podSelector", "namespaceSelector").anyMatch(each -> peer.at(each).present());
    if (!others && block.absent()) {
      peer.required("must specify a peer");
    } else if (others && block.present()) {
      peer.forbidden("may not specify both ipBlock and another peer");
    }
  }

  private static void checkBlock(Field block) {
    Field network = block.at("cidr");
    if (network.isEmpty()) {
      network.required("");
      return;
    }
    if (!AddressRules.network(network)) {
      return;
    }
    block
        .at("except")
        .each(
            part -> {
              if (AddressRules.network(part)
                  && !Addresses.strictlyContains(network.text(), part.text())) {
                part.invalid("must be a strict subset of `cidr`");
              }
            });
  }
}
