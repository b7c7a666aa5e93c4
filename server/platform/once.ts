/** Deduplicates concurrent calls by key: they share one promise. After it settles, the next call runs again. */
export function createOnce<Value>(): (key: string, make: () => Promise<Value>) => Promise<Value> {
  const underway = new Map<string, Promise<Value>>()
  return (key, make) => {
    const running = underway.get(key)
    if (running) return running
    const making = make().finally(() => underway.delete(key))
    underway.set(key, making)
    return making
  }
}
