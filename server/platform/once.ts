/** Whoever asks for what is being made waits for that; when it is made, or has failed, the next asker has it made anew. */
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
