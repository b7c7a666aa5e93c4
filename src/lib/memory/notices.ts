/** Tells listeners on this thread and on all others of the same origin. */
export interface Notices<Message> {
  tell(message: Message): void
  listen(listener: (message: Message) => void): () => void
}

/**
 * Notices over a BroadcastChannel; where there is none they stay on this thread.
 *
 * @param name of the channel, which is opened when it is first needed
 */
export function noticesOn<Message>(name: string): Notices<Message> {
  const listeners = new Set<(message: Message) => void>()
  const tellHere = (message: Message) => {
    for (const listener of listeners) listener(message)
  }
  let channel: BroadcastChannel | undefined
  const open = () => {
    if (channel || !('BroadcastChannel' in globalThis)) return channel
    channel = new BroadcastChannel(name)
    channel.addEventListener('message', (event: MessageEvent<Message>) => tellHere(event.data))
    // in Node a channel would keep the process alive
    ;(channel as { unref?: () => void }).unref?.()
    return channel
  }
  return {
    tell(message) {
      open()?.postMessage(message)
      tellHere(message)
    },
    listen(listener) {
      open()
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
