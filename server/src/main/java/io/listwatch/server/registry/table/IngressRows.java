package io.listwatch.server.registry.table;

import static io.listwatch.server.registry.table.Trees.elements;
import static io.listwatch.server.registry.table.Trees.or;
import static io.listwatch.server.registry.table.Trees.text;

import io.listwatch.objects.json.JsonValue;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** The table rows of ingresses, ingress classes and IP addresses. */
public final class IngressRows {
  private static final int SHOWN = 3;

  private IngressRows() {}

  public static List<Object> ingress(JsonValue ingress, Instant now) {
    JsonValue spec = ingress.path("spec");
    return List.of(
        Metadata.name(ingress),
        or(text(spec, "ingressClassName"), Placeholders.NONE),
        hosts(spec.path("rules")),
        String.join(",", ServiceRow.balancers(ingress)),
        spec.path("tls").isEmpty() ? "80" : "80, 443",
        Metadata.age(ingress, now));
  }

  /**
   * Returns the first hosts. Like kube-apiserver, the number of further ones counts rules, with or
   * without a host.
   */
  private static String hosts(JsonValue rules) {
    List<String> hosts =
        elements(rules).stream()
            .map(each -> text(each, "host"))
            .filter(each -> !each.isEmpty())
            .limit(SHOWN)
            .toList();
    if (hosts.isEmpty()) {
      return "*";
    }
    String shown = String.join(",", hosts);
    boolean more = hosts.size() == SHOWN && !lastNamesTheLastHost(rules);
    return more ? shown + " + " + (rules.size() - SHOWN) + " more..." : shown;
  }

  private static boolean lastNamesTheLastHost(JsonValue rules) {
    long before =
        elements(rules).stream()
            .limit(rules.size() - 1L)
            .filter(each -> !text(each, "host").isEmpty())
            .count();
    return before < SHOWN;
  }

  public static List<Object> ingressClass(JsonValue ingressClass, Instant now) {
    return List.of(
        Metadata.nameOrDefault(ingressClass, "ingressclass.kubernetes.io/is-default-class"),
        text(ingressClass, "spec", "controller"),
        parameters(ingressClass.path("spec").path("parameters")),
        Metadata.age(ingressClass, now));
  }

  private static String parameters(JsonValue parameters) {
    if (!parameters.isObject()) {
      return Placeholders.NONE;
    }
    String group = text(parameters, "apiGroup");
    String kind = text(parameters, "kind");
    return (group.isEmpty() ? kind : kind + "." + group) + "/" + text(parameters, "name");
  }

  public static List<Object> address(JsonValue address, Instant now) {
    JsonValue parent = address.path("spec").path("parentRef");
    return List.of(
        Metadata.name(address),
        parent.isObject() ? parent(parent) : Placeholders.NONE,
        // kube-apiserver writes this cell although it declares no column for it.
        Metadata.age(address, now));
  }

  private static String parent(JsonValue parent) {
    String group = text(parent, "group");
    String resource = text(parent, "resource") + (group.isEmpty() ? "" : "." + group);
    String namespace = text(parent, "namespace");
    return resource.toLowerCase(Locale.ROOT)
        + (namespace.isEmpty() ? "" : "/" + namespace)
        + "/"
        + text(parent, "name");
  }
}
