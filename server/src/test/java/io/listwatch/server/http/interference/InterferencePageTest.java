package io.listwatch.server.http.interference;

import static java.util.concurrent.CompletableFuture.completedStage;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.listwatch.model.ApiException;
import io.listwatch.server.audit.RequestAudit;
import io.listwatch.server.http.exchange.BodyBudget;
import io.listwatch.server.http.exchange.Exchange;
import io.listwatch.server.http.exchange.Failures;
import io.listwatch.server.http.exchange.Warnings;
import io.listwatch.server.http.request.QueryParameters;
import io.listwatch.server.http.request.RequestTarget;
import io.listwatch.server.resource.WatchRequest;
import io.listwatch.server.resource.Workers;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class InterferencePageTest {
  private final List<String> commands = new ArrayList<>();
  private final InterferencePage page =
      new InterferencePage(new RecordedInterference(), new Workers(Runnable::run), new Failures());

  private static Exchange clear(String from) {
    HttpRequest request = HttpRequest.of(HttpMethod.DELETE, Interference.PATH);
    ServiceRequestContext context =
        ServiceRequestContext.builder(request)
            .remoteAddress(new InetSocketAddress(from, 40_000))
            .build();
    return new Exchange(
        context,
        request,
        RequestTarget.of(Interference.PATH),
        QueryParameters.parse(null),
        "an-id",
        new Warnings(context, RequestAudit.NONE),
        RequestAudit.NONE,
        BodyBudget.ofHeap(),
        () -> {});
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "::1"})
  void acceptsCommandsFromLoopback(String from) {
    assertThat(page.handle(clear(from)).aggregate().join().status().code()).isEqualTo(200);

    assertThat(commands).containsExactly("{\"do\":\"clear\"}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"192.0.2.7", "10.0.0.1", "2001:db8::1"})
  void rejectsOtherMachines(String from) {
    assertThatThrownBy(() -> page.handle(clear(from)))
        .isInstanceOfSatisfying(
            ApiException.class, refused -> assertThat(refused.status().code()).isEqualTo(403));

    assertThat(commands).isEmpty();
  }

  @Test
  void matchesItsExactPathOnly() {
    assertThat(InterferencePage.has(List.of("listwatch", "v1", "faults"))).isTrue();
    assertThat(InterferencePage.has(List.of("listwatch", "v1"))).isFalse();
    assertThat(InterferencePage.has(List.of("listwatch", "v1", "faults", "1"))).isFalse();
  }

  /** Records the commands; gets no requests in this test. */
  private final class RecordedInterference implements Interference {
    @Override
    public QueryParameters admit(ClientRequest request) {
      throw new AssertionError(request);
    }

    @Override
    public DeliveredPart answer(ClientRequest request) {
      throw new AssertionError(request);
    }

    @Override
    public StreamInterference join(ClientRequest request, WatchRequest watch, StreamHandle stream) {
      throw new AssertionError(request);
    }

    @Override
    public CompletionStage<String> submit(String command) {
      commands.add(command);
      return completedStage("{}");
    }

    @Override
    public void close() {}
  }
}
