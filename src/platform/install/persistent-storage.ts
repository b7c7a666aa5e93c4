/**
 * Requests persistent storage, so that the browser does not evict the app's data. Returns whether it was granted. Most
 * browsers decide without a prompt, depending on whether the app is installed or used often.
 */
export async function requestPersistentStorage(): Promise<boolean> {
  if (!navigator.storage?.persist) return false
  try {
    return (await navigator.storage.persisted()) || (await navigator.storage.persist())
  } catch {
    return false
  }
}
