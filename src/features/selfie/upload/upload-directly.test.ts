import { afterEach, expect, it, vi } from 'vitest'
import { tenantHeader } from '../../../../contract/call.ts'
import { uploadDirectly } from './upload-directly.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it('sends one file, face.jpg, for its album, and gives the answer', async () => {
  const answer = { selfieId: 's', state: 'Ready', persons: [] }
  const sent: { url: URL; form: FormData }[] = []
  vi.stubGlobal('fetch', async (url: string, { body }: { body: FormData }) => {
    sent.push({ url: new URL(url, 'http://shop'), form: body })
    const headers = { 'content-type': 'application/json', [tenantHeader]: 'photofinish' }
    return new Response(JSON.stringify(answer), { headers })
  })
  const picture = new Blob([new Uint8Array([255, 216, 255])], { type: 'image/jpeg' })
  const options = { signal: new AbortController().signal, onProgress: () => {} }
  expect(await uploadDirectly('a1', picture, options)).toEqual(answer)
  expect(sent.map(({ url }) => url.pathname + url.search)).toEqual([
    '/public/recognition/api/v1/selfies?albumId=a1',
  ])
  const files = [...(sent[0]?.form.values() ?? [])] as File[]
  expect(files.map(({ name, type, size }) => [name, type, size])).toEqual([['face.jpg', 'image/jpeg', 3]])
})

it('retries with full jitter, never earlier than the service asked', async () => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('document', { visibilityState: 'visible' })
  const sentAfterInMs: number[] = []
  const startedAt = Date.now()
  vi.stubGlobal('fetch', async () => {
    sentAfterInMs.push(Date.now() - startedAt)
    const failures = sentAfterInMs.length
    const problem = { type: '', title: '', status: 503, code: 'Overloaded' }
    const headers = { 'content-type': 'application/problem+json', [tenantHeader]: 'photofinish' }
    if (failures === 1) return new Response(JSON.stringify(problem), { status: 503, headers })
    if (failures === 2)
      return new Response(JSON.stringify(problem), {
        status: 503,
        headers: { ...headers, 'retry-after': '10' },
      })
    return new Response('{"selfieId":"s","state":"Ready","persons":[]}', {
      headers: { ...headers, 'content-type': 'application/json' },
    })
  })
  const options = { signal: new AbortController().signal, onProgress: () => {} }
  const sending = uploadDirectly('a1', new Blob(['picture']), options)
  await vi.advanceTimersByTimeAsync(60_000)
  await sending
  expect(sentAfterInMs).toEqual([0, 500, 500 + 10_000 + 1_500])
})
