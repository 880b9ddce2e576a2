/** A word from the browser that it is the reader's turn, where that is wanted and allowed. */

import { settings, t } from "../settings.svelte";

export function notifyOfTurn(text: string): void {
  // A window behind others is not hidden, but nobody looks at it.
  const away = document.hidden || !document.hasFocus();
  if (!away || !settings.notify || !("Notification" in window) || Notification.permission !== "granted") return;
  try {
    new Notification(t("table.yourTurn"), { body: text, tag: "sandtable" });
  } catch {
    // Some phones want a service worker for that: there the title has to do.
  }
}
