package io.listwatch.campaign.history;

/**
 * The content of an object, which the campaign's clients write and compare.
 *
 * @param token the unique name of the create or update that wrote the object
 * @param note the unique name of the last patch since then; empty if there was none
 * @param color the label that selectors require
 */
public record Value(String token, String note, String color) {
  public Value withNote(String newNote) {
    return new Value(token, newNote, color);
  }

  @Override
  public String toString() {
    return token + (note.isEmpty() ? "" : "+" + note) + "(" + color + ")";
  }
}
