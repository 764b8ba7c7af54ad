package io.listwatch.model;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class StatusTest {
  /**
   * If code and reason disagree, the reason wins, but code 429 overrides all reasons except Expired
   * and Gone.
   */
  @ParameterizedTest
  @CsvSource({
    "NotFound,              404, NotFoundException",
    "NotFound,              0,   NotFoundException",
    "NotFound,              500, NotFoundException",
    "'',                    404, NotFoundException",
    "NeverHeardOf,          404, NotFoundException",
    "Invalid,               404, ApiException",
    "AlreadyExists,         409, AlreadyExistsException",
    "AlreadyExists,         0,   AlreadyExistsException",
    "Conflict,              409, ConflictException",
    "'',                    409, ConflictException",
    "NeverHeardOf,          409, ConflictException",
    "Expired,               410, ExpiredException",
    "Expired,               0,   ExpiredException",
    "Expired,               429, ExpiredException",
    "Gone,                  410, ExpiredException",
    "Gone,                  200, ExpiredException",
    "'',                    410, ExpiredException",
    "NeverHeardOf,          410, ExpiredException",
    "BadRequest,            410, ApiException",
    "TooManyRequests,       429, TooManyRequestsException",
    "TooManyRequests,       0,   TooManyRequestsException",
    "'',                    429, TooManyRequestsException",
    "NotFound,              429, TooManyRequestsException",
    "InternalError,         500, InternalErrorException",
    "'',                    500, InternalErrorException",
    "ServerTimeout,         500, ApiException",
    "StorageReadError,      500, ApiException",
    "ServiceUnavailable,    503, UnavailableException",
    "'',                    503, UnavailableException",
    "Timeout,               504, ApiException",
    "'',                    504, ApiException",
    "Unauthorized,          401, ApiException",
    "Forbidden,             403, ApiException",
    "Invalid,               422, ApiException",
    "BadRequest,            400, ApiException",
    "MethodNotAllowed,      405, ApiException",
    "NotAcceptable,         406, ApiException",
    "RequestEntityTooLarge, 413, ApiException",
    "UnsupportedMediaType,  415, ApiException",
    "'',                    0,   ApiException",
    "'',                    418, ApiException",
    "notfound,              0,   ApiException",
  })
  void isRecognizedByReasonThenByCode(String reason, int code, String exception) {
    assertThat(Status.of(code, reason, "").toException().getClass().getSimpleName())
        .isEqualTo(exception);
  }

  @ParameterizedTest
  @CsvSource({
    "ResourceVersionTooLarge, Timeout,    504, anything, true",
    "ResourceVersionTooLarge, BadRequest, 400, anything, true",
    "'', Timeout,    504, Too large resource version, true",
    "'', '',         504, Too large resource version, true",
    "'', Timeout,    0,   Too large resource version, true",
    "'', Timeout,    504, Too large resource version: 7, false",
    "'', BadRequest, 504, Too large resource version, false",
    "'', BadRequest, 400, Too large resource version, false",
  })
  void recognizesVersionTooLargeByItsCauses(
      String causeReason, String reason, int code, String causeMessage, boolean tooLarge) {
    var cause = new Status.Cause(causeReason, causeMessage, "");
    var status =
        Status.of(code, reason, "").withDetails(Status.Details.NONE.withCauses(List.of(cause)));

    var exception = status.toException();

    assertThat(exception instanceof VersionTooLargeException).isEqualTo(tooLarge);
  }

  @ParameterizedTest
  @CsvSource({
    "Timeout,    504, 'Too large resource version: 9, current: 5', true",
    "'',         504, 'Too large resource version: 9, current: 5', true",
    "Timeout,    504, too large resource version, false",
    "BadRequest, 400, 'Too large resource version: 9, current: 5', false",
  })
  void recognizesVersionTooLargeByItsMessageOnlyOnATimeout(
      String reason, int code, String message, boolean tooLarge) {
    var exception = Status.of(code, reason, message).toException();

    assertThat(exception instanceof VersionTooLargeException).isEqualTo(tooLarge);
  }

  @Test
  void everyReasonHasTheCodeOfTheApi() {
    assertThat(StatusReason.values()).hasSize(19);
    assertThat(StatusReason.STORE_READ_ERROR.word()).isEqualTo("StorageReadError");
    assertThat(StatusReason.SERVER_TIMEOUT.code()).isEqualTo(500);
    assertThat(Status.of(StatusReason.NOT_FOUND, "no such pod"))
        .isEqualTo(Status.of(404, "NotFound", "no such pod"));
  }

  @Test
  void retryAfterIsTheServersDelay() {
    assertThat(retrying("TooManyRequests", 3).retryAfter()).contains(Duration.ofSeconds(3));
    assertThat(retrying("", 1).retryAfter()).contains(Duration.ofSeconds(1));
    assertThat(retrying("TooManyRequests", 0).retryAfter()).isEmpty();
  }

  /** ServerTimeout asks the client to retry, even at once. */
  @Test
  void serverTimeoutAlwaysHasARetryAfter() {
    assertThat(retrying("ServerTimeout", 2).retryAfter()).contains(Duration.ofSeconds(2));
    assertThat(retrying("ServerTimeout", 0).retryAfter()).contains(Duration.ZERO);
  }

  private static Status retrying(String reason, int seconds) {
    return Status.of(0, reason, "").withRetryAfter(seconds);
  }

  @Test
  void detailsNameAnObjectByItsResource() {
    var type = ResourceType.namespaced("apps/v1", "Deployment", "deployments");

    assertThat(Status.Details.of(type, "web"))
        .isEqualTo(Status.Details.of("apps", "deployments", "web"));
  }

  @Test
  void changingDetailsKeepsOtherFields() {
    var causes = List.of(new Status.Cause("r", "m", "f"));
    var details = new Status.Details("g", "k", "n", "u", List.of(), 0);

    var status = Status.of(StatusReason.CONFLICT, "no").withDetails(details).withRetryAfter(7);

    assertThat(status.details().withCauses(causes))
        .isEqualTo(new Status.Details("g", "k", "n", "u", causes, 7));
    assertThat(status.withDetails(Status.Details.NONE)).isEqualTo(Status.of(409, "Conflict", "no"));
  }

  @Test
  void readsEveryField() {
    var status =
        read(
            """
            {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure",
             "message":"pods \\"a\\" is invalid","reason":"Invalid","details":{"name":"a",
             "group":"g","kind":"pods","uid":"u","causes":[{"reason":"FieldValueRequired",
             "message":"Required value","field":"spec.containers","more":1}],
             "retryAfterSeconds":7},"code":422}
            """);

    assertThat(status)
        .isEqualTo(
            new Status(
                422,
                "Invalid",
                "pods \"a\" is invalid",
                new Status.Details(
                    "g",
                    "pods",
                    "a",
                    "u",
                    List.of(
                        new Status.Cause(
                            "FieldValueRequired", "Required value", "spec.containers")),
                    7)));
    assertThat(status.toException())
        .hasMessage("Invalid: pods \"a\" is invalid")
        .extracting(ApiException::status)
        .isEqualTo(status);
  }

  @Test
  void readsAnIncompleteStatus() {
    assertThat(read("{}")).isEqualTo(Status.of(0, "", ""));
    assertThat(read("{\"code\":null,\"reason\":null,\"message\":null,\"details\":null}"))
        .isEqualTo(Status.of(0, "", ""));
    assertThat(read("{\"details\":{\"causes\":null,\"retryAfterSeconds\":-5}}"))
        .isEqualTo(Status.of(0, "", ""));
    assertThat(read("{\"code\":99999999999}").code()).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void keepsABoundedNumberOfCauses() {
    String causes =
        IntStream.range(0, 5000)
            .mapToObj(i -> "{\"message\":\"" + i + "\"}")
            .collect(Collectors.joining(","));

    var status = read("{\"details\":{\"causes\":[" + causes + "]},\"code\":422}");

    assertThat(status.details().causes()).hasSize(1000);
    assertThat(status.code()).isEqualTo(422);
  }

  @Test
  void messageNamesTheProblem() {
    assertThatThrownBy(() -> read("{\"code\":\"404\"}"))
        .isInstanceOf(MalformedException.class)
        .hasMessage("InternalError: code: is a string (expected: a number) (byte 8)");
    assertThatThrownBy(() -> read("{\"details\":{\"causes\":[{},1]}}"))
        .hasMessageContaining("details.causes[1]: is a number (expected: an object)");
    assertThatThrownBy(() -> read("upstream connect error"))
        .hasMessageContaining("document: unexpected 'u'");
  }

  private static Status read(String json) {
    byte[] bytes = json.getBytes(UTF_8);
    return ResourceReader.status(bytes, 0, bytes.length);
  }
}
