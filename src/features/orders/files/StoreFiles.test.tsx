// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPart } from '../../../../tests/support/browser/render-part.tsx'
import { type StoredFile, storedFiles } from '../../../lib/memory/index.ts'
import { saveFile } from './downloads.ts'
import { getTransferKey, setTransferState, transfersAtom } from './file-state.ts'
import type { OrderFile } from './files.ts'
import { StoreFiles } from './StoreFiles.tsx'
import { storeFile } from './stored-files.ts'

const buildFile = (number: number): OrderFile => ({
  key: `i/${number}.jpg`,
  kind: 'photo',
  repeat: 1,
  number,
  download: {
    ...{ fileName: `${number}.jpg`, url: `/files/${number}`, bytes: 4 },
    expiresOn: '2026-11-20T10:00:00.000Z',
  },
})
const files = [buildFile(1), buildFile(2)] as const
let orderId: string
let requested: string[]

/** Answers with half of a file; the rest never arrives. */
async function sendHalf(url: string, { signal }: { signal: AbortSignal }): Promise<Response> {
  requested.push(url)
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array([255, 216]))
      signal.addEventListener('abort', () => controller.error(signal.reason))
    },
  })
  return new Response(body, { headers: { 'content-type': 'image/jpeg' } })
}

beforeEach(() => {
  orderId = crypto.randomUUID()
  requested = []
  // there is no IndexedDB here, so nothing is cached
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.stubGlobal('fetch', sendHalf)
  vi.useFakeTimers({ toFake: ['performance'] })
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'storage')
})

const getState = (file: OrderFile) => getDefaultStore().get(transfersAtom).get(getTransferKey(orderId, file))

/** Presses a button long after the previous press, so that it is no double tap. */
function press(name: string | RegExp): void {
  vi.advanceTimersByTime(1_000)
  fireEvent.click(screen.getByRole('button', { name }))
}

async function startStoring(): Promise<void> {
  press(/^Keep in the app/)
  await vi.waitFor(() => expect(getState(files[0])).toEqual({ type: 'running', share: 0.5 }))
}

test('Stop ends the current download at once, shows no error and stores nothing', async () => {
  const put = vi.spyOn(storedFiles, 'put')
  await renderPart(<StoreFiles orderId={orderId} files={files} />)
  await startStoring()
  press('Stop')
  expect(await screen.findByRole('button', { name: /^Keep in the app/ })).toBeTruthy()
  expect(files.map(getState)).toEqual([undefined, undefined])
  expect(put).not.toHaveBeenCalled()
  expect(requested).toEqual(['/files/1'])
})

test('files can be stored after Stop', async () => {
  const put = vi.spyOn(storedFiles, 'put').mockResolvedValue()
  await renderPart(<StoreFiles orderId={orderId} files={files} />)
  await startStoring()
  press('Stop')
  await screen.findByRole('button', { name: /^Keep in the app/ })
  vi.stubGlobal(
    'fetch',
    async () =>
      new Response(new Uint8Array([255, 216, 255, 217]), { headers: { 'content-type': 'image/jpeg' } }),
  )
  press(/^Keep in the app/)
  await vi.waitFor(() =>
    expect(put.mock.calls.map(([key]) => key)).toEqual(files.map(({ key }) => `${orderId}/${key}`)),
  )
})

/** Delays what the device answers about its space until the returned function is called. */
function delayEstimate(): () => Promise<void> {
  const answers: ((estimate: StorageEstimate) => void)[] = []
  const estimate = () => new Promise<StorageEstimate>((resolve) => answers.push(resolve))
  Object.defineProperty(navigator, 'storage', {
    configurable: true,
    value: { estimate },
  })
  return () =>
    act(async () => {
      for (const answer of answers) answer({ quota: 1_000, usage: 0 })
    })
}

test('a double tap while the device looks up its space starts once, and Stop ends it', async () => {
  const answerEstimate = delayEstimate()
  await renderPart(<StoreFiles orderId={orderId} files={files} />)
  press(/^Keep in the app/)
  // the same button
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }))
  await answerEstimate()
  await vi.waitFor(() => expect(getState(files[0])).toEqual({ type: 'running', share: 0.5 }))
  press('Stop')
  const keepButton = await screen.findByRole('button', { name: /^Keep in the app/ })
  fireEvent.click(keepButton)
  await act(async () => {})
  expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull()
  expect(requested).toEqual(['/files/1'])
})

