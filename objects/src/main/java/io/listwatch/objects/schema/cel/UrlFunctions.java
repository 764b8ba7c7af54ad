package io.listwatch.objects.schema.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import java.util.List;
import java.util.function.Function;

/** CEL functions on URLs, such as {@code url("https://example.com:80/x").getHost()}. */
final class UrlFunctions {
  private UrlFunctions() {}

  static void addTo(FunctionLibrary library) {
    List<CelType> text = List.of(SimpleType.STRING);
    library
        .global("url", "string_to_url", Url.TYPE, text, a -> url((String) a[0]))
        .global(
            "isURL", "is_url_string", SimpleType.BOOL, text, a -> Url.parse((String) a[0]) != null)
        .member(
            "getQuery",
            "url_get_query",
            MapType.create(SimpleType.STRING, RuleFunctions.TEXTS),
            List.of(Url.TYPE),
            a -> ((Url) a[0]).query());
    addPart(library, "getScheme", "url_get_scheme", Url::scheme);
    addPart(library, "getHost", "url_get_host", Url::host);
    addPart(library, "getHostname", "url_get_hostname", Url::hostname);
    addPart(library, "getPort", "url_get_port", Url::port);
    addPart(library, "getEscapedPath", "url_get_escaped_path", Url::escapedPath);
  }

  private static void addPart(
      FunctionLibrary library, String name, String overload, Function<Url, String> part) {
    library.member(
        name, overload, SimpleType.STRING, List.of(Url.TYPE), a -> part.apply((Url) a[0]));
  }

  private static Url url(String text) {
    Url url = Url.parse(text);
    if (url == null) {
      throw new RuleFailure(
          "URL parse error during conversion from string: parse \""
              + text
              + (text.isEmpty() ? "\": empty url" : "\": invalid URI for request"));
    }
    return url;
  }
}
