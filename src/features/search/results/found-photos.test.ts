// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { tenantHeader } from '../../../../contract/call.ts'
import { sampleEvent } from '../../../../tests/support/data/album.ts'
import { getEventSearch } from '../../../platform/storage/index.ts'
import { loadFoundPhotos } from './found-photos.ts'

afterEach(() => vi.unstubAllGlobals())

it('all photos are fetched, a hundred at a time, until the total is reached', async () => {
  const requests: string[] = []
  const image = { url: '/media/x', width: 3, height: 2 }
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Headers }) => {
    const query = new URL(url, 'http://shop').searchParams
    requests.push(`${query.get('offset')} ${query.get('count')} ${headers.get('authorization')}`)
    const offset = Number(query.get('offset'))
    const items = Array.from({ length: Math.min(100, 230 - offset) }, (_, index) => ({
      ...{ photoId: `p${offset + index}`, albumId: 'a', takenOn: null, point: null, tags: [] },
      ...{ width: 3, height: 2, preview: image, thumb: image },
    }))
    const responseHeaders = { 'content-type': 'application/json', [tenantHeader]: 'photofinish' }
    return new Response(JSON.stringify({ items, count: items.length, total: 230 }), {
      headers: responseHeaders,
    })
  })
  const token = { token: 't', expiresOn: '2030-01-01T00:00:00.000Z', total: 230 }
  getEventSearch('e').last.write({ by: 'number', number: '128' })
  getEventSearch('e').token.write({ ...token, subject: { kind: 'number', label: '128' } })
  const photos = await loadFoundPhotos(
    sampleEvent,
    { by: 'number', number: '128' },
    new AbortController().signal,
    () => {},
  )
  expect(photos.map(({ photoId }) => photoId)).toEqual(Array.from({ length: 230 }, (_, index) => `p${index}`))
  expect(requests).toEqual(['0 100 Bearer t', '100 100 Bearer t', '200 100 Bearer t'])
})
