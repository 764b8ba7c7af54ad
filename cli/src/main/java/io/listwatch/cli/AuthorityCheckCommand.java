package io.listwatch.cli;

import io.listwatch.server.StoredAuthority;
import io.listwatch.server.StoredAuthority.StoredObject;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Lists the stored objects that affect authorization and admission once a server starts. */
@Command(
    name = "check",
    abbreviateSynopsis = true,
    sortOptions = false,
    description = {
      "Lists the stored roles, bindings, webhook configurations, admission policies, quotas and"
          + " limit ranges, which take effect when a server of this version starts.",
      "With --storage sqlite, no server may be using the database. Nothing is changed."
    })
final class AuthorityCheckCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private StorageOptions options = new StorageOptions();

  @Override
  public Integer call() throws IOException {
    if (options.engine() == StorageOptions.Engine.SQLITE) {
      DataOption.requireDatabase(options.data().directory());
    }
    StoredAuthority stored;
    try (Storage storage = options.open(Timers.system())) {
      stored = StoredAuthority.read(storage);
    }
    var out = spec.commandLine().getOut();
    for (StoredObject each : stored.objects()) {
      out.println(each.type().kind() + " " + each.key());
    }
    out.println(
        stored.objects().isEmpty()
            ? "no stored object takes effect"
            : "these take effect when the server starts: " + stored.summary());
    if (stored.bootstrap() > 0) {
      out.println("not listed: %d bootstrap roles and bindings".formatted(stored.bootstrap()));
    }
    return 0;
  }
}
