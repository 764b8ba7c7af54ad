package io.listwatch.reflector;

import io.listwatch.model.UnreadableObject;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Records its calls. */
final class RecordingListener implements ReflectorListener {
  private final List<ReflectorState> states = new CopyOnWriteArrayList<>();
  private final List<Exception> errors = new CopyOnWriteArrayList<>();
  private final List<UnreadableObject> unreadable = new CopyOnWriteArrayList<>();

  List<ReflectorState> states() {
    return List.copyOf(states);
  }

  List<Exception> errors() {
    return List.copyOf(errors);
  }

  List<UnreadableObject> unreadable() {
    return List.copyOf(unreadable);
  }

  @Override
  public void onStateChange(ReflectorState from, ReflectorState to) {
    states.add(to);
  }

  @Override
  public void onError(Exception error) {
    errors.add(error);
  }

  @Override
  public void onUnreadable(UnreadableObject object) {
    unreadable.add(object);
  }
}
