package io.listwatch.server.hostile;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Requests of which one part is as large as the server accepts. */
final class LargeRequests {
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";

  private LargeRequests() {}

  static Map<String, HostileRequest> all() {
    var all = new LinkedHashMap<String, HostileRequest>();
    all.put("path", get("/" + "a/".repeat(120_000)));
    all.put("percent escapes", get("/api/v1/" + "%41".repeat(80_000)));
    all.put("query parameters", get(MAPS + "?" + "a=b&".repeat(60_000)));
    all.put(
        "values of a label selector",
        get(MAPS + "?labelSelector=a%20in%20(" + words(30_000) + ")"));
    all.put("terms of a label selector", get(MAPS + "?labelSelector=" + terms("x%d=y", 1_000)));
    all.put(
        "terms of a field selector",
        get(MAPS + "?fieldSelector=" + terms("metadata.name!=a%d", 1_000)));
    all.put(
        "watch with a label selector",
        get(MAPS + "?watch=1&timeoutSeconds=1&labelSelector=a%20in%20(" + words(30_000) + ")"));
    all.put("continue token", get(MAPS + "?continue=" + "A".repeat(240_000)));
    all.put(
        "parameters of a media range", get("/api/v1/pods", "Accept: a/b" + ";c=d".repeat(60_000)));
    all.put("content encodings", get("/api/v1/pods", "Accept-Encoding: a" + ",b".repeat(120_000)));
    all.put(
        "parameters of a media type",
        new HostileRequest(
            "POST", MAPS, List.of("Content-Type: application/json" + ";c=d".repeat(60_000)), "{}"));
    all.put("media ranges", get("/api/v1/pods", "Accept: " + "a/b;q=0.5,".repeat(24_000) + "*/*"));
    all.put(
        "discovery media ranges", get("/apis", "Accept: " + "a/b;g=c;v=d,".repeat(20_000) + "*/*"));
    all.put("token", get("/version", "Authorization: Bearer " + "x".repeat(240_000)));
    all.put("headers", new HostileRequest("GET", "/version", headers(1_900), ""));
    all.put("groups", new HostileRequest("GET", "/version", groups(1_900), ""));
    all.put("user agent", get(MAPS, "User-Agent: " + "x".repeat(240_000)));
    all.put(
        "JSON body",
        post(
            "application/json", "{\"kind\":\"ConfigMap\",\"x\":[" + "{},".repeat(190_000) + "1]}"));
    all.put("YAML body", post("application/yaml", "- [a, b, {c: d}]\n".repeat(60_000)));
    all.put("open brackets", post("application/yaml", "[".repeat(3_000_000)));
    all.put("object", post("application/json", configMap("m")));
    all.put("object as YAML", get(MAPS + "/m", "Accept: application/yaml"));
    all.put("object as protobuf", get(MAPS + "/m", "Accept: application/vnd.kubernetes.protobuf"));
    all.put(
        "object as table",
        get(MAPS + "/m", "Accept: application/json;as=Table;v=v1;g=meta.k8s.io"));
    all.put("object compressed", get(MAPS + "/m", "Accept-Encoding: gzip"));
    all.put("object indented", get(MAPS + "/m?pretty=true"));
    all.put("list as YAML", get(MAPS, "Accept: application/yaml"));
    all.put("list as protobuf", get(MAPS, "Accept: application/vnd.kubernetes.protobuf"));
    all.put("list compressed", get(MAPS, "Accept-Encoding: gzip"));
    all.put("watched object", get(MAPS + "?watch=1&timeoutSeconds=1"));
    all.put(
        "watched object as table",
        get(
            MAPS + "?watch=1&timeoutSeconds=1",
            "Accept: application/json;as=Table;v=v1;g=meta.k8s.io"));
    all.put("OpenAPI", get("/openapi/v2"));
    all.put("OpenAPI compressed", get("/openapi/v2", "Accept-Encoding: gzip"));
    all.put(
        "discovery",
        get(
            "/apis",
            "Accept: application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"));
    all.put("metrics", get("/metrics"));
    return all;
  }

  private static HostileRequest get(String target, String... headers) {
    return new HostileRequest("GET", target, List.of(headers), "");
  }

  private static HostileRequest post(String type, String body) {
    return new HostileRequest("POST", MAPS, List.of("Content-Type: " + type), body);
  }

  private static String configMap(String name) {
    String data =
        IntStream.range(0, 10_000)
            .mapToObj(i -> "\"k%d\":\"%s\"".formatted(i, "v".repeat(80)))
            .collect(Collectors.joining(","));
    return "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"%s\"},\"data\":{%s}}"
        .formatted(name, data);
  }

  private static String words(int count) {
    return terms("v%d", count);
  }

  private static String terms(String pattern, int count) {
    return IntStream.range(0, count).mapToObj(pattern::formatted).collect(Collectors.joining(","));
  }

  private static List<String> headers(int count) {
    return IntStream.range(0, count).mapToObj(i -> "X-Header-%d: value".formatted(i)).toList();
  }

  private static List<String> groups(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> i == 0 ? "Impersonate-User: u" : "Impersonate-Group: g" + i)
        .toList();
  }
}
