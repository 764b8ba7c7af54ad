package io.listwatch.campaign.engine;

import io.listwatch.storage.Storage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** One or two API servers and the storage that they share. */
public interface Engine {
  String name();

  List<ApiServer> servers();

  /**
   * Opens the storage: while servers are running if it {@linkplain #isShared is shared}, else after
   * they have stopped.
   */
  Storage openStorage();

  /** True if the storage can be open while servers run. */
  boolean isShared();

  /** Undoes every fault of the storage. */
  void heal() throws IOException, InterruptedException;

  /** Returns the data directory, which is kept if a violation was found. */
  Path data();

  void end() throws IOException, InterruptedException;
}
