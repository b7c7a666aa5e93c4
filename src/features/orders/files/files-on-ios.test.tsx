// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { errorStatus } from '../../../../contract/errors.ts'
import { renderPart } from '../../../../tests/support/browser/render-part.tsx'
import { ApiError } from '../../../lib/api.ts'
import { storedFiles } from '../../../lib/memory/index.ts'
import { announcementsAtom } from '../../../platform/notices/index.ts'
import { FileList } from './FileList.tsx'
import { getTransferKey, transfersAtom } from './file-state.ts'
import type { OrderFile } from './files.ts'
import { getSeenFilesStore } from './seen-files.ts'

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

const photo: OrderFile = {
  key: 'i/1.jpg',
  kind: 'photo',
  repeat: 1,
  number: 1,
  download: { fileName: '1.jpg', url: '/files/1', bytes: 3, expiresOn: '2026-11-20T10:00:00.000Z' },
}
const pictures = { getUrl: () => '/media/x', request: () => {} }
const share = vi.fn<(data: { files: File[] }) => Promise<void>>()
let requestCount: number
let saved: string[]

beforeEach(() => {
  localStorage.clear()
  requestCount = 0
  saved = []
  // there is no IndexedDB here, so nothing is cached
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(iPhone)
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  vi.stubGlobal('fetch', async () => {
    requestCount += 1
    return new Response(new Uint8Array([255, 216, 255]), { headers: { 'content-type': 'image/jpeg' } })
  })
  share.mockReset().mockResolvedValue()
  Object.assign(navigator, { share, canShare: () => true })
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  for (const name of ['share', 'canShare']) Reflect.deleteProperty(navigator, name)
})

const renderFiles = (orderId: string = crypto.randomUUID(), file = photo) =>
  renderPart(<FileList orderId={orderId} files={[file]} pictures={pictures} />, { path: '/order/o1' })
const findButton = (name: string) => screen.findByRole('button', { name })
const shareLabel = 'Share or save to Photos: Photo 1'
const hint = 'Loaded. Press “Share” once more to save it to Photos.'

/** Presses Share. The loaded file then waits for another press. */
async function loadForSheet(orderId?: string): Promise<void> {
  share.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
  await renderFiles(orderId)
  fireEvent.click(await findButton(shareLabel))
  expect(await screen.findByText(hint)).toBeTruthy()
}

const getButtonLabels = () =>
  screen.getAllByRole('button', { name: /: Photo 1$/ }).map((button) => button.getAttribute('aria-label'))

const getState = (orderId: string) => getDefaultStore().get(transfersAtom).get(getTransferKey(orderId, photo))

test('a started download is not called saved, as it may be dismissed, and can be repeated', async () => {
  await renderFiles()
  fireEvent.click(await findButton('Download: Photo 1'))
  expect(await screen.findByText('Download started')).toBeTruthy()
  expect(screen.queryByText(/On the phone|Downloaded|1 of 1 downloaded/)).toBeNull()
  fireEvent.click(await findButton('Download again: Photo 1'))
  await vi.waitFor(() => expect(saved).toEqual(['1.jpg', '1.jpg']))
  expect(await findButton(shareLabel)).toBeTruthy()
})

test('the share sheet gets the loaded file, from which the phone saves it to Photos', async () => {
  await renderFiles()
  fireEvent.click(await findButton(shareLabel))
  await vi.waitFor(() => expect(share).toHaveBeenCalledOnce())
  const [file] = share.mock.calls[0]?.[0].files ?? []
  expect([file?.name, file?.type, file?.size]).toEqual(['1.jpg', 'image/jpeg', 3])
  expect(await findButton(shareLabel)).toBeTruthy()
  expect([saved, screen.queryByRole('alert')]).toEqual([[], null])
})

test('a file that took longer to load than a press is valid for waits for another press, without a second load', async () => {
  await loadForSheet()
  expect(Object.values(getDefaultStore().get(announcementsAtom))).toContain(
    'Photo 1 is loaded. Press “Share” once more to save it to Photos.',
  )
  fireEvent.click(await findButton(shareLabel))
  // the sheet is opened in the press itself
  expect(share).toHaveBeenCalledTimes(2)
  await vi.waitFor(() => expect(screen.queryByText(hint)).toBeNull())
  expect(requestCount).toBe(1)
})

