/**
 * A port of 127.0.0.1 where nothing listens: it has no assigned service, only root may open it, and the system never
 * chooses it. `fetch` does not block it, unlike port 1.
 */
export const closedPort = 4
