import type { Event } from '../../../contract/events.ts'
import type { Photo } from '../../../contract/photos.ts'

const image = { url: '/media/x', width: 3, height: 2 }

/** Returns the `index`th photo of an album, for component tests. */
export const buildPhoto = (index: number, more: Partial<Photo> = {}): Photo => ({
  photoId: `p${index}`,
  albumId: 'a',
  takenOn: null,
  point: null,
  width: 3,
  height: 2,
  preview: image,
  thumb: image,
  tags: [],
  ...more,
})

/** An event for component tests: a start and a finish, an hour apart, in Moscow. */
export const sampleEvent: Event = {
  ...{ eventId: 'e', externalId: null, title: 'Three Bridges', timeZone: 'Europe/Moscow' },
  ...{ startsOn: '2026-09-12T14:00:00.000Z', endsOn: '2026-09-12T15:00:00.000Z', localDay: '2026-09-12' },
  ...{ city: 'Pskov', country: 'RU', sport: 'running', cover: null, distances: [] },
  ...{ albumId: 'a', catalogId: 'c', competitorsListId: 'l' },
  counts: { photos: 100, videos: 0, competitors: 0 },
  features: {
    ...{ faceSearch: true, numberSearch: true, surnameSearch: true },
    ...{ video: false, frames: false, preorder: false },
  },
  processing: { photosTotal: 100, photosReady: 100 },
  points: [
    { point: 'start', title: 'Start' },
    { point: 'finish', title: 'Finish' },
  ],
}
