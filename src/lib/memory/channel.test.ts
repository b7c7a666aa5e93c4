// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { openChannel } from './channel.ts'

/** One channel per simulated page; Node delivers messages between them. */
const opened: BroadcastChannel[] = []
afterEach(() => {
  for (const channel of opened.splice(0)) channel.close()
})

const otherTab = (name: string) => {
  const channel = new BroadcastChannel(name)
  opened.push(channel)
  return channel
}

const showPage = (type: 'pagehide' | 'pageshow') =>
  dispatchEvent(Object.assign(new Event(type), { persisted: true }))

test('a page in the back/forward cache gets no messages, and is notified when it returns', async () => {
  const afterFreeze = vi.fn<(notifyHere: (message: string) => void) => void>((notifyHere) =>
    notifyHere('missed'),
  )
  const notices = openChannel<string>('frozen', afterFreeze)
  const heard: string[] = []
  notices.listen((message) => heard.push(message))
  const other = otherTab('frozen')
  other.postMessage('before')
  await vi.waitFor(() => expect(heard).toEqual(['before']))

  showPage('pagehide')
  other.postMessage('meanwhile')
  notices.broadcast('last words')
  showPage('pageshow')
  expect(afterFreeze).toHaveBeenCalledOnce()
  other.postMessage('after')
  await vi.waitFor(() => expect(heard).toContain('after'))
  expect(heard).toEqual(['before', 'last words', 'missed', 'after'])
})

test('a channel without that handler stays open, so that its messages evict a page from the cache', async () => {
  const notices = openChannel<string>('open')
  const heard: string[] = []
  notices.listen((message) => heard.push(message))
  showPage('pagehide')
  otherTab('open').postMessage('forgotten')
  await vi.waitFor(() => expect(heard).toEqual(['forgotten']))
})
