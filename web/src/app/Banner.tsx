// Tells that the server is gone, tries again by itself, and lets the person try at once.
import { connection } from "../api/client";
import { tryAgain } from "../api/events";

/** The banner, while there is something to say. */
export function Banner() {
  if (connection.value === "ok") return null;
  const denied = connection.value === "denied";
  return (
    <div class="banner" role="alert" id="connection-banner">
      <strong>{denied ? "This page has no key to the server." : "The armlab server does not answer."}</strong>
      <span class="grow">
        {denied
          ? "Open the address that “armlab studio” printed; it holds the key."
          : "Your project is on the disk and nothing is lost. Start “armlab studio” again in the same folder; this page goes on by itself."}
      </span>
      <button onClick={() => void tryAgain()}>Try again</button>
    </div>
  );
}
