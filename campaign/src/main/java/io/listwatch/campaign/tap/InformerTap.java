package io.listwatch.campaign.tap;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.campaign.engine.ApiServer;
import io.listwatch.campaign.history.Timeline;
import io.listwatch.campaign.history.Timeline.Change;
import io.listwatch.campaign.history.Timeline.Versioned;
import io.listwatch.campaign.history.Value;
import io.listwatch.campaign.history.Violation;
import io.listwatch.campaign.history.Violation.Promise;
import io.listwatch.campaign.load.CampaignObject;
import io.listwatch.client.ApiClient;
import io.listwatch.client.config.ClientConfig;
import io.listwatch.informer.Informer;
import io.listwatch.informer.LegalHistory;
import io.listwatch.informer.ObjectCodec;
import io.listwatch.informer.ResourceHandler;
import io.listwatch.informer.Selection;
import io.listwatch.informer.View;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;
import io.listwatch.reflector.BackoffPolicy;
import io.listwatch.reflector.ReflectorPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * An informer of our client, whose handler records its calls.
 *
 * <p>Thread-safe.
 */
public final class InformerTap implements Tap {
  private static final ResourceType CONFIG_MAPS =
      ResourceType.namespaced("v1", "ConfigMap", "configmaps");

  /** The usual back-off of up to half a minute would make up most of a round. */
  private static final ReflectorPolicy POLICY =
      ReflectorPolicy.CLIENT.with(
          policy -> policy.backoff(BackoffPolicy.constant(Duration.ofSeconds(1))));

  /** A call of the handler: the object, and whether it was deleted. */
  private record Call(CampaignObject object, boolean delete) {}

  private final String name;
  private final ApiClient client;
  private final UnaryOperator<CampaignObject> plant;
  private final LegalHistory<Resource> legal = new LegalHistory<>();

  @GuardedBy("this")
  private final List<Call> calls = new ArrayList<>();

  @GuardedBy("this")
  private final Map<String, CampaignObject> known = new HashMap<>();

  /**
   * @param plant changes the object of each call, for planted defects
   */
  public InformerTap(String name, ApiServer server, UnaryOperator<CampaignObject> plant) {
    this.name = name;
    this.plant = plant;
    this.client = ApiClient.of(ClientConfig.of(server.address()));
  }

  /** Returns a function that shows the handler another value than the object has. */
  public static UnaryOperator<CampaignObject> forging() {
    return object -> {
      Value value = object.value();
      var forged = new Value(value.token(), "forged", value.color());
      return new CampaignObject(object.key(), forged, object.version());
    };
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void start() {
    Informer<Resource> informer =
        client
            .informers(factory -> factory.options(options -> options.policy(POLICY)))
            .informer(
                Selection.of(CONFIG_MAPS).inNamespace(CampaignObject.NAMESPACE), ObjectCodec.raw());
    legal.of(informer.addHandler(legal));
    var unused = informer.addHandler(new Recorder());
    informer.start();
  }

  @Override
  public synchronized boolean reached(String markerColor, long version, String token) {
    CampaignObject marker = known.get(CampaignObject.marker(markerColor));
    return marker != null && marker.version() >= version;
  }

  @Override
  public void end() {
    client.close();
  }

  /** Returns the number of calls of the handler. */
  public synchronized int count() {
    return calls.size();
  }

  /** Checks the calls after the end of the round. */
  public synchronized List<Violation> check(Timeline timeline) {
    var found = new ArrayList<Violation>();
    try {
      legal.assertLegal();
    } catch (AssertionError illegal) {
      String message = String.valueOf(illegal.getMessage());
      found.add(violation(message.substring(0, Math.min(2_000, message.length()))));
    }
    Map<String, Value> states = states(timeline);
    for (Call call : calls) {
      Value expected = states.get(call.object.version() + " " + call.object.key());
      if (!call.delete && !call.object.value().equals(expected)) {
        found.add(violation("%s (expected: %s)".formatted(call, expected)));
      }
    }
    Map<String, Versioned> end = new HashMap<>();
    known.forEach((key, object) -> end.put(key, new Versioned(object.value(), object.version())));
    if (!end.equals(timeline.state())) {
      found.add(violation("ends as %s (expected: %s)".formatted(end, timeline.state())));
    }
    return found;
  }

  private static Map<String, Value> states(Timeline timeline) {
    Map<String, Value> states = new HashMap<>();
    timeline
        .startState()
        .forEach((key, object) -> states.put(object.version() + " " + key, object.value()));
    for (Change change : timeline.changes()) {
      Value after = change.after();
      if (after != null) {
        states.put(change.version() + " " + change.key(), after);
      }
    }
    return states;
  }

  private Violation violation(String what) {
    return new Violation(Promise.LEGAL_HANDLER_CALLS, name, what);
  }

  private synchronized void record(Resource resource, boolean delete) {
    CampaignObject object = CampaignObject.of(CampaignObject.parse(resource.toByteArray()));
    if (object == null) {
      return;
    }
    calls.add(new Call(plant.apply(object), delete));
    if (delete) {
      known.remove(object.key());
    } else {
      known.put(object.key(), object);
    }
  }

  private final class Recorder implements ResourceHandler<Resource> {
    @Override
    public void onAdd(View<Resource> object, boolean initial) {
      record(object.resource(), false);
    }

    @Override
    public void onUpdate(View<Resource> previous, View<Resource> current) {
      record(current.resource(), false);
    }

    @Override
    public void onDelete(View<Resource> last, boolean finalStateUnknown) {
      record(last.resource(), true);
    }
  }
}
