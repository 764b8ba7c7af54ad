package io.listwatch.server.registry.strategy;

import io.listwatch.model.ApiException;
import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.VersionMatch;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.metadata.Metadata;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.strategy.AllocatedAddresses;
import io.listwatch.objects.strategy.MissingAddressesException;
import io.listwatch.objects.strategy.MissingAddressesException.RequestedPort;
import io.listwatch.objects.strategy.ServiceStrategy;
import io.listwatch.objects.strategy.Strategy;
import io.listwatch.server.registry.ApiErrors;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Allocates ClusterIPs and node ports for services. The services in the storage are the only record
 * of allocated addresses, so nothing needs repair after a crash, and deleting a service frees its
 * addresses.
 *
 * <p>Two writers must not choose the same address before either has written its service. So a
 * writer first reserves an address, then reads all services with a consistent read, then writes the
 * service, and finally releases the reservation. If two writers want the same address, the second
 * one either cannot reserve it or sees the first one's service.
 */
final class ServiceAddresses implements KindPrerequisites {
  /**
   * Maximum number of allocations for one write: a concurrent update may change which addresses the
   * service needs.
   */
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

  /** Returns the same kind: the update has already reserved the addresses for its whole write. */
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
   * Writes a service with a kind whose strategy has the allocated addresses.
   *
   * @param dryRun true to reserve nothing, because nothing is written
   */
  private <T> CompletionStage<T> write(
      ServedKind services,
      String name,
      boolean dryRun,
      Function<ServedKind, CompletionStage<T>> write) {
    return onceWith(AllocatedAddresses.EMPTY, services, write)
        .exceptionallyCompose(problem -> search(problem, services, name, dryRun, write, 1));
  }

  private static <T> CompletionStage<T> onceWith(
      AllocatedAddresses allocated,
      ServedKind services,
      Function<ServedKind, CompletionStage<T>> write) {
    Strategy strategy = new ServiceStrategy(services.definition().written(), allocated);
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
    if (!(cause instanceof MissingAddressesException wanted) || attempt == ATTEMPTS) {
      return CompletableFuture.failedFuture(problem);
    }
    return new Search(services, name, wanted, dryRun)
        .run(allocated -> onceWith(allocated, services, write))
        .exceptionallyCompose(again -> search(again, services, name, dryRun, write, attempt + 1));
  }

  /** The allocation for one write. Used by one thread at a time. */
  private final class Search {
    private final ServedKind services;
    private final String name;
    private final MissingAddressesException wanted;
    private final boolean dryRun;
    private final int start;

    private final Set<String> taken = new HashSet<>();
    private final Set<String> tried = new HashSet<>();
    private final List<String> reserved = new ArrayList<>();
    private final List<String> addresses = new ArrayList<>();
    private final List<Integer> ports = new ArrayList<>();

    Search(ServedKind services, String name, MissingAddressesException wanted, boolean dryRun) {
      this.services = services;
      this.name = name;
      this.wanted = wanted;
      this.dryRun = dryRun;
      this.start = name.hashCode() & Integer.MAX_VALUE;
    }

    <T> CompletionStage<T> run(Function<AllocatedAddresses, CompletionStage<T>> use) {
      return readAllocated(VersionMatch.any())
          .thenCompose(known -> address(0))
          .thenCompose(found -> port(0))
          .thenCompose(found -> use.apply(new AllocatedAddresses(addresses, ports)))
          .thenApply(
              written -> {
                reserved.forEach(reservations::release);
                return written;
              })
          .exceptionallyCompose(
              problem -> released(0).thenCompose(done -> CompletableFuture.failedFuture(problem)));
    }

    /**
     * Releases all reservations, one after the other. The write may be retried at once and needs
     * them released before that.
     */
    private CompletionStage<Void> released(int from) {
      return from == reserved.size()
          ? CompletableFuture.completedFuture(null)
          : reservations.release(reserved.get(from)).thenCompose(done -> released(from + 1));
    }

    private CompletionStage<Void> readAllocated(VersionMatch match) {
      return AllObjects.of(services.storage(), ListOptions.ALL.at(match))
          .thenAccept(
              all -> {
                taken.clear();
                all.forEach(this::addAllocated);
              });
    }

    private void addAllocated(Resource service) {
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
          return reserve(candidate)
              .thenCompose(
                  isReserved ->
                      isReserved ? CompletableFuture.completedFuture(candidate) : anyAddress(next));
        }
      }
      throw ApiErrors.internal("failed to allocate a serviceIP: range is full");
    }

    private CompletionStage<Void> port(int index) {
      if (index == wanted.ports().size()) {
        return CompletableFuture.completedFuture(null);
      }
      RequestedPort asked = wanted.ports().get(index);
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
          return reserve(String.valueOf(candidate))
              .thenCompose(
                  isReserved ->
                      isReserved ? CompletableFuture.completedFuture(candidate) : anyPort(next));
        }
      }
      throw ApiErrors.internal("failed to allocate a nodePort: range is full");
    }

    private CompletionStage<String> claim(String asked) {
      JsonValue shown = JsonTrees.read("[\"" + asked + "\"]");
      String problem = "failed to allocate IP " + asked + ": ";
      if (!ServiceRanges.contains(asked)) {
        throw refusal(FieldError.invalid(FIELD, shown, problem + OUT_OF_NETWORK.formatted(asked)));
      }
      FieldError taken = FieldError.invalid(FIELD, shown, problem + ADDRESS_TAKEN);
      return reserve(asked).thenApply(isReserved -> orReject(isReserved, asked, taken));
    }

    private CompletionStage<Integer> claim(RequestedPort asked) {
      int number = asked.number();
      if (number < ServiceRanges.FIRST_PORT || number > ServiceRanges.LAST_PORT) {
        throw refusal(FieldError.invalid(asked.field(), number, OUT_OF_PORTS));
      }
      FieldError taken = FieldError.invalid(asked.field(), number, PORT_TAKEN);
      return reserve(String.valueOf(number))
          .thenApply(isReserved -> orReject(isReserved, number, taken));
    }

    private <A> A orReject(boolean isReserved, A address, FieldError otherwise) {
      if (!isReserved) {
        throw refusal(otherwise);
      }
      return address;
    }

    /** Reserves an address and checks that it is still free. A dry run only checks. */
    private CompletionStage<Boolean> reserve(String candidate) {
      if (!tried.add(candidate)) {
        return CompletableFuture.completedFuture(false);
      }
      CompletionStage<Boolean> free =
          dryRun ? CompletableFuture.completedFuture(true) : reservations.take(candidate);
      return free.thenCompose(
          isReserved -> {
            if (!isReserved) {
              return CompletableFuture.completedFuture(false);
            }
            if (!dryRun) {
              reserved.add(candidate);
            }
            return readAllocated(VersionMatch.mostRecent())
                .thenApply(all -> !taken.contains(candidate));
          });
    }

    private ApiException refusal(FieldError error) {
      return ApiErrors.invalid(services.type(), name, List.of(error));
    }
  }
}
