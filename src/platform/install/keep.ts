/**
 * Requests persistent storage, so that the browser does not evict the app's data. Most browsers decide without a
 * prompt, by whether the app is installed or used. Returns whether it was granted.
 */
export async function askToKeep(): Promise<boolean> {
  if (!navigator.storage?.persist) return false
  try {
    return (await navigator.storage.persisted()) || (await navigator.storage.persist())
  } catch {
    return false
  }
}
