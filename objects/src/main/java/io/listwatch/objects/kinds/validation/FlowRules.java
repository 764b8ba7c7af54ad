package io.listwatch.objects.kinds.validation;

import io.listwatch.objects.kinds.Verb;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Validates FlowSchemas and PriorityLevelConfigurations. */
final class FlowRules {
  private FlowRules() {}

  private static void checkConditions(Field status) {
    Set<String> types = new HashSet<>();
    status
        .at("conditions")
        .each(
            condition -> {
              condition.at("type").unique(types);
              condition.checkDeclared("type");
            });
  }

  /** Validates FlowSchemas. */
  static final class Schema implements ValidationRules {
    private static final int MAX_PRECEDENCE = 10_000;
    private static final List<String> VERBS =
        Stream.concat(Stream.of(Verb.values()).map(Verb::word), Stream.of("proxy"))
            .sorted()
            .toList();

    @Override
    public void check(Field schema) {
      Field spec = schema.at("spec");
      checkPrecedence(spec.at("matchingPrecedence"), schema.at("metadata", "name").text());
      spec.at("distinguisherMethod")
          .ifPresent(
              method -> {
                Field type = method.at("type");
                if (!type.supported().contains(type.text())) {
                  type.unsupported(
                      GoStruct.of(method).withText("Type", "type").tree(), type.supported());
                }
              });
      Field level = spec.at("priorityLevelConfiguration", "name");
      if (level.isEmpty()) {
        level.required("must reference a priority level");
      } else {
        level.matches(TextForm.SUBDOMAIN);
      }
      spec.at("rules").each(Schema::checkRule);
      MandatoryFlows.checkSchema(spec, schema.at("metadata", "name").text());
      checkConditions(schema.at("status"));
    }

    @Override
    public void checkStatus(Field next, Field old) {
      checkConditions(next.at("status"));
    }

    private static void checkPrecedence(Field precedence, String name) {
      long number = precedence.number();
      if (number <= 0) {
        precedence.invalid(number, "must be a positive value");
      } else if (number > MAX_PRECEDENCE) {
        precedence.invalid("must not be greater than " + MAX_PRECEDENCE);
      } else if (number == 1 && !name.equals("exempt")) {
        precedence.invalid("only the schema named 'exempt' may have matchingPrecedence 1");
      }
    }

    private static void checkRule(Field rule) {
      Field subjects = rule.at("subjects");
      if (subjects.isEmpty()) {
        subjects.required("subjects must contain at least one value");
      }
      subjects.each(Schema::checkSubject);
      Field resources = rule.at("resourceRules");
      Field others = rule.at("nonResourceRules");
      if (resources.isEmpty() && others.isEmpty()) {
        rule.required("at least one of resourceRules and nonResourceRules has to be non-empty");
      }
      resources.each(Schema::checkResources);
      others.each(Schema::checkPaths);
    }

    private static void checkSubject(Field subject) {
      if (!subject.passes(() -> subject.checkDeclared("kind"))) {
        return;
      }
      String kind = subject.at("kind").text();
      String own = member(kind);
      Field named = subject.at(own);
      if (named.absent()) {
        named.required("%s is required when subject kind is '%s'".formatted(own, kind));
      } else {
        checkNamed(named, kind.equals("ServiceAccount"));
      }
      for (String other : List.of("ServiceAccount", "User", "Group")) {
        if (!other.equals(kind) && subject.at(member(other)).present()) {
          subject
              .at(member(other))
              .forbidden(
                  "%s is forbidden when subject kind is not '%s'".formatted(member(other), other));
        }
      }
    }

    private static String member(String kind) {
      return Character.toLowerCase(kind.charAt(0)) + kind.substring(1);
    }

    private static void checkNamed(Field named, boolean account) {
      named.checkDeclared("name");
      if (!account) {
        return;
      }
      if (!named.at("name").is("*")) {
        named.at("name").mayMatch(TextForm.SUBDOMAIN);
      }
      if (named.at("namespace").isEmpty()) {
        named.at("namespace").required("must specify namespace for service account");
      } else {
        named.at("namespace").matches(TextForm.DNS_LABEL);
      }
    }

    private static void checkVerbs(Field verbs) {
      if (verbs.isEmpty()) {
        verbs.required("verbs must contain at least one value");
      } else if (!checkWildcard(verbs, "verbs") && !VERBS.containsAll(verbs.texts())) {
        verbs.unsupported(verbs.value(), VERBS);
      }
    }

    /** Returns true if the list contains {@code *}, which must then be its only item. */
    private static boolean checkWildcard(Field list, String what) {
      boolean everything = list.texts().contains("*");
      if (everything && list.size() > 1) {
        list.invalid("if '*' is present, must not specify other " + what);
      }
      return everything;
    }

    private static void checkPaths(Field rule) {
      checkVerbs(rule.at("verbs"));
      Field paths = rule.at("nonResourceURLs");
      if (paths.isEmpty()) {
        paths.required("nonResourceURLs must contain at least one value");
      } else if (!checkWildcard(paths, "non-resource URLs")) {
        paths.each(Schema::checkPath);
      }
    }

