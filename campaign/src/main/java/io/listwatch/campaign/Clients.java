package io.listwatch.campaign;

import io.listwatch.campaign.engine.ApiServer;
import io.listwatch.campaign.history.ListRead;
import io.listwatch.campaign.history.Value;
import io.listwatch.campaign.history.WatchSession;
import io.listwatch.campaign.load.Caller;
import io.listwatch.campaign.load.CampaignObject;
import io.listwatch.campaign.load.ChangingRights;
import io.listwatch.campaign.load.Lister;
import io.listwatch.campaign.load.ObjectClient;
import io.listwatch.campaign.load.RoundRecord;
import io.listwatch.campaign.load.Writer;
import io.listwatch.campaign.tap.DeltaTap;
import io.listwatch.campaign.tap.HttpTap;
import io.listwatch.campaign.tap.InformerTap;
import io.listwatch.campaign.tap.PlantedDefect;
import io.listwatch.campaign.tap.Tap;
import io.listwatch.campaign.tap.TapSettings;
import io.listwatch.campaign.tap.WatchCrowd;
import io.listwatch.campaign.tap.WatchTap;
import io.listwatch.campaign.tap.WebSocketTap;
import java.io.IOException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** All clients of a round: writers, listers and taps. */
final class Clients {
  private static final List<String> COLORS = List.of("red", "blue");
  private static final int WEB_SOCKETS = 4;
  private static final int DELTAS = 6;
  private static final int INFORMERS = 2;

  /** One in this many checks for late taps is logged: one every few seconds. */
  private static final int LOGGED_PART = 500;

  private final Round.Stage<?> stage;
  private final String name;
  private final LoadSize size;
  private final RoundRecord record;
  private final List<Caller> callers = new ArrayList<>();
  private final List<Thread> load = new ArrayList<>();
  private final AtomicBoolean stopped = new AtomicBoolean();
  private final List<WatchTap> watches = new ArrayList<>();
  private final List<DeltaTap> deltas = new ArrayList<>();
  private final List<WatchCrowd> crowds = new ArrayList<>();
  private final List<InformerTap> informers = new ArrayList<>();
  private int silent;

  Clients(Round.Stage<?> stage, String name, LoadSize size, boolean planted, RoundRecord record) {
    this.stage = stage;
    this.name = name;
    this.size = size;
    this.record = record;
    stage.engine().servers().forEach(server -> callers.add(new Caller(server)));
    addTaps();
    addLoad();
    if (planted) {
      addPlants();
    }
  }

  private void addTaps() {
    List<ApiServer> servers = stage.engine().servers();
    for (ApiServer server : servers) {
      HttpClient chunks = client(HttpClient.Version.HTTP_1_1);
      HttpClient streams = client(HttpClient.Version.HTTP_2);
      for (int i = 0; i < size.watchers() / servers.size(); i++) {
        boolean chunked = i % 2 == 0;
        String tap = "%s-%s-%d".formatted(server.name(), chunked ? "chunked" : "http2", i);
        watches.add(
            new HttpTap(settings(tap, server, i), PlantedDefect.NONE, chunked ? chunks : streams));
      }
      for (int i = 0; i < WEB_SOCKETS / servers.size(); i++) {
        String tap = "%s-websocket-%d".formatted(server.name(), i);
        watches.add(new WebSocketTap(settings(tap, server, i)));
      }
      for (int i = 0; i < DELTAS / servers.size(); i++) {
        String tap = "%s-delta-%d".formatted(server.name(), i);
        deltas.add(
            new DeltaTap(
                settings(tap, server, i), PlantedDefect.NONE, i % 2 == 0 ? chunks : streams));
      }
      for (int i = 0; i < INFORMERS / servers.size(); i++) {
        informers.add(
            new InformerTap(
                "%s-informer-%d".formatted(server.name(), i), server, UnaryOperator.identity()));
      }
      int crowd = size.crowd() / servers.size();
      crowds.add(new WatchCrowd(server, crowd, record, random(), stage.positions()));
    }
    watches.addAll(deltas);
  }

  private static HttpClient client(HttpClient.Version version) {
    return HttpClient.newBuilder().version(version).connectTimeout(Duration.ofSeconds(10)).build();
  }

  /** Every third tap selects a color. */
  private TapSettings settings(String tap, ApiServer server, int index) {
    String color = index % 3 == 2 ? COLORS.get(index / 3 % 2) : null;
    return settings(tap, server, color, stage.positions().getOrDefault(tap, 0L));
  }

  private TapSettings settings(
      String tap, ApiServer server, @Nullable String color, long position) {
    int index = stage.engine().servers().indexOf(server);
    Random random = random();
    var lister =
        new Lister(
            tap,
            callers.get(index),
            record,
            random,
            size.keys(),
            stopped,
            UnaryOperator.identity());
    return new TapSettings(tap, server, color, lister, record, random, position);
  }

  private Random random() {
    return new Random(stage.random().nextLong());
  }

  private void addLoad() {
    for (int i = 0; i < size.writers(); i++) {
      var objects =
          new ObjectClient(callers.get(i % callers.size()), record, UnaryOperator.identity());
      addWriter(name + "-w" + i, objects, 0, size.keys());
    }
    for (int i = 0; i < size.listers(); i++) {
      addLister("lister-" + i, callers.get(i % callers.size()), UnaryOperator.identity());
    }
    for (int i = 0; i < callers.size(); i++) {
      addRights(name + "-user" + i, callers.get(i));
    }
  }

