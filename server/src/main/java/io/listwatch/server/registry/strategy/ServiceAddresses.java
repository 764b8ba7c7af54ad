package io.listwatch.server.registry.strategy;

import io.listwatch.model.ApiException;
import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.VersionMatch;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.metadata.Metadata;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.strategy.AddressesWanted;
import io.listwatch.objects.strategy.AddressesWanted.WantedPort;
import io.listwatch.objects.strategy.ReservedAddresses;
import io.listwatch.objects.strategy.ServiceStrategy;
import io.listwatch.objects.strategy.Strategy;
import io.listwatch.server.registry.Refusals;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Gives services the addresses that they need. Which are taken is what the services in the storage
 * say, and nothing else; so nothing is to be repaired after a crash, and a deleted service frees
 * what it had.
 *
 * <p>Two writers must not choose the same address before either has written it. So an address is
 * reserved first, then all services are read, at least as new as the reservation, and only then the
 * service is written; the reservation is given back when that is done. Of two who want the same
 * one, the second either cannot reserve it, or sees the first one's service.
 */
final class ServiceAddresses implements KindPrerequisites {
  /** What is needed may change while it is being got, but not for long. */
  private static final int ATTEMPTS = 5;

  private static final String FIELD = "spec.clusterIPs";
  private static final String ADDRESS_TAKEN = "provided IP is already allocated";
  private static final String PORT_TAKEN = "provided port is already allocated";
  private static final String OUT_OF_NETWORK =
      "the provided IP (%s) is not in the valid range. The range of valid IPs is "
          + ServiceRanges.NETWORK;
  private static final String OUT_OF_PORTS =
      "provided port is not in the valid range. The range of valid ports is "
          + ServiceRanges.FIRST_PORT
          + "-"
          + ServiceRanges.LAST_PORT;

  private final Reservations reservations;

  ServiceAddresses(Sources sources) {
    this.reservations = sources.reservations();
  }

  /** The update reserves addresses already, for the whole of its write. */
  @Override
  public CompletionStage<ServedKind> createInUpdate(ServedKind kind, Create request) {
    return CompletableFuture.completedFuture(kind);
  }

  @Override
  public <T> CompletionStage<T> create(
      ServedKind kind, Create request, Function<ServedKind, CompletionStage<T>> write) {
    return write(kind, Metadata.of(request.object()).name(), request.dryRun(), write);
  }

  @Override
  public <T> CompletionStage<T> update(
      ServedKind kind, Update request, Function<ServedKind, CompletionStage<T>> write) {
    return write(kind, request.key().name(), request.dryRun(), write);
  }

  /**
   * Writes a service, with a kind whose strategy has in hand what the service needs.
   *
   * @param dryRun whether nothing is held for it, because nothing is written
   */
  private <T> CompletionStage<T> write(
      ServedKind services,
      String name,
      boolean dryRun,
      Function<ServedKind, CompletionStage<T>> write) {
    return onceWith(ReservedAddresses.EMPTY, services, write)
        .exceptionallyCompose(problem -> search(problem, services, name, dryRun, write, 1));
  }

  private static <T> CompletionStage<T> onceWith(
      ReservedAddresses reserved,
      ServedKind services,
      Function<ServedKind, CompletionStage<T>> write) {
    Strategy strategy = new ServiceStrategy(services.definition().written(), reserved);
    return CompletableFuture.completedFuture(services.with(strategy)).thenCompose(write);
  }

  private <T> CompletionStage<T> search(
      Throwable problem,
      ServedKind services,
      String name,
      boolean dryRun,
      Function<ServedKind, CompletionStage<T>> write,
      int attempt) {
    Throwable cause = problem instanceof CompletionException ? problem.getCause() : problem;
    if (!(cause instanceof AddressesWanted wanted) || attempt == ATTEMPTS) {
      return CompletableFuture.failedFuture(problem);
    }
    return new Search(services, name, wanted, dryRun)
        .run(reserved -> onceWith(reserved, services, write))
        .exceptionallyCompose(again -> search(again, services, name, dryRun, write, attempt + 1));
  }

  /** The search for what one write needs. One thread at a time. */
  private final class Search {
    private final ServedKind services;
    private final String name;
    private final AddressesWanted wanted;
    private final boolean dryRun;
    private final int start;

    private final Set<String> taken = new HashSet<>();
    private final Set<String> tried = new HashSet<>();
    private final List<String> reserved = new ArrayList<>();
    private final List<String> addresses = new ArrayList<>();
    private final List<Integer> ports = new ArrayList<>();

    Search(ServedKind services, String name, AddressesWanted wanted, boolean dryRun) {
      this.services = services;
      this.name = name;
      this.wanted = wanted;
      this.dryRun = dryRun;
      this.start = name.hashCode() & Integer.MAX_VALUE;
    }

