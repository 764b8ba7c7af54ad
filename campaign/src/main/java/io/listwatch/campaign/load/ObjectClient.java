package io.listwatch.campaign.load;

import io.listwatch.campaign.history.Operation;
import io.listwatch.campaign.history.Operation.Kind;
import io.listwatch.campaign.history.Operation.Outcome;
import io.listwatch.campaign.history.Value;
import io.listwatch.campaign.load.Caller.Response;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The verbs on single objects. Each call records an operation with its outcome. */
public final class ObjectClient {
  private static final String JSON = "application/json";

  private final Caller caller;
  private final RoundRecord record;
  private final UnaryOperator<Operation> plant;

  /**
   * @param plant changes each recorded operation, for planted defects
   */
  public ObjectClient(Caller caller, RoundRecord record, UnaryOperator<Operation> plant) {
    this.caller = caller;
    this.record = record;
    this.plant = plant;
  }

  /** Creates an object. Returns true if it was certainly created. */
  public boolean create(String key, Value value, int fillers) throws InterruptedException {
    String body = CampaignObject.json(key, value, 0, fillers);
    return write(Kind.CREATE, key, value, null, "POST", CampaignObject.COLLECTION, JSON, body);
  }

  /**
   * Updates an object. Unless {@code expected} is null, the update requires that state of the
   * object.
   */
  public boolean update(String key, Value value, @Nullable CampaignObject expected, int fillers)
      throws InterruptedException {
    long version = expected == null ? 0 : expected.version();
    return write(
        Kind.UPDATE,
        key,
        value,
        expected == null ? null : expected.value(),
        "PUT",
        CampaignObject.path(key),
        JSON,
        CampaignObject.json(key, value, version, fillers));
  }

  /** Writes the note of an object, and nothing else, by one of three kinds of patch. */
  public boolean patch(String key, String note, int kind) throws InterruptedException {
    String type =
        switch (kind) {
          case 0 -> "application/merge-patch+json";
          case 1 -> "application/strategic-merge-patch+json";
          default -> "application/json-patch+json";
        };
    String body =
        kind < 2
            ? "{\"data\":{\"note\":\"%s\"}}".formatted(note)
            : "[{\"op\":\"add\",\"path\":\"/data/note\",\"value\":\"%s\"}]".formatted(note);
    var argument = new Value("", note, "");
    return write(Kind.PATCH, key, argument, null, "PATCH", CampaignObject.path(key), type, body);
  }

  public boolean delete(String key, @Nullable CampaignObject expected) throws InterruptedException {
    String body =
        expected == null
            ? null
            : "{\"preconditions\":{\"resourceVersion\":\"%d\"}}".formatted(expected.version());
    return write(
        Kind.DELETE,
        key,
        null,
        expected == null ? null : expected.value(),
        "DELETE",
        CampaignObject.path(key),
        JSON,
        body);
  }

  private boolean write(
      Kind kind,
      String key,
      @Nullable Value argument,
      @Nullable Value expected,
      String method,
      String path,
      String type,
      @Nullable String body)
      throws InterruptedException {
    long call = System.nanoTime();
    Response response = caller.send(method, path, type, body);
    return finish(kind, key, argument, expected, call, response);
  }

  public boolean get(String key) throws InterruptedException {
    long call = System.nanoTime();
    return finish(Kind.READ, key, null, null, call, caller.get(CampaignObject.path(key)));
  }

  private boolean finish(
      Kind kind,
      String key,
      @Nullable Value argument,
      @Nullable Value expected,
      long call,
      Response response) {
    Outcome outcome = outcome(response.status());
    CampaignObject object =
        response.succeeded() && kind != Kind.DELETE
            ? CampaignObject.of(CampaignObject.parse(response.body()))
            : null;
    record.add(
        plant.apply(
            new Operation(
                kind,
                key,
                argument,
                expected,
                call,
                outcome == Outcome.UNKNOWN ? Long.MAX_VALUE : System.nanoTime(),
                outcome,
                object == null ? null : object.value(),
                object == null ? 0 : object.version())));
    if (object != null) {
      record.see(object);
    }
    return outcome != Outcome.UNKNOWN && outcome != Outcome.REJECTED;
  }

  private static Outcome outcome(int status) {
    if (status >= 200 && status < 300) {
      return Outcome.OK;
    }
    return switch (status) {
      case 409 -> Outcome.CONFLICT;
      case 404 -> Outcome.ABSENT;
      // Without a response, anything may have happened.
      case 0, 500, 504 -> Outcome.UNKNOWN;
      default -> Outcome.REJECTED;
    };
  }
}
