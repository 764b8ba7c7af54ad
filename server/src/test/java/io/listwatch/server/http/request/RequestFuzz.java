package io.listwatch.server.http.request;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.listwatch.model.ApiException;
import io.listwatch.server.http.request.RequestTarget.IncompleteTargetException;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.builtin.BuiltInResources;
import java.time.Duration;

/**
 * Any path, query and {@code Accept} header is parsed or rejected with a 4xx; a malformed {@code
 * shardSelector} with 500, as by kube-apiserver.
 */
final class RequestFuzz {
  private static final ResourceDefinition PODS =
      BuiltInResources.load().stream()
          .filter(each -> each.type().plural().equals("pods"))
          .findFirst()
          .orElseThrow();

  @FuzzTest(maxDuration = "20s")
  @DictionaryEntries({
    "/api/v1/",
    "/apis/",
    "namespaces/",
    "/watch/",
    "/proxy/",
    "%2F",
    "%00",
    "?",
    "&",
    "watch=1",
    "labelSelector=",
    "fieldSelector=",
    "resourceVersion=",
    "resourceVersionMatch=Exact",
    "limit=",
    "continue=",
    "timeoutSeconds=",
    "timeout=1h",
    "sendInitialEvents=true",
    "dryRun=All",
    "pretty=",
    "application/json;as=Table;v=v1;g=meta.k8s.io",
    ";q=0.5",
    ",*/*",
    "gracePeriodSeconds=-1"
  })
  void parsesOrRejects(byte[] bytes) {
    String text = new String(bytes, ISO_8859_1);
    int mark = text.indexOf('?');
    String path = mark < 0 ? text : text.substring(0, mark);
    QueryParameters query = QueryParameters.parse(mark < 0 ? null : text.substring(mark + 1));
    tried(() -> RequestTarget.of(PercentDecoding.decode(path)));
    tried(() -> ListQuery.of(query, PODS));
    tried(() -> DeleteQuery.of(query));
    tried(() -> RequestDeadline.of(query, Duration.ofMinutes(1)));
    tried(() -> NodeQuery.checkLog(query, "a"));
    tried(() -> Representation.ofList(text, false, PODS));
    tried(() -> Representation.ofWatch(text, PODS));
    tried(() -> Representation.aggregatedDiscovery(text));
  }

  private static void tried(Runnable parsing) {
    try {
      parsing.run();
    } catch (ApiException rejected) {
      boolean shard = rejected.status().message().contains("invalid shard selector: ");
      assertThat(rejected.status().code()).isBetween(400, shard ? 500 : 499);
    } catch (IncompleteTargetException rejected) {
      assertThat(rejected.getMessage()).isNotNull();
    }
  }
}
