package io.listwatch.objects.kinds.validation;

import io.listwatch.objects.schema.IpText;
import java.util.List;

/** Validates Ingresses. */
final class IngressRules implements ValidationRules {
  private static final List<String> FORBIDDEN_PARTS = List.of("//", "/./", "/../", "%2f", "%2F");
  private static final List<String> FORBIDDEN_ENDS = List.of("/..", "/.");
  private static final String CLASS_ANNOTATION = "kubernetes.io/ingress.class";

  @Override
  public void check(Field ingress) {
    checkSpec(ingress.at("spec"));
    Field given = ingress.at("metadata", "annotations").entries().get(CLASS_ANNOTATION);
    Field name = ingress.at("spec", "ingressClassName");
    if (given != null && name.present() && !given.is(name.text())) {
      given
          .called(FieldPath.ROOT.child("annotations").child(CLASS_ANNOTATION))
          .invalid("must match `ingressClassName` when both are specified");
    }
  }

  @Override
  public void checkChange(Field next, Field old) {
    checkSpec(next.at("spec"));
  }

  @Override
  public void checkStatus(Field next, Field old) {
    next.at("status", "loadBalancer", "ingress")
        .each(
            ingress -> {
              ServiceRules.checkIngressAddress(ingress.at("ip"));
              ServiceRules.checkIngressHost(ingress.at("hostname"));
            });
  }

  private static void checkSpec(Field spec) {
    if (spec.at("rules").isEmpty() && spec.at("defaultBackend").absent()) {
      spec.with(spec.at("rules").value())
          .invalid("either `defaultBackend` or `rules` must be specified");
    }
    spec.at("defaultBackend").ifPresent(IngressRules::checkBackend);
    spec.at("rules").each(IngressRules::checkRule);
    spec.at("tls")
        .each(
            tls -> {
              tls.at("hosts").each(IngressRules::checkHost);
              tls.at("secretName").mayMatch(TextForm.SUBDOMAIN);
            });
    spec.at("ingressClassName").ifPresent(name -> name.matches(TextForm.SUBDOMAIN));
  }

  private static void checkHost(Field host) {
    host.matches(host.text().contains("*") ? TextForm.WILDCARD : TextForm.SUBDOMAIN);
  }

  private static void checkRule(Field rule) {
    Field host = rule.at("host");
    if (!host.isEmpty()) {
      if (IpText.parse(host.text()) != null) {
        host.invalid("must be a DNS name, not an IP address");
      }
      checkHost(host);
    }
    rule.at("http")
        .ifPresent(
            http -> {
              http.checkDeclared("paths");
              http.at("paths").each(IngressRules::checkPath);
            });
  }

  private static void checkPath(Field each) {
    Field type = each.at("pathType");
    if (type.absent()) {
      type.required("pathType must be specified");
      return;
    }
    Field path = each.at("path");
    switch (type.text()) {
      case "Exact", "Prefix" -> checkPlainPath(path);
      case "ImplementationSpecific" -> {
        if (!path.isEmpty()) {
          checkAbsolute(path);
        }
      }
      default -> type.checkDeclared();
    }
    checkBackend(each.at("backend"));
  }

  private static void checkPlainPath(Field path) {
    checkAbsolute(path);
    for (String part : FORBIDDEN_PARTS) {
      if (path.text().contains(part)) {
        path.invalid("must not contain '" + part + "'");
      }
    }
    for (String end : FORBIDDEN_ENDS) {
      if (path.text().endsWith(end)) {
        path.invalid("cannot end with '" + end + "'");
      }
    }
  }

  private static void checkAbsolute(Field path) {
    if (!path.text().startsWith("/")) {
      path.invalid(path.text(), "must be an absolute path");
    }
  }

  private static void checkBackend(Field backend) {
    Field resource = backend.at("resource");
    Field service = backend.at("service");
    if (resource.present() && service.present()) {
      backend.invalid("", "cannot set both resource and service backends");
    } else if (resource.present()) {
      ReferenceRules.checkTyped(resource);
    } else if (service.present()) {
      service.at("name").requireMatch(TextForm.DNS_LABEL);
      checkPort(backend, service.at("port"));
    } else {
      backend.invalid("", "resource or service backend is required");
    }
  }

  private static void checkPort(Field backend, Field port) {
    boolean named = !port.at("name").isEmpty();
    boolean numbered = port.at("number").number() != 0;
    if (named && numbered) {
      backend.invalid("", "cannot set both port name & port number");
    } else if (named) {
      port.at("name").matches(TextForm.PORT_NAME);
    } else if (numbered) {
      port.checkDeclared("number");
    } else {
      backend.required("port name or number is required");
    }
  }

  /** Validates IngressClasses. */
  static final class IngressClass implements ValidationRules {
    @Override
    public void check(Field object) {
      Field controller = object.at("spec", "controller");
      controller.checkDeclared();
      ReferenceRules.checkPrefixedPath(controller);
      object.at("spec", "parameters").ifPresent(IngressClass::checkParameters);
    }

    private static void checkParameters(Field parameters) {
      ReferenceRules.checkTyped(parameters);
      Field namespace = parameters.at("namespace");
      Field scope = parameters.at("scope");
      scope.checkDeclared();
      if (scope.is("Namespace")) {
        if (namespace.absent()) {
          namespace.required("`parameters.scope` is set to 'Namespace'");
        } else {
          namespace.matches(TextForm.DNS_LABEL);
        }
      } else if (scope.is("Cluster") && namespace.present()) {
        namespace.forbidden("`parameters.scope` is set to 'Cluster'");
      }
    }

    @Override
    public void checkChange(Field next, Field old) {
      Field controller = next.at("spec", "controller");
      if (!controller.alike(old.at("spec", "controller"))) {
        controller.invalid(controller.text(), "field is immutable");
      }
      check(next);
    }
  }
}
