// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPart } from '../../../../tests/support/browser/render-part.tsx'
import { storedFiles } from '../../../lib/memory/index.ts'
import { saveFile } from './downloads.ts'
import { getTransferKey, setTransferState, transfersAtom } from './file-state.ts'
import type { OrderFile } from './files.ts'
import { StoreFiles } from './StoreFiles.tsx'

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

test('a stopped file shows again what its row showed before', async () => {
  const failed = { type: 'failed', error: new Error('no network'), operation: 'saved' } as const
  setTransferState(getTransferKey(orderId, files[0]), failed)
  await renderPart(<StoreFiles orderId={orderId} files={files} />)
  await startStoring()
  press('Stop')
  await screen.findByRole('button', { name: /^Keep in the app/ })
  expect(getState(files[0])).toEqual(failed)
})
