// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPart } from '../../../../tests/support/browser/render-part.tsx'
import { storedFiles } from '../../../lib/memory/index.ts'
import { getTransferKey, transfersAtom } from './file-state.ts'
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
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const getState = (file: OrderFile) => getDefaultStore().get(transfersAtom).get(getTransferKey(orderId, file))

async function startStoring(): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: /^Keep in the app/ }))
  await vi.waitFor(() => expect(getState(files[0])).toEqual({ type: 'running', share: 0.5 }))
}

test('Stop ends the current download at once, shows no error and stores nothing', async () => {
  const put = vi.spyOn(storedFiles, 'put')
  await renderPart(<StoreFiles orderId={orderId} files={files} />)
  await startStoring()
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }))
  expect(await screen.findByRole('button', { name: /^Keep in the app/ })).toBeTruthy()
  expect(files.map(getState)).toEqual([undefined, undefined])
  expect(put).not.toHaveBeenCalled()
  expect(requested).toEqual(['/files/1'])
})

test('files can be stored after Stop', async () => {
  const put = vi.spyOn(storedFiles, 'put').mockResolvedValue()
  await renderPart(<StoreFiles orderId={orderId} files={files} />)
  await startStoring()
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }))
  await screen.findByRole('button', { name: /^Keep in the app/ })
  vi.stubGlobal(
    'fetch',
    async () =>
      new Response(new Uint8Array([255, 216, 255, 217]), { headers: { 'content-type': 'image/jpeg' } }),
  )
  fireEvent.click(screen.getByRole('button', { name: /^Keep in the app/ }))
  await vi.waitFor(() =>
    expect(put.mock.calls.map(([key]) => key)).toEqual(files.map(({ key }) => `${orderId}/${key}`)),
  )
})