    <T> CompletionStage<T> run(Function<ReservedAddresses, CompletionStage<T>> use) {
      return survey(VersionMatch.any())
          .thenCompose(known -> address(0))
          .thenCompose(found -> port(0))
          .thenCompose(found -> use.apply(new ReservedAddresses(addresses, ports)))
          .thenApply(
              written -> {
                reserved.forEach(reservations::release);
                return written;
              })
          .exceptionallyCompose(
              problem -> released(0).thenCompose(done -> CompletableFuture.failedFuture(problem)));
    }

    /** What failed is perhaps tried again at once, and then nothing may be held any more. */
    private CompletionStage<Void> released(int from) {
      return from == reserved.size()
          ? CompletableFuture.completedFuture(null)
          : reservations.release(reserved.get(from)).thenCompose(done -> released(from + 1));
    }

    private CompletionStage<Void> survey(VersionMatch match) {
      return AllObjects.of(services.storage(), ListOptions.ALL.at(match))
          .thenAccept(
              all -> {
                taken.clear();
                all.forEach(this::count);
              });
    }

    private void count(Resource service) {
      JsonValue spec = JsonTrees.read(service.toByteArray()).path("spec");
      spec.path("clusterIPs").forEach(each -> taken.add(each.asText()));
      spec.path("ports").forEach(each -> taken.add(each.path("nodePort").asText()));
      taken.add(spec.path("healthCheckNodePort").asText());
    }

    private CompletionStage<Void> address(int index) {
      if (index == wanted.addresses().size()) {
        return CompletableFuture.completedFuture(null);
      }
      String asked = wanted.addresses().get(index);
      return (asked.isEmpty() ? anyAddress(0) : claim(asked))
          .thenCompose(
              address -> {
                addresses.add(address);
                return address(index + 1);
              });
    }

    private CompletionStage<String> anyAddress(int attempt) {
      for (int i = attempt; i < ServiceRanges.addressCount(); i++) {
        String candidate = ServiceRanges.address(start, i);
        if (!taken.contains(candidate)) {
          int next = i + 1;
          return tryOne(candidate)
              .thenCompose(
                  mine -> mine ? CompletableFuture.completedFuture(candidate) : anyAddress(next));
        }
      }
      throw Refusals.internal("failed to allocate a serviceIP: range is full");
    }

    private CompletionStage<Void> port(int index) {
      if (index == wanted.ports().size()) {
        return CompletableFuture.completedFuture(null);
      }
      WantedPort asked = wanted.ports().get(index);
      CompletionStage<Integer> found = asked.number() == 0 ? anyPort(0) : claim(asked);
      return found.thenCompose(
          number -> {
            ports.add(number);
            return port(index + 1);
          });
    }

    private CompletionStage<Integer> anyPort(int attempt) {
      for (int i = attempt; i < ServiceRanges.portCount(); i++) {
        int candidate = ServiceRanges.port(start, i);
        if (!taken.contains(String.valueOf(candidate))) {
          int next = i + 1;
          return tryOne(String.valueOf(candidate))
              .thenCompose(
                  mine -> mine ? CompletableFuture.completedFuture(candidate) : anyPort(next));
        }
      }
      throw Refusals.internal("failed to allocate a nodePort: range is full");
    }

    private CompletionStage<String> claim(String asked) {
      JsonValue shown = JsonTrees.read("[\"" + asked + "\"]");
      String problem = "failed to allocate IP " + asked + ": ";
      if (!ServiceRanges.contains(asked)) {
        throw refusal(FieldError.invalid(FIELD, shown, problem + OUT_OF_NETWORK.formatted(asked)));
      }
      FieldError taken = FieldError.invalid(FIELD, shown, problem + ADDRESS_TAKEN);
      return tryOne(asked).thenApply(mine -> orRefuse(mine, asked, taken));
    }

    private CompletionStage<Integer> claim(WantedPort asked) {
      int number = asked.number();
      if (number < ServiceRanges.FIRST_PORT || number > ServiceRanges.LAST_PORT) {
        throw refusal(FieldError.invalid(asked.field(), number, OUT_OF_PORTS));
      }
      FieldError taken = FieldError.invalid(asked.field(), number, PORT_TAKEN);
      return tryOne(String.valueOf(number)).thenApply(mine -> orRefuse(mine, number, taken));
    }

    private <A> A orRefuse(boolean mine, A address, FieldError otherwise) {
      if (!mine) {
        throw refusal(otherwise);
      }
      return address;
    }

    /** Reserves one and looks whether it is still free; a rehearsal only looks. */
    private CompletionStage<Boolean> tryOne(String candidate) {
      if (!tried.add(candidate)) {
        return CompletableFuture.completedFuture(false);
      }
      CompletionStage<Boolean> free =
          dryRun ? CompletableFuture.completedFuture(true) : reservations.take(candidate);
      return free.thenCompose(
          mine -> {
            if (!mine) {
              return CompletableFuture.completedFuture(false);
            }
            if (!dryRun) {
              reserved.add(candidate);
            }
            return survey(VersionMatch.mostRecent()).thenApply(all -> !taken.contains(candidate));
          });
    }

    private ApiException refusal(FieldError error) {
      return Refusals.invalid(services.type(), name, List.of(error));
    }
  }
}
