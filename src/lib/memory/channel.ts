/** Messages to listeners on this thread and all others of the origin. */
export interface Channel<Message> {
  broadcast(message: Message): void
  listen(listener: (message: Message) => void): () => void
}

/**
 * Opens messaging over a BroadcastChannel. Without BroadcastChannel, messages stay on this thread.
 *
 * Browsers evict a page from the back/forward cache when a message arrives on a channel that it has open. With
 * `afterFreeze` the channel is closed while the page is cached. Without it a message evicts the cached page.
 *
 * @param name of the channel, which is opened on first use
 * @param afterFreeze called when the page returns from the back/forward cache, where it has missed messages; receives
 *   a function that notifies the listeners of this thread only
 */
export function openChannel<Message>(
  name: string,
  afterFreeze?: (notifyLocally: (message: Message) => void) => void,
): Channel<Message> {
  const listeners = new Set<(message: Message) => void>()
  const notifyLocally = (message: Message) => {
    for (const listener of listeners) listener(message)
  }
  let channel: BroadcastChannel | undefined
  let isFrozen = false
  const open = () => {
    if (channel || isFrozen || !('BroadcastChannel' in globalThis)) return channel
    channel = new BroadcastChannel(name)
    channel.addEventListener('message', (event: MessageEvent<Message>) => notifyLocally(event.data))
    // in Node a channel would keep the process alive
    ;(channel as { unref?: () => void }).unref?.()
    return channel
  }
  const freeze = () => {
    isFrozen = true
    channel?.close()
    channel = undefined
  }
  // the types of a worker have no PageTransitionEvent
  const thaw = (event: Event) => {
    isFrozen = false
    if (listeners.size > 0) open()
    if ('persisted' in event && event.persisted) afterFreeze?.(notifyLocally)
  }
  // neither event reaches a worker
  if (afterFreeze && 'onpagehide' in globalThis) {
    addEventListener('pagehide', freeze)
    addEventListener('pageshow', thaw)
  }
  return {
    broadcast(message) {
      open()?.postMessage(message)
      notifyLocally(message)
    },
    listen(listener) {
      open()
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
