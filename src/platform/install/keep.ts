/**
 * Asks the browser not to clear what the app keeps when the device runs short. Without a question to the user in most
 * browsers: they decide by whether the app is installed or used. Answers whether it is granted.
 */
export async function askToKeep(): Promise<boolean> {
  if (!navigator.storage?.persist) return false
  try {
    return (await navigator.storage.persisted()) || (await navigator.storage.persist())
  } catch {
    return false
  }
}
