import { afterEach, expect, it, vi } from 'vitest'
import { tenantHeader } from '../../../contract/call.ts'
import { sendDirectly } from './send.ts'

afterEach(() => vi.unstubAllGlobals())

it('sends one file, face.jpg, for its album, and gives the answer', async () => {
  const answer = { selfieId: 's', state: 'Ready', persons: [] }
  const sent: { url: URL; form: FormData }[] = []
  vi.stubGlobal('fetch', async (url: string, { body }: { body: FormData }) => {
    sent.push({ url: new URL(url, 'http://shop'), form: body })
    const headers = { 'content-type': 'application/json', [tenantHeader]: 'photofinish' }
    return new Response(JSON.stringify(answer), { headers })
  })
  const picture = new Blob([new Uint8Array([255, 216, 255])], { type: 'image/jpeg' })
  const options = { signal: new AbortController().signal, onShare: () => {} }
  expect(await sendDirectly('a1', picture, options)).toEqual(answer)
  expect(sent.map(({ url }) => url.pathname + url.search)).toEqual([
    '/public/recognition/api/v1/selfies?albumId=a1',
  ])
  const files = [...(sent[0]?.form.values() ?? [])] as File[]
  expect(files.map(({ name, type, size }) => [name, type, size])).toEqual([['face.jpg', 'image/jpeg', 3]])
})
