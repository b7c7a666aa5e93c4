import { describe, expect, it } from 'vitest'
import { aPhoto } from '../../../tests/support/data/album.ts'
import { AlbumPages } from './album-pages.ts'

function anAlbum(total: number, atOnce = 100) {
  const asked: number[] = []
  const service = { total, down: false }
  const album = new AlbumPages(total, async (offset) => {
    asked.push(offset)
    if (service.down) throw new Error('down')
    const count = Math.max(0, Math.min(atOnce, service.total - offset))
    return { items: Array.from({ length: count }, (_, at) => aPhoto(offset + at)), total: service.total }
  })
  const nextTurn = () => new Promise((resolve) => setImmediate(resolve))
  return { album, asked, service, nextTurn }
}

describe('an album in pages', () => {
  it('fetches only the pages of the visible range', async () => {
    const { album, asked, nextTurn } = anAlbum(10_000)
    album.want(4_950, 5_050)
    await nextTurn()
    expect(asked).toEqual([4_900, 5_000])
    expect(album.at(4_950)?.photoId).toBe('p4950')
    expect(album.at(0)).toBeUndefined()
  })

  it('requests no page twice', async () => {
    const { album, asked, nextTurn } = anAlbum(250)
    album.want(0, 50)
    album.want(0, 60)
    await nextTurn()
    album.want(0, 50)
    await nextTurn()
    expect(asked).toEqual([0])
  })

  it('requests nothing beyond the end', async () => {
    const { album, asked, nextTurn } = anAlbum(120)
    album.want(0, 400)
    await nextTurn()
    expect(asked).toEqual([0, 100])
  })

  it('does not request a failed page again until a retry', async () => {
    const { album, asked, service, nextTurn } = anAlbum(200)
    service.down = true
    album.want(0, 10)
    await nextTurn()
    expect(album.isFailed(5)).toBe(true)
    expect(album.error).toBeInstanceOf(Error)
    album.want(0, 10)
    service.down = false
    album.retry()
    await nextTurn()
    expect(asked).toEqual([0, 0])
    expect(album.at(5)?.photoId).toBe('p5')
    expect(album.isFailed(5)).toBe(false)
  })

  it('shows the old photos while a grown album is reloaded', async () => {
    const { album, service, asked, nextTurn } = anAlbum(90)
    album.want(0, 90)
    await nextTurn()
    service.total = 130
    album.grow(130)
    expect(album.at(3)?.photoId).toBe('p3')
    expect(album.total).toBe(130)
    album.want(0, 130)
    await nextTurn()
    expect(asked).toEqual([0, 0, 100])
    expect(album.at(129)?.photoId).toBe('p129')
  })

  it('uses the photos received first, and requests the rest of a page on demand', async () => {
    const { album, asked, nextTurn } = anAlbum(120, 15)
    album.want(0, 10)
    await nextTurn()
    album.want(0, 15)
    await nextTurn()
    expect(asked).toEqual([0])
    album.want(0, 20)
    await nextTurn()
    expect(asked).toEqual([0, 15])
    expect(album.at(29)?.photoId).toBe('p29')
    expect(album.at(30)).toBeUndefined()
    album.want(0, 35)
    album.want(60, 62)
    await nextTurn()
    expect(asked).toEqual([0, 15, 30, 45, 60])
    expect(album.at(61)?.photoId).toBe('p61')
  })

  it('starts from the cache, and keeps it when no response comes', async () => {
    let down = true
    const album = new AlbumPages(60, async () => {
      if (down) throw new Error('down')
      return { items: [aPhoto(7)], total: 1 }
    }, [aPhoto(0), aPhoto(1)])
    const nextTurn = () => new Promise((resolve) => setImmediate(resolve))
    expect(album.at(1)?.photoId).toBe('p1')
    album.want(0, 40)
    await nextTurn()
    expect(album.at(1)?.photoId).toBe('p1')
    expect(album.isFailed(30)).toBe(true)
    down = false
    album.retry()
    await nextTurn()
    expect(album.at(0)?.photoId).toBe('p7')
    expect(album.total).toBe(1)
  })

  it('finds the position of a loaded photo', async () => {
    const { album, nextTurn } = anAlbum(300)
    album.want(200, 210)
    await nextTurn()
    expect(album.indexOf('p205')).toBe(205)
    expect(album.indexOf('p5')).toBe(-1)
  })
})
