package io.listwatch.server.resource;

/**
 * The position up to which a watch has read.
 *
 * @param version all events up to it have been returned; 0 if that is not known
 */
public record WatchPosition(Stage stage, long version) {
  /** The position of a watch that does not report one. */
  public static final WatchPosition UNKNOWN = new WatchPosition(Stage.STORAGE, 0);

  /** The source of a watch's next event. */
  public enum Stage {
    /** Waits for the cache to determine its start. */
    STARTING,
    /** Returns the objects of a snapshot. */
    INITIAL,
    /** Reads the window of recent changes. */
    READING,
    /** Has read everything and waits for a change. */
    PARKED,
    /** Reads from storage the changes that the window has dropped. */
    CATCHING_UP,
    /** Reads from storage only. */
    STORAGE,
    ENDED
  }
}
