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

/**
 * Returns a function that computes each value once, also when a computation fails. Nothing is ever removed: create one for each
 * request.
 *
 * @param compute its inputs are equal when their JSON is
 */
export function memoizeByInput<Input, Value>(
  compute: (input: Input) => Promise<Value>,
): (input: Input) => Promise<Value> {
  const values = new Map<string, Promise<Value>>()
  return (input) => {
    const key = JSON.stringify(input)
    const value = values.get(key) ?? compute(input)
    values.set(key, value)
    return value
  }
}
