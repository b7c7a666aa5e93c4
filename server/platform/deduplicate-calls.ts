/** Deduplicates concurrent calls by key: they share one promise. After it settles, the next call runs again. */
export function createCallDeduplicator<Value>(): (
  key: string,
  compute: () => Promise<Value>,
) => Promise<Value> {
  const runningCalls = new Map<string, Promise<Value>>()
  return (key, compute) => {
    const runningCall = runningCalls.get(key)
    if (runningCall) return runningCall
    const call = compute().finally(() => runningCalls.delete(key))
    runningCalls.set(key, call)
    return call
  }
}