    private static void checkPath(Field path) {
      String text = path.text();
      long wildcards = text.chars().filter(c -> c == '*').count();
      if (text.isEmpty()) {
        path.invalid("", "must not be empty");
      } else if (!text.startsWith("/")) {
        path.invalid("must start with slash");
      } else if (text.contains(" ")) {
        path.invalid("must not contain white-space");
      } else if (text.contains("//")) {
        path.invalid("must not contain double slash");
      } else if (wildcards > 1 || (wildcards == 1 && !text.endsWith("/*"))) {
        path.invalid("wildcard can only do suffix matching");
      }
    }

    private static void checkResources(Field rule) {
      checkVerbs(rule.at("verbs"));
      checkSome(rule.at("apiGroups"), "api group");
      checkSome(rule.at("resources"), "resource");
      Field namespaces = rule.at("namespaces");
      if (namespaces.isEmpty() && !rule.at("clusterScope").isTrue()) {
        namespaces.required(
            "resource rules that are not cluster scoped must supply at least one namespace");
      } else if (!checkWildcard(namespaces, "namespaces")) {
        for (Field namespace : namespaces.items()) {
          for (String broken : TextForm.DNS_LABEL.violations(namespace.text())) {
            namespace.invalid(
                "each member of this list must be '*' or a DNS-1123 label; " + broken);
          }
        }
      }
    }

    private static void checkSome(Field list, String what) {
      if (list.isEmpty()) {
        list.required("resource rules must supply at least one " + what);
      } else {
        checkWildcard(list, what + "s");
      }
    }
  }

  /** Validates PriorityLevelConfigurations. */
  static final class Level implements ValidationRules {
    private static final int MAX_QUEUES = 10_000_000;
    private static final int MAX_ENTROPY_BITS = 60;

    @Override
    public void check(Field level) {
      Field spec = level.at("spec");
      Field type = spec.at("type");
      if (level.at("metadata", "name").is("exempt") != type.is("Exempt")) {
        type.invalid(type.text(), "must be 'Exempt' if and only if `name` is 'exempt'");
      }
      switch (type.text()) {
        case "Exempt" -> {
          if (spec.at("limited").present()) {
            spec.at("limited").forbidden("must be nil if the type is not Limited");
          }
          checkShares(spec.at("exempt"));
          spec.at("exempt").checkDeclared("lendablePercent");
        }
        case "Limited" -> {
          if (spec.at("exempt").present()) {
            spec.at("exempt").forbidden("must be nil if the type is Limited");
          }
          checkLimited(spec.at("limited"));
        }
        default -> type.checkDeclared();
      }
      MandatoryFlows.checkLevel(spec, level.at("metadata", "name").text());
      checkConditions(level.at("status"));
    }

    @Override
    public void checkStatus(Field next, Field old) {
      checkConditions(next.at("status"));
    }

    private static void checkShares(Field part) {
      if (part.at("nominalConcurrencyShares").number() < 0) {
        part.at("nominalConcurrencyShares").invalid("must be a non-negative integer");
      }
    }

    private static void checkLimited(Field limited) {
      if (limited.absent()) {
        limited.required("must not be empty when type is Limited");
        return;
      }
      checkShares(limited);
      checkResponse(limited.at("limitResponse"));
      limited.checkDeclared("lendablePercent");
      if (limited.at("borrowingLimitPercent").number() < 0) {
        limited.at("borrowingLimitPercent").invalid("if specified, must be a non-negative integer");
      }
    }

    private static void checkResponse(Field response) {
      Field queuing = response.at("queuing");
      switch (response.at("type").text()) {
        case "Reject" -> {
          if (queuing.present()) {
            queuing.forbidden("must be nil if limited.limitResponse.type is not Limited");
          }
        }
        case "Queue" -> {
          if (queuing.absent()) {
            queuing.required("must not be empty if limited.limitResponse.type is Limited");
          } else {
            checkQueues(queuing);
          }
        }
        default -> response.checkDeclared("type");
      }
    }

    private static void checkQueues(Field queuing) {
      checkPositive(queuing.at("queueLengthLimit"));
      Field queues = queuing.at("queues");
      Field hand = queuing.at("handSize");
      if (queues.number() > MAX_QUEUES) {
        queues.invalid("must not be greater than " + MAX_QUEUES);
      }
      checkPositive(queues);
      checkPositive(hand);
      if (hand.number() > queues.number() && hand.number() > 0) {
        hand.invalid("should not be greater than queues (%d)".formatted(queues.number()));
      } else if (entropyBits(queues.number(), hand.number()) > MAX_ENTROPY_BITS) {
        hand.invalid(
            "required entropy bits of deckSize %d and handSize %d should not be greater than %d"
                .formatted(queues.number(), hand.number(), MAX_ENTROPY_BITS));
      }
    }

    private static void checkPositive(Field number) {
      if (number.number() <= 0) {
        number.invalid(number.number(), "must be positive");
      }
    }

    /** Returns the number of bits that shuffle sharding needs to deal a hand of queues. */
    private static int entropyBits(long queues, long hand) {
      return queues <= 0 ? 0 : (int) Math.ceil(binaryLogarithm((double) queues) * hand);
    }

    /** Exact for powers of two, the usual numbers of queues. */
    private static double binaryLogarithm(double number) {
      int exponent = Math.getExponent(number);
      return exponent + Math.log(Math.scalb(number, -exponent)) / Math.log(2);
    }
  }
}
