// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { openChannel } from './channel.ts'

/** One channel per simulated page; Node delivers messages between them. */
const openedChannels: BroadcastChannel[] = []
afterEach(() => {
  for (const channel of openedChannels.splice(0)) channel.close()
})

const openOtherTab = (name: string) => {
  const channel = new BroadcastChannel(name)
  openedChannels.push(channel)
  return channel
}

const dispatchPageEvent = (type: 'pagehide' | 'pageshow') =>
  dispatchEvent(Object.assign(new Event(type), { persisted: true }))

test('a page in the back/forward cache gets no messages, and is notified when it returns', async () => {
  const afterFreeze = vi.fn<(notifyLocally: (message: string) => void) => void>((notifyLocally) =>
    notifyLocally('missed'),
  )
  const testChannel = openChannel<string>('frozen', afterFreeze)
  const received: string[] = []
  testChannel.listen((message) => received.push(message))
  const otherChannel = openOtherTab('frozen')
  otherChannel.postMessage('before')
  await vi.waitFor(() => expect(received).toEqual(['before']))

  dispatchPageEvent('pagehide')
  otherChannel.postMessage('meanwhile')
  testChannel.broadcast('last words')
  dispatchPageEvent('pageshow')
  expect(afterFreeze).toHaveBeenCalledOnce()
  otherChannel.postMessage('after')
  await vi.waitFor(() => expect(received).toContain('after'))
  expect(received).toEqual(['before', 'last words', 'missed', 'after'])
})

test('a channel without that handler stays open, so that its messages evict a page from the cache', async () => {
  const testChannel = openChannel<string>('open')
  const received: string[] = []
  testChannel.listen((message) => received.push(message))
  dispatchPageEvent('pagehide')
  openOtherTab('open').postMessage('forgotten')
  await vi.waitFor(() => expect(received).toEqual(['forgotten']))
})
