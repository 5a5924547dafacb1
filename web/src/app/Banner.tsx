// Shown while the server cannot be reached; retries automatically and on request.
import { connection } from "../api/client";
import { reconnect } from "../api/events";

/** The connection banner; nothing while connected. */
export function Banner() {
  if (connection.value === "ok") return null;
  const denied = connection.value === "denied";
  return (
    <div class="banner" role="alert" id="connection-banner">
      <strong>{denied ? "Not authorised." : "Connection to the armlab server lost."}</strong>
      <span class="grow">
        {denied
          ? "The URL printed by “armlab studio” opens it once, in one browser. Run “armlab studio” again in a terminal for a new URL."
          : "The project is saved on disk. Restart “armlab studio” in the same folder; this page reconnects automatically."}
      </span>
      <button onClick={() => void reconnect()}>Retry</button>
    </div>
  );
}