test('Stop while the device looks up its space stores nothing', async () => {
  const answerEstimate = delayEstimate()
  await renderPart(<StoreFiles orderId={orderId} files={files} />)
  press(/^Keep in the app/)
  press('Stop')
  await answerEstimate()
  expect(screen.getByRole('button', { name: /^Keep in the app/ })).toBeTruthy()
  expect(requested).toEqual([])
})

test('leaving the page while the device looks up its space stores nothing', async () => {
  const answerEstimate = delayEstimate()
  await renderPart(<StoreFiles orderId={orderId} files={files} />)
  press(/^Keep in the app/)
  cleanup()
  await answerEstimate()
  expect(files.map(getState)).toEqual([undefined, undefined])
  expect(requested).toEqual([])
})

test('a file that is being downloaded is not fetched twice, and Stop does not end its download', async () => {
  await renderPart(<StoreFiles orderId={orderId} files={files} />)
  void saveFile(orderId, files[0])
  await vi.waitFor(() => expect(getState(files[0])).toEqual({ type: 'running', share: 0.5 }))
  press(/^Keep in the app/)
  await vi.waitFor(() => expect(getState(files[1])).toEqual({ type: 'running', share: 0.5 }))
  press('Stop')
  await screen.findByRole('button', { name: /^Keep in the app/ })
  expect(files.map(getState)).toEqual([{ type: 'running', share: 0.5 }, undefined])
  expect(requested).toEqual(['/files/1', '/files/2'])
})

test('a file that is being downloaded is stored after its download and after the other files', async () => {
  const put = vi.spyOn(storedFiles, 'put').mockResolvedValue()
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const answers = new Map<string, (response: Response) => void>()
  vi.stubGlobal('fetch', (url: string) => {
    requested.push(url)
    return new Promise<Response>((resolve) => answers.set(url, resolve))
  })
  const answer = (url: string) =>
    answers.get(url)?.(
      new Response(new Uint8Array([255, 216, 255, 217]), { headers: { 'content-type': 'image/jpeg' } }),
    )
  await renderPart(<StoreFiles orderId={orderId} files={files} />)
  void saveFile(orderId, files[0])
  await vi.waitFor(() => expect(requested).toEqual(['/files/1']))
  press(/^Keep in the app/)
  await vi.waitFor(() => expect(requested).toEqual(['/files/1', '/files/2']))
  answer('/files/2')
  await vi.waitFor(() => expect(put).toHaveBeenCalledOnce())
  answer('/files/1')
  expect(await screen.findByRole('button', { name: /^Keep in the app/ })).toBeTruthy()
  expect(put.mock.calls.map(([key]) => key)).toEqual([`${orderId}/i/2.jpg`, `${orderId}/i/1.jpg`])
  expect(requested).toEqual(['/files/1', '/files/2'])
  expect(files.map(getState)).toEqual([undefined, undefined])
})

test('a file that another transfer has stored meanwhile is not stored again', async () => {
  const answers: (() => void)[] = []
  const put = vi.spyOn(storedFiles, 'put').mockImplementation(async (key) => {
    vi.spyOn(storedFiles, 'entries').mockResolvedValue([[key, {} as StoredFile]])
  })
  vi.stubGlobal('fetch', (url: string) => {
    requested.push(url)
    const headers = { 'content-type': 'image/jpeg' }
    const response = new Response(new Uint8Array([255, 216, 255, 217]), { headers })
    return new Promise<Response>((resolve) => answers.push(() => resolve(response)))
  })
  await renderPart(<StoreFiles orderId={orderId} files={[files[0]]} />)
  void storeFile(orderId, files[0])
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  press(/^Keep in the app/)
  expect(await screen.findByRole('button', { name: 'Stop' })).toBeTruthy()
  await act(async () => answers[0]?.())
  expect(await screen.findByRole('button', { name: /^Keep in the app/ })).toBeTruthy()
  expect([put.mock.calls.length, requested]).toEqual([1, ['/files/1']])
})

test('a stopped file shows again what its row showed before', async () => {
  const failed = { type: 'failed', error: new Error('no network'), operation: 'saved' } as const
  setTransferState(getTransferKey(orderId, files[0]), failed)
  await renderPart(<StoreFiles orderId={orderId} files={files} />)
  await startStoring()
  press('Stop')
  await screen.findByRole('button', { name: /^Keep in the app/ })
  expect(getState(files[0])).toEqual(failed)
})