test.each([
  ['that was dismissed', 'AbortError'],
  ['that did not open over another one', 'InvalidStateError'],
])('a share sheet %s is no failure, and opens again without a second load', async (_, errorName) => {
  const orderId = crypto.randomUUID()
  share.mockRejectedValueOnce(new DOMException('', errorName))
  await renderFiles(orderId, { ...photo, download: { ...photo.download, isNew: true } })
  fireEvent.click(await findButton(shareLabel))
  expect(await screen.findByText(hint)).toBeTruthy()
  expect([saved, screen.queryByRole('alert')]).toEqual([[], null])
  expect(getSeenFilesStore(orderId).read()).toEqual([])
  fireEvent.click(await findButton(shareLabel))
  await vi.waitFor(() => expect(screen.queryByText(hint)).toBeNull())
  expect([share.mock.calls.length, requestCount]).toEqual([2, 1])
  expect(getSeenFilesStore(orderId).read()).toEqual([photo.key])
})

test('Share keeps the focus while the file is loaded, and ignores presses', async () => {
  const answers: ((response: Response) => void)[] = []
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => answers.push(resolve)))
  share.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
  await renderFiles()
  const button = await findButton(shareLabel)
  button.focus()
  fireEvent.click(button)
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  expect(await screen.findByText('0%')).toBeTruthy()
  expect([document.activeElement, button.getAttribute('aria-disabled')]).toEqual([button, 'true'])
  fireEvent.click(button)
  answers[0]?.(new Response(new Uint8Array([255, 216, 255]), { headers: { 'content-type': 'image/jpeg' } }))
  expect(await screen.findByText(hint)).toBeTruthy()
  expect([document.activeElement, button.getAttribute('aria-disabled')]).toEqual([button, null])
  expect(answers).toHaveLength(1)
})

test('a failed share is repeated by the same button', async () => {
  const refusal = { type: '', title: '', status: 404, code: 'OrderNotFound' }
  const answer = fetch
  vi.stubGlobal(
    'fetch',
    async () =>
      new Response(JSON.stringify(refusal), {
        status: 404,
        headers: { 'content-type': 'application/problem+json' },
      }),
  )
  await renderFiles()
  const button = await findButton(shareLabel)
  button.focus()
  fireEvent.click(button)
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect([document.activeElement, button.getAttribute('aria-label')]).toEqual([button, shareLabel])
  vi.stubGlobal('fetch', answer)
  fireEvent.click(button)
  await vi.waitFor(() => expect(share).toHaveBeenCalledOnce())
})

test('a file that waits for the share sheet is downloaded without a second load', async () => {
  await loadForSheet()
  fireEvent.click(await findButton('Download: Photo 1'))
  expect(await screen.findByText('Download started')).toBeTruthy()
  expect([saved, requestCount]).toEqual([['1.jpg'], 1])
})

test('a file that waits for the share sheet is stored without a second load, and still waits', async () => {
  const put = vi.spyOn(storedFiles, 'put').mockResolvedValue()
  await loadForSheet()
  fireEvent.click(await findButton('Keep in the app, 3 byte'))
  await vi.waitFor(() => expect(put).toHaveBeenCalledOnce())
  expect(put.mock.calls[0]?.[1]).toMatchObject({ mime: 'image/jpeg', sizeInBytes: 3 })
  expect(await screen.findByText(hint)).toBeTruthy()
  expect(requestCount).toBe(1)
})

test('a loaded file that the app cannot store is shared without a second load', async () => {
  const put = vi
    .spyOn(storedFiles, 'put')
    .mockRejectedValue(new ApiError('DeviceFull', errorStatus.DeviceFull))
  const orderId = crypto.randomUUID()
  await loadForSheet(orderId)
  fireEvent.click(await findButton('Keep in the app, 3 byte'))
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(getButtonLabels()).toEqual([
    'Open: Photo 1',
    'Keep in the app again: Photo 1',
    shareLabel,
    'Download: Photo 1',
  ])
  fireEvent.click(await findButton('Keep in the app again: Photo 1'))
  await vi.waitFor(() => expect(put).toHaveBeenCalledTimes(2))
  expect(await screen.findByRole('alert')).toBeTruthy()
  fireEvent.click(await findButton(shareLabel))
  await vi.waitFor(() => expect(getState(orderId)).toBeUndefined())
  expect([share.mock.calls.length, saved, requestCount]).toEqual([2, [], 1])
})

