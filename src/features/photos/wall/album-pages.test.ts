import { describe, expect, it } from 'vitest'
import { buildPhoto } from '../../../../tests/support/data/album.ts'
import { AlbumPages } from './album-pages.ts'

function createAlbum(total: number, maxPageLength = 100) {
  const requestedOffsets: number[] = []
  const service = { total, down: false }
  const album = new AlbumPages(total, async (offset) => {
    requestedOffsets.push(offset)
    if (service.down) throw new Error('down')
    const count = Math.max(0, Math.min(maxPageLength, service.total - offset))
    return { items: Array.from({ length: count }, (_, at) => buildPhoto(offset + at)), total: service.total }
  })
  const waitForNextTick = () => new Promise((resolve) => setImmediate(resolve))
  return { album, requestedOffsets, service, waitForNextTick }
}

describe('an album in pages', () => {
  it('fetches only the pages of the visible range', async () => {
    const { album, requestedOffsets, waitForNextTick } = createAlbum(10_000)
    album.ensureLoaded(4_950, 5_050)
    await waitForNextTick()
    expect(requestedOffsets).toEqual([4_900, 5_000])
    expect(album.at(4_950)?.photoId).toBe('p4950')
    expect(album.at(0)).toBeUndefined()
  })

  it('requests no page twice', async () => {
    const { album, requestedOffsets, waitForNextTick } = createAlbum(250)
    album.ensureLoaded(0, 50)
    album.ensureLoaded(0, 60)
    await waitForNextTick()
    album.ensureLoaded(0, 50)
    await waitForNextTick()
    expect(requestedOffsets).toEqual([0])
  })

  it('requests nothing beyond the end', async () => {
    const { album, requestedOffsets, waitForNextTick } = createAlbum(120)
    album.ensureLoaded(0, 400)
    await waitForNextTick()
    expect(requestedOffsets).toEqual([0, 100])
  })

  it('does not request a failed page again until a retry', async () => {
    const { album, requestedOffsets, service, waitForNextTick } = createAlbum(200)
    service.down = true
    album.ensureLoaded(0, 10)
    await waitForNextTick()
    expect(album.isFailed(5)).toBe(true)
    expect(album.error).toBeInstanceOf(Error)
    album.ensureLoaded(0, 10)
    service.down = false
    album.retry()
    await waitForNextTick()
    expect(requestedOffsets).toEqual([0, 0])
    expect(album.at(5)?.photoId).toBe('p5')
    expect(album.isFailed(5)).toBe(false)
  })

  it('shows the old photos while a grown album is reloaded', async () => {
    const { album, service, requestedOffsets, waitForNextTick } = createAlbum(90)
    album.ensureLoaded(0, 90)
    await waitForNextTick()
    service.total = 130
    album.setTotal(130)
    expect(album.at(3)?.photoId).toBe('p3')
    expect(album.total).toBe(130)
    album.ensureLoaded(0, 130)
    await waitForNextTick()
    expect(requestedOffsets).toEqual([0, 0, 100])
    expect(album.at(129)?.photoId).toBe('p129')
  })

  it('uses the photos received first, and requests the rest of a page on demand', async () => {
    const { album, requestedOffsets, waitForNextTick } = createAlbum(120, 15)
    album.ensureLoaded(0, 10)
    await waitForNextTick()
    album.ensureLoaded(0, 15)
    await waitForNextTick()
    expect(requestedOffsets).toEqual([0])
    album.ensureLoaded(0, 20)
    await waitForNextTick()
    expect(requestedOffsets).toEqual([0, 15])
    expect(album.at(29)?.photoId).toBe('p29')
    expect(album.at(30)).toBeUndefined()
    album.ensureLoaded(0, 35)
    album.ensureLoaded(60, 62)
    await waitForNextTick()
    expect(requestedOffsets).toEqual([0, 15, 30, 45, 60])
    expect(album.at(61)?.photoId).toBe('p61')
  })

  it('starts from the cache, and keeps it when no response comes', async () => {
    let down = true
    const album = new AlbumPages(60, async () => {
      if (down) throw new Error('down')
      return { items: [buildPhoto(7)], total: 1 }
    }, [buildPhoto(0), buildPhoto(1)])
    const waitForNextTick = () => new Promise((resolve) => setImmediate(resolve))
    expect(album.at(1)?.photoId).toBe('p1')
    album.ensureLoaded(0, 40)
    await waitForNextTick()
    expect(album.at(1)?.photoId).toBe('p1')
    expect(album.isFailed(30)).toBe(true)
    down = false
    album.retry()
    await waitForNextTick()
    expect(album.at(0)?.photoId).toBe('p7')
    expect(album.total).toBe(1)
  })

  it('finds the position of a loaded photo', async () => {
    const { album, waitForNextTick } = createAlbum(300)
    album.ensureLoaded(200, 210)
    await waitForNextTick()
    expect(album.indexOf('p205')).toBe(205)
    expect(album.indexOf('p5')).toBe(-1)
  })
})
