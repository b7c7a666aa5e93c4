// @vitest-environment happy-dom
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { shrinkPicture } from './shrink.ts'

const compress = vi.fn<(file: Blob) => Promise<Blob>>()
let isCodeAvailable = true

vi.mock('./shrink-on-page.ts', () => ({
  get compress() {
    // a rejected import(), as WebKit and Firefox reject it without a network
    if (!isCodeAvailable) throw new TypeError('Importing a module script failed.')
    return compress
  },
}))

afterAll(() => vi.doUnmock('./shrink-on-page.ts'))

/** A worker whose script does not load. */
class MissingWorker extends EventTarget {
  constructor() {
    super()
    setTimeout(() => this.dispatchEvent(new Event('error')))
  }
  postMessage(): void {}
  terminate(): void {}
}

const jpeg = new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], { type: 'image/jpeg' })
const createSignal = () => new AbortController().signal

beforeEach(() => {
  isCodeAvailable = true
  vi.stubGlobal('OffscreenCanvas', EventTarget)
  vi.stubGlobal('Worker', MissingWorker)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  compress.mockReset()
})

it('compresses on the page when the worker does not start', async () => {
  const small = new Blob(['small'], { type: 'image/jpeg' })
  compress.mockResolvedValue(small)
  expect(await shrinkPicture(jpeg, createSignal())).toBe(small)
})

it('returns the original when neither worker nor main-thread code loads', async () => {
  isCodeAvailable = false
  expect(await shrinkPicture(jpeg, createSignal())).toBe(jpeg)
})

it('keeps the picture as it is when the page’s code gives no answer', async () => {
  vi.useFakeTimers()
  compress.mockReturnValue(new Promise<never>(() => {}))
  const shrunk = shrinkPicture(jpeg, createSignal())
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await shrunk).toBe(jpeg)
})

it('rejects a file that is not an image', async () => {
  isCodeAvailable = false
  await expect(shrinkPicture(new Blob(['a text']), createSignal())).rejects.toMatchObject({
    code: 'NotAnImage',
  })
})

it('rejects with the abort reason during compression on the main thread', async () => {
  compress.mockReturnValue(new Promise<never>(() => {}))
  const controller = new AbortController()
  const shrunk = shrinkPicture(jpeg, controller.signal)
  await vi.waitFor(() => expect(compress).toHaveBeenCalled())
  controller.abort(new Error('left'))
  await expect(shrunk).rejects.toThrow('left')
})