test('a loaded file that the app cannot store is downloaded without a second load', async () => {
  vi.spyOn(storedFiles, 'put').mockRejectedValue(new ApiError('DeviceFull', errorStatus.DeviceFull))
  await loadForSheet()
  fireEvent.click(await findButton('Keep in the app, 3 byte'))
  expect(await screen.findByRole('alert')).toBeTruthy()
  fireEvent.click(await findButton('Download: Photo 1'))
  expect(await screen.findByText('Download started')).toBeTruthy()
  expect([saved, requestCount]).toEqual([['1.jpg'], 1])
})

test('a page that is left releases the loaded file that the app could not store', async () => {
  const error = new ApiError('DeviceFull', errorStatus.DeviceFull)
  vi.spyOn(storedFiles, 'put').mockRejectedValue(error)
  const orderId = crypto.randomUUID()
  await loadForSheet(orderId)
  fireEvent.click(await findButton('Keep in the app, 3 byte'))
  expect(await screen.findByRole('alert')).toBeTruthy()
  cleanup()
  expect(getState(orderId)).toEqual({ type: 'failed', error, operation: 'kept' })
})

test('a page that is left releases the file that waits for the share sheet', async () => {
  await loadForSheet()
  cleanup()
  const states = [...getDefaultStore().get(transfersAtom).values()]
  expect(states.filter(({ type }) => type === 'loaded')).toEqual([])
})

test('a page that is left aborts the load for the share sheet, and opens no sheet', async () => {
  const answers: ((response: Response) => void)[] = []
  let signal: AbortSignal | undefined
  vi.stubGlobal('fetch', (_: string, options: RequestInit) => {
    signal = options.signal ?? undefined
    return new Promise<Response>((resolve) => answers.push(resolve))
  })
  share.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
  const orderId = crypto.randomUUID()
  await renderFiles(orderId)
  fireEvent.click(await findButton(shareLabel))
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  cleanup()
  expect(signal?.aborted).toBe(true)
  answers[0]?.(new Response(new Uint8Array([255, 216, 255]), { headers: { 'content-type': 'image/jpeg' } }))
  await vi.waitFor(() => expect(getState(orderId)).toBeUndefined())
  expect(share).not.toHaveBeenCalled()
})

test('a page that is left while a loaded file is being stored releases it after that', async () => {
  let endPut = () => {}
  const put = vi.spyOn(storedFiles, 'put').mockReturnValue(new Promise((resolve) => (endPut = resolve)))
  const orderId = crypto.randomUUID()
  await loadForSheet(orderId)
  fireEvent.click(await findButton('Keep in the app, 3 byte'))
  await vi.waitFor(() => expect(put).toHaveBeenCalledOnce())
  cleanup()
  endPut()
  await vi.waitFor(() => expect(getState(orderId)?.type).not.toBe('running'))
  expect(getState(orderId)).toBeUndefined()
})

test('a file that the phone cannot share is downloaded instead', async () => {
  share.mockRejectedValueOnce(new TypeError('not supported'))
  await renderFiles()
  fireEvent.click(await findButton(shareLabel))
  expect(await screen.findByText('Download started')).toBeTruthy()
  expect(saved).toEqual(['1.jpg'])
})

test('only iPhones that can share files offer it in the list', async () => {
  Object.assign(navigator, { canShare: () => false })
  await renderFiles()
  expect(screen.queryByRole('button', { name: shareLabel })).toBeNull()
  cleanup()
  Object.assign(navigator, { canShare: () => true })
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 15) Chrome/142.0.0.0')
  await renderFiles()
  expect(screen.queryByRole('button', { name: shareLabel })).toBeNull()
})
