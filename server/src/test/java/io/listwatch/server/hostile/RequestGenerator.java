package io.listwatch.server.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Generates requests that are almost valid: starts with valid parts and damages some of them. The
 * same seed makes the same requests.
 */
final class RequestGenerator {
  private static final List<String> METHODS =
      List.of("GET", "GET", "POST", "POST", "PUT", "PATCH", "PATCH", "DELETE", "HEAD", "OPTIONS");

  private static final List<String> PATHS =
      List.of(
          "/api/v1/namespaces/default/configmaps",
          "/api/v1/namespaces/default/configmaps/a",
          "/api/v1/namespaces/default/pods",
          "/api/v1/namespaces/default/pods/p",
          "/api/v1/namespaces/default/pods/p/status",
          "/api/v1/namespaces/default/pods/p/eviction",
          "/api/v1/namespaces/default/pods/p/binding",
          "/api/v1/namespaces/default/pods/p/log",
          "/api/v1/namespaces/default/services/s",
          "/api/v1/namespaces/default/serviceaccounts/default/token",
          "/api/v1/namespaces/n",
          "/api/v1/namespaces/n/finalize",
          "/apis/apps/v1/namespaces/default/deployments/d",
          "/apis/apps/v1/namespaces/default/deployments/d/scale",
          "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
          "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/things.example.com",
          "/apis/example.com/v1/namespaces/default/things/t",
          "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
          "/apis/authentication.k8s.io/v1/tokenreviews",
          "/apis/certificates.k8s.io/v1/certificatesigningrequests/c/approval",
          "/apis/coordination.k8s.io/v1/namespaces/default/leases/l",
          "/apis/events.k8s.io/v1/events",
          "/api",
          "/apis",
          "/openapi/v2",
          "/openapi/v3",
          "/openapi/v3/apis/apps/v1",
          "/version",
          "/livez",
          "/readyz/ping",
          "/metrics",
          "/");

  private static final List<String> QUERIES =
      List.of(
          "labelSelector=a%20in%20(b,c),!d",
          "fieldSelector=metadata.name%3Da",
          "limit=1",
          "limit=-1",
          "continue=eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6Nywic3RhcnQiOiIvYSJ9",
          "resourceVersion=0",
          "resourceVersion=999999999999",
          "resourceVersionMatch=Exact",
          "resourceVersionMatch=NotOlderThan",
          "timeoutSeconds=1&watch=1",
          "timeout=2s",
          "pretty=true",
          "dryRun=All",
          "fieldManager=fuzz",
          "force=true",
          "fieldValidation=Strict",
          "gracePeriodSeconds=0",
          "propagationPolicy=Foreground",
          "orphanDependents=true",
          "sendInitialEvents=true&timeoutSeconds=1&watch=1",
          "includeObject=Metadata",
          "allowWatchBookmarks=true",
          "verbose",
          "exclude=ping",
          "path=/x",
          "x=%00%ff");

  private static final List<String> TYPES =
      List.of(
          "application/json",
          "application/yaml",
          "application/vnd.kubernetes.protobuf",
          "application/json-patch+json",
          "application/merge-patch+json",
          "application/strategic-merge-patch+json",
          "application/apply-patch+yaml",
          "text/plain",
          "application/json; charset=utf-16",
          "");

  private static final List<String> ACCEPTS =
      List.of(
          "application/json",
          "application/yaml",
          "application/vnd.kubernetes.protobuf",
          "*/*",
          "application/json;as=Table;v=v1;g=meta.k8s.io",
          "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io",
          "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList",
          ";;,=,",
          "text/html");

  private static final List<String> HEADERS =
      List.of(
          "Accept-Encoding: gzip",
          "Impersonate-User: jane",
          "Impersonate-Group: g",
          "Impersonate-Extra-%zz: x",
          "Authorization: Bearer x",
          "Authorization: Basic %%%",
          "User-Agent: kubectl/v1.99",
          "If-None-Match: \"x\"",
          "Audit-ID: a",
          "Range: bytes=0-5",
          "Expect: 100-continue",
          "Upgrade: websocket",
          "Cookie: a=b",
          "X-Remote-User: root");

  private static final List<String> BODIES = List.of(HostileBodies.ALL);

  private final Random random;

  RequestGenerator(long seed) {
    this.random = new Random(seed);
  }

  HostileRequest next() {
    String method = one(METHODS);
    var target = new StringBuilder(damaged(one(PATHS), 8));
    String separator = "?";
    for (int i = random.nextInt(3); i > 0; i--) {
      target.append(separator).append(damaged(one(QUERIES), 4));
      separator = "&";
    }
    boolean bare = method.equals("GET") || method.equals("HEAD");
    String body = bare && random.nextInt(10) > 0 ? "" : body();
    return new HostileRequest(method, target.toString(), headers(), body);
  }

  private List<String> headers() {
    var headers = new ArrayList<String>();
    String type = damaged(one(TYPES), 12);
    if (!type.isEmpty()) {
      headers.add("Content-Type: " + type);
    }
    headers.add("Accept: " + damaged(one(ACCEPTS), 6));
    for (int i = random.nextInt(3); i > 0; i--) {
      headers.add(one(HEADERS));
    }
    return headers;
  }

  private String body() {
    byte[] body = one(BODIES).getBytes(UTF_8);
    int damages = random.nextInt(4);
    for (int i = 0; i < damages && body.length > 1; i++) {
      body = damaged(body);
    }
    return new String(body, ISO_8859_1);
  }

  private byte[] damaged(byte[] body) {
    int at = random.nextInt(body.length);
    int length = 1 + random.nextInt(Math.min(20, body.length));
    return switch (random.nextInt(6)) {
      case 0 -> Arrays.copyOf(body, at);
      case 1 -> joined(body, at, new byte[0], Math.min(body.length, at + length));
      case 2 ->
          joined(body, at, new byte[] {(byte) random.nextInt()}, Math.min(body.length, at + 1));
      case 3 ->
          joined(body, at, Arrays.copyOfRange(body, at, Math.min(body.length, at + length)), at);
      case 4 -> joined(body, at, one(HostileBodies.TOKENS).getBytes(UTF_8), at);
      default ->
          joined(
              body,
              at,
              one(HostileBodies.TOKENS).getBytes(UTF_8),
              Math.min(body.length, at + length));
    };
  }

  private static byte[] joined(byte[] body, int head, byte[] middle, int tail) {
    byte[] result = Arrays.copyOf(body, head + middle.length + body.length - tail);
    System.arraycopy(middle, 0, result, head, middle.length);
    System.arraycopy(body, tail, result, head + middle.length, body.length - tail);
    return result;
  }

  /** Damages one in {@code rarity} texts. The result has no characters that would end the line. */
  private String damaged(String text, int rarity) {
    if (random.nextInt(rarity) > 0 || text.isEmpty()) {
      return text;
    }
    byte[] damaged = damaged(text.getBytes(ISO_8859_1));
    return new String(damaged, ISO_8859_1).replaceAll("[\\x00-\\x20]", "%20");
  }

  private <T> T one(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }
}