  private void addWriter(String writer, ObjectClient objects, int firstKey, int keys) {
    var task =
        new Writer(writer, objects, record, random(), firstKey, keys, size.pauseMillis(), stopped);
    load.add(new Thread(task, writer));
  }

  private void addRights(String user, Caller caller) {
    load.add(new Thread(new ChangingRights(user, caller, record, random(), stopped), user));
  }

  private void addLister(String lister, Caller caller, UnaryOperator<ListRead> plant) {
    var task = new Lister(lister, caller, record, random(), size.keys(), stopped, plant);
    load.add(new Thread(task, lister));
  }

  /** Adds clients with planted defects: one client for each defect, with its own name or keys. */
  private void addPlants() {
    ApiServer server = stage.engine().servers().get(0);
    HttpClient http = client(HttpClient.Version.HTTP_1_1);
    for (PlantedDefect plant : PlantedDefect.values()) {
      if (plant != PlantedDefect.NONE) {
        String color = plant == PlantedDefect.LEAK ? "red" : null;
        long position = Math.max(1, stage.timeline().version());
        TapSettings settings = settings(Planted.tap(plant), server, color, position);
        watches.add(
            plant == PlantedDefect.WRONG_DELTA
                ? new DeltaTap(settings, plant, http)
                : new HttpTap(settings, plant, http));
      }
    }
    informers.add(new InformerTap(Planted.INFORMER, server, InformerTap.forging()));
    var losing = new ObjectClient(new Caller(server, true), record, UnaryOperator.identity());
    addWriter(name + "-lose", losing, Planted.LOST, Planted.KEYS);
    addRights(Planted.RIGHTS + name, new Caller(server, true));
    var denying = new ObjectClient(callers.get(0), record, Planted.denying());
    addWriter(name + "-deny", denying, Planted.DENIED, Planted.KEYS);
    var stale = new ObjectClient(callers.get(0), record, Planted.stale());
    addWriter(name + "-stale", stale, Planted.STALE, Planted.KEYS);
    addLister(Planted.TORN_LIST, callers.get(0), Planted.tornLists());
    addLister(Planted.OLD_LIST, callers.get(0), Planted.oldLists());
  }

  void start() {
    load.forEach(thread -> thread.setDaemon(true));
    load.forEach(Thread::start);
    taps().forEach(Tap::start);
  }

  private List<Tap> taps() {
    var taps = new ArrayList<Tap>(watches);
    taps.addAll(crowds);
    taps.addAll(informers);
    return taps;
  }

  void stopLoad() throws InterruptedException {
    stopped.set(true);
    for (Thread thread : load) {
      thread.join();
    }
  }

  /** True if each planted defect of a watch has happened. */
  boolean havePlanted() {
    return watches.stream().allMatch(WatchTap::hasPlanted);
  }

  /**
   * Writes one more object of each color, and waits until the taps have seen it.
   *
   * @return the names of the taps that have not, or of the load if the write fails
   */
  List<String> awaitLastWrites(Duration patience) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    int waits = 0;
    var objects = new ObjectClient(callers.get(0), record, UnaryOperator.identity());
    for (String color : COLORS) {
      CampaignObject marker = mark(objects, color, deadline);
      if (marker == null) {
        return List.of("writers");
      }
      List<String> late = List.of("");
      while (!late.isEmpty() && System.nanoTime() < deadline) {
        late =
            taps().stream()
                .filter(tap -> !tap.reached(color, marker.version(), marker.value().token()))
                .map(Tap::name)
                .toList();
        breakSilentWatches();
        if (++waits % LOGGED_PART == 0) {
          stage.log().accept(name + ": waiting for " + late);
        }
        Thread.sleep(10);
      }
      if (!late.isEmpty()) {
        return late;
      }
    }
    return List.of();
  }

  private void breakSilentWatches() throws IOException {
    for (WatchTap tap : watches) {
      if (tap.breakIfSilent()) {
        silent++;
        stage.log().accept(name + ": broke the silent watch of " + tap.name());
      }
    }
  }

  /** Returns the number of watches that ended without their client noticing. */
  int silent() {
    return silent;
  }

  private @Nullable CampaignObject mark(ObjectClient objects, String color, long deadline)
      throws InterruptedException {
    String key = CampaignObject.marker(color);
    for (int i = 0; System.nanoTime() < deadline; i++) {
      var value = new Value("%s-end-%s-%d".formatted(name, color, i), "", color);
      var unused = i % 2 == 0 ? objects.update(key, value, null, 1) : objects.create(key, value, 1);
      CampaignObject seen = record.seen(key);
      if (seen != null && seen.value().equals(value)) {
        return seen;
      }
      Thread.sleep(50);
    }
    return null;
  }

  /** Ends the taps. The next round resumes from their positions. */
  void end() throws IOException, InterruptedException {
    for (Tap tap : taps()) {
      tap.end();
    }
    watches.forEach(tap -> stage.positions().put(tap.name(), tap.position()));
    crowds.forEach(crowd -> stage.positions().putAll(crowd.positions()));
  }

  /** Returns the number of deltas from which taps rebuilt objects. */
  int deltas() {
    return deltas.stream().mapToInt(DeltaTap::deltas).sum();
  }

  List<WatchSession> sessions() {
    var sessions = new ArrayList<WatchSession>();
    watches.forEach(tap -> sessions.addAll(tap.sessions()));
    crowds.forEach(crowd -> sessions.addAll(crowd.sessions()));
    return sessions;
  }

  List<InformerTap> informers() {
    return informers;
  }
}
