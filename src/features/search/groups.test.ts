import { describe, expect, it } from 'vitest'
import type { Event } from '../../../contract/events.ts'
import type { Photo } from '../../../contract/photos.ts'
import { groupPhotos, likelyBib } from './groups.ts'
import { noResultsReason } from './no-results-reason.ts'

const image = { url: '/media/x', width: 3, height: 2 }
const aPhoto = (photoId: string, match?: Photo['match'], ...bibs: string[]): Photo => ({
  photoId,
  albumId: 'a',
  takenOn: null,
  point: null,
  width: 3,
  height: 2,
  preview: image,
  thumb: image,
  tags: bibs.map((value) => ({ photoTagId: value, name: 'number', value })),
  match,
})
const ids = (photos: Photo[]) => photos.map((photo) => photo.photoId)

describe('groups of results', () => {
  const sure = aPhoto('sure', { by: 'face', tier: 'sure', similarity: 0.9 })
  const maybe = aPhoto('maybe', { by: 'face', tier: 'maybe', similarity: 0.5 })

  it('separates sure photos from possible ones', () => {
    const groups = groupPhotos([sure, maybe], {})
    expect([ids(groups.sure), ids(groups.maybe)]).toEqual([['sure'], ['maybe']])
  })

  it('asks first about photos with the runner’s number, then about the most similar faces', () => {
    const byFace = (photoId: string, similarity: number) =>
      aPhoto(photoId, { by: 'face', tier: 'maybe', similarity })
    const byNumber = aPhoto('number', { by: 'number', tier: 'maybe' })
    const { maybe: asked } = groupPhotos([byFace('far', 0.8), byFace('near', 0.86), byNumber], {})
    expect(ids(asked)).toEqual(['number', 'near', 'far'])
  })

  it('puts the runner’s answers first', () => {
    const groups = groupPhotos([sure, maybe], { sure: false, maybe: true })
    expect([ids(groups.sure), ids(groups.maybe)]).toEqual([['maybe'], []])
    expect(groups.sure[0]?.match?.itIsMe).toBe(true)
  })

  it('keeps the runner’s answers of an earlier visit', () => {
    const denied = aPhoto('denied', { by: 'face', tier: 'sure', itIsMe: false })
    expect(ids(groupPhotos([denied], {}).sure)).toEqual([])
    expect(ids(groupPhotos([denied], { denied: true }).sure)).toEqual(['denied'])
  })
})

describe('likelyBib', () => {
  it('is the number that most photos show', () => {
    const photos = [aPhoto('1', undefined, '2047', '318'), aPhoto('2', undefined, '2047'), aPhoto('3')]
    expect(likelyBib(photos)).toBe('2047')
  })

  it('is unknown when two numbers are equally likely, or there is only one photo', () => {
    const pair = [aPhoto('1', undefined, '1', '2'), aPhoto('2', undefined, '1', '2')]
    expect(likelyBib(pair)).toBeUndefined()
    expect(likelyBib([aPhoto('1', undefined, '1')])).toBeUndefined()
  })
})

describe('whyNothing', () => {
  const event = (photos: number, ready: number, total: number, byNumber = true): Event =>
    ({
      counts: { photos, videos: 0, competitors: 0 },
      processing: { photosReady: ready, photosTotal: total },
      features: { numberSearch: byNumber, surnameSearch: byNumber },
    }) as Event

  it('names photos still being processed first', () => {
    expect(noResultsReason(event(5, 5, 9), 'face')).toBe('processing')
    expect(noResultsReason(event(5, 5, 9), 'number')).toBe('notTagged')
  })

  it('distinguishes a face that was not found from a runner without photos', () => {
    expect(noResultsReason(event(9, 9, 9), 'face')).toBe('notByFace')
    expect(noResultsReason(event(9, 9, 9), 'surname')).toBe('notOfRunner')
    expect(noResultsReason(event(0, 0, 0), 'face')).toBe('noPhotos')
  })

  it('says that numbers come later where they cannot be searched', () => {
    expect(noResultsReason(event(9, 9, 9, false), 'number')).toBe('numberLater')
  })
})
