package io.listwatch.official;

import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.util.CallGenerator;
import io.kubernetes.client.util.CallGeneratorParams;
import io.listwatch.informer.Selection;
import io.listwatch.model.ResourceType;
import io.listwatch.model.Scope;
import io.listwatch.selector.FieldSelector;
import io.listwatch.selector.LabelSelector;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import okhttp3.HttpUrl;

/**
 * The server and the selection of a generator's calls, read from the URL of a call that is
 * generated but not sent.
 *
 * @param server URL without a slash at its end
 */
record ListedCall(String server, Selection selection) {
  private static final Pattern PATH =
      Pattern.compile(
          "(?<base>/.*|)/(?:api|apis/(?<group>[^/]+))/(?<version>[^/]+)"
              + "(?:/namespaces/(?<namespace>[^/]+))?/(?<plural>[^/]+)");

  /**
   * The part before the version in names of the model: empty in {@code V1Pod}, {@code Core} in
   * {@code CoreV1Event}.
   */
  private static final Pattern VERSION = Pattern.compile("^[A-Z][a-z]*?(?=V\\d)|^");

  private static final Pattern NUMBER = Pattern.compile("^V\\d+(?:(?:alpha|beta)\\d+)?(?=[A-Z])");

  /**
   * @throws IllegalArgumentException if the generator fails, or its path is not one of a collection
   */
  static ListedCall of(CallGenerator generator, Class<?> type) {
    HttpUrl url = url(generator);
    Matcher path = PATH.matcher(url.encodedPath());
    if (!path.matches()) {
      throw new IllegalArgumentException(
          "path: %s (expected: that of a collection, such as /api/v1/pods)"
              .formatted(url.encodedPath()));
    }
    String server = url.newBuilder().encodedPath("/").query(null).build().toString();
    return new ListedCall(
        server.substring(0, server.length() - 1) + path.group("base"), selection(url, path, type));
  }

  private static HttpUrl url(CallGenerator generator) {
    try {
      return generator.generate(new CallGeneratorParams(false, null, null)).request().url();
    } catch (ApiException e) {
      throw new IllegalArgumentException("call generator: " + e.getMessage(), e);
    }
  }

  private static Selection selection(HttpUrl url, Matcher path, Class<?> type) {
    String group = path.group("group");
    String namespace = path.group("namespace");
    var listed =
        new ResourceType(
            group == null ? "" : group,
            path.group("version"),
            kind(type),
            path.group("plural"),
            // A path without a namespace does not show the scope, and is the same for both.
            Scope.NAMESPACED);
    Selection selection = Selection.of(listed);
    selection = namespace == null ? selection : selection.inNamespace(namespace);
    String labels = parameter(url, "labelSelector");
    String fields = parameter(url, "fieldSelector");
    selection = labels.isEmpty() ? selection : selection.where(LabelSelector.parse(labels));
    return fields.isEmpty() ? selection : selection.where(FieldSelector.parse(fields));
  }

  private static String parameter(HttpUrl url, String name) {
    String value = url.queryParameter(name);
    return value == null ? "" : value;
  }

  /** Returns the class's name without the version, for logs and metrics. */
  private static String kind(Class<?> type) {
    String name = VERSION.matcher(type.getSimpleName()).replaceFirst("");
    return NUMBER.matcher(name).replaceFirst("");
  }
}
