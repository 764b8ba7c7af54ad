package io.listwatch.server.kinds.validation;

import java.util.HashSet;
import java.util.List;
import java.util.Map;

/** Which requests belong together. */
final class FlowSchemaRules implements KindRules {
  private static final int MAX_PRECEDENCE = 10_000;
  private static final List<String> VERBS =
      List.of(
          "create",
          "delete",
          "deletecollection",
          "get",
          "list",
          "patch",
          "proxy",
          "update",
          "watch");

  /** Where each kind of subject has its name. */
  private static final Map<String, String> SUBJECTS =
      Map.of("Group", "group", "ServiceAccount", "serviceAccount", "User", "user");

  private static final List<String> SUBJECT_KINDS = List.of("Group", "ServiceAccount", "User");

  @Override
  public void check(Field schema) {
    Field spec = schema.at("spec");
    checkPrecedence(spec.at("matchingPrecedence"), schema.at("metadata", "name"));
    Field method = spec.at("distinguisherMethod");
    if (method.present() && !List.of("ByNamespace", "ByUser").contains(method.at("type").text())) {
      method
          .at("type")
          .unsupported(
              GoStruct.of(method).withText("Type", "type"), List.of("ByNamespace", "ByUser"));
    }
    Field level = spec.at("priorityLevelConfiguration", "name");
    if (level.isEmpty()) {
      level.required("must reference a priority level");
    } else {
      level.matches(TextForm.SUBDOMAIN);
    }
    spec.at("rules").each(FlowSchemaRules::checkRule);
  }

  private static void checkPrecedence(Field precedence, Field name) {
    if (precedence.number() <= 0) {
      precedence.invalid(precedence.number(), "must be a positive value");
    }
    if (precedence.number() > MAX_PRECEDENCE) {
      precedence.invalid("must not be greater than " + MAX_PRECEDENCE);
    }
    if (precedence.number() == 1 && !name.is("exempt")) {
      precedence.invalid("only the schema named 'exempt' may have matchingPrecedence 1");
    }
  }

  private static void checkRule(Field rule) {
    if (rule.at("subjects").isEmpty()) {
      rule.at("subjects").required("subjects must contain at least one value");
    }
    rule.at("subjects").each(FlowSchemaRules::checkSubject);
    if (rule.at("resourceRules").isEmpty() && rule.at("nonResourceRules").isEmpty()) {
      rule.required("at least one of resourceRules and nonResourceRules has to be non-empty");
    }
    rule.at("resourceRules").each(FlowSchemaRules::checkResources);
    rule.at("nonResourceRules").each(FlowSchemaRules::checkPaths);
  }

  private static void checkSubject(Field subject) {
    Field kind = subject.at("kind");
    if (!SUBJECT_KINDS.contains(kind.text())) {
      kind.unsupported(kind.text(), SUBJECT_KINDS);
      return;
    }
    for (String each : List.of("ServiceAccount", "User", "Group")) {
      String member = SUBJECTS.getOrDefault(each, each);
      Field place = subject.at(member);
      if (!kind.is(each)) {
        if (place.present()) {
          place.forbidden(member + " is forbidden when subject kind is not '" + each + "'");
        }
      } else if (place.absent()) {
        place.required(member + " is required when subject kind is '" + each + "'");
      } else {
        checkSubjectName(place, each);
      }
    }
  }

  private static void checkSubjectName(Field place, String kind) {
    Field name = place.at("name");
    if (name.isEmpty()) {
      name.required("");
    } else if (kind.equals("ServiceAccount") && !name.is("*")) {
      name.matches(TextForm.SUBDOMAIN);
    }
    if (kind.equals("ServiceAccount")) {
      place.at("namespace").requireMatch(TextForm.DNS_LABEL);
    }
  }

  private static void checkVerbs(Field verbs) {
    if (verbs.isEmpty()) {
      verbs.required("verbs must contain at least one value");
    } else if (checkAlone(verbs) && !verbs.texts().contains("*")) {
      if (!new HashSet<>(VERBS).containsAll(verbs.texts())) {
        verbs.unsupported(verbs.value(), VERBS);
      }
    }
  }

  /** Whoever says all says nothing else. */
  private static boolean checkAlone(Field list) {
    boolean alone = list.size() <= 1 || !list.texts().contains("*");
    if (!alone) {
      list.invalid("if '*' is present, must not specify other " + last(list));
    }
    return alone;
  }

  private static String last(Field list) {
    String path = list.path().toString();
    String name = path.substring(path.lastIndexOf('.') + 1);
    return name.equals("apiGroups") ? "api groups" : name;
  }

  private static void checkResources(Field rule) {
    checkVerbs(rule.at("verbs"));
    checkListed(rule.at("apiGroups"), "resource rules must supply at least one api group");
    checkListed(rule.at("resources"), "resource rules must supply at least one resource");
    Field namespaces = rule.at("namespaces");
    if (namespaces.isEmpty() && !rule.at("clusterScope").isTrue()) {
      namespaces.required(
          "resource rules that are not cluster scoped must supply at least one namespace");
    } else if (checkAlone(namespaces)) {
      namespaces.each(FlowSchemaRules::checkNamespace);
    }
  }

  private static void checkListed(Field list, String rule) {
    if (list.isEmpty()) {
      list.required(rule);
    } else {
      checkAlone(list);
    }
  }

  private static void checkNamespace(Field namespace) {
    if (!namespace.is("*")) {
      for (String rule : TextForm.DNS_LABEL.violations(namespace.text())) {
        namespace.invalid(
            namespace.text(), "each member of this list must be '*' or a DNS-1123 label; " + rule);
      }
    }
  }

  private static void checkPaths(Field rule) {
    checkVerbs(rule.at("verbs"));
    Field paths = rule.at("nonResourceURLs");
    if (paths.isEmpty()) {
      paths.required("nonResourceURLs must contain at least one value");
    } else if (checkAlone(paths)) {
      paths.each(FlowSchemaRules::checkPath);
    }
  }

  private static void checkPath(Field path) {
    if (path.isEmpty()) {
      path.invalid("", "must not be empty");
    } else if (!path.is("*") && !path.text().startsWith("/")) {
      path.invalid("must start with slash");
    }
  }
}
