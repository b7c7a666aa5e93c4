import { afterAll, beforeAll, expect, it } from 'vitest'
import { listVideos } from '../../contract/videos.ts'
import { createFaceIndex } from '../../server/adapters/vision/search/face-index.ts'
import { addVideo, type NewVideo } from '../../server/features/videos/index.ts'
import { newId, sha256 } from '../../server/platform/ids.ts'
import { newMediaKey, newOriginalKey } from '../../server/platform/objects/keys.ts'
import { answer, refusal, tokenFor } from '../world/ask.ts'
import { type FindingWorld, openFindingWorld } from '../world/finding.ts'
import { anEvent, aStartList } from '../world/race.ts'

let world: FindingWorld

beforeAll(async () => {
  world = await openFindingWorld({ index: createFaceIndex() })
}, 60_000)
afterAll(() => world.close())

it('lists videos of the whole event, of one number, and own ones first', async () => {
  const event = await anEvent(world.context())
  const clip = (startNumber: string | null, title: string): NewVideo => ({
    eventId: event.id,
    title: { ru: title },
    startNumber,
    durationS: 12.5,
    takenOn: new Date('2026-09-12T15:01:00Z'),
    sha256: sha256(newId()),
    fileName: 'clip.mp4',
    mime: 'video/mp4',
    sizeInBytes: 1,
    originalKey: newOriginalKey(world.context()),
    previewKey: newMediaKey(world.context()),
    poster: { key: newMediaKey(world.context()), width: 640, height: 360 },
  })
  for (const video of [clip(null, 'Гонка'), clip('128', 'Мой финиш'), clip('7', 'Другой')])
    await addVideo(world.context(), video)
  const titles = async (token: string, query: Record<string, string> = {}) => {
    const ask = { token, query: { albumId: event.albumId, ...query } }
    return (await answer(world.app, listVideos, ask)).items.map((video) => video.title)
  }
  const { token } = await tokenFor(world.app, event.id)
  expect((await titles(token)).sort()).toEqual(['Гонка', 'Другой', 'Мой финиш'])
  expect(await titles(token, { myStartNumber: '0128' })).toEqual(['Мой финиш', 'Гонка'])
  expect(await titles(token, { myStartNumber: '411' })).toEqual(['Гонка'])
  await aStartList(world.context(), event, [{ number: '7', firstName: 'Кофи', surname: 'Менса' }])
  expect(await titles(token, { searchString: '128' })).toEqual(['Мой финиш', 'Гонка'])
  expect(await titles(token, { searchString: 'менса' })).toEqual(['Другой', 'Гонка'])
  const own = await tokenFor(world.app, event.id, { number: '128' })
  expect(await titles(own.token)).toEqual(['Мой финиш', 'Гонка'])
  const ask = { token, query: { albumId: event.albumId, myStartNumber: '*' } }
  expect(await refusal(world.app, listVideos, ask)).toEqual([422, 'BibInvalid'])
  expect(await refusal(world.app, listVideos, { token, query: { albumId: 'other' } })).toEqual([
    403,
    'TokenScope',
  ])
})
