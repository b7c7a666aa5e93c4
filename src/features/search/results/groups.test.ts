import { describe, expect, it } from 'vitest'
import type { Photo } from '../../../../contract/photos.ts'
import { findLikelyBib, groupPhotos } from './groups.ts'

const image = { url: '/media/x', width: 3, height: 2 }
const createPhoto = (photoId: string, match?: Photo['match'], ...bibs: string[]): Photo => ({
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
const toIds = (photos: Photo[]) => photos.map((photo) => photo.photoId)

describe('groups of results', () => {
  const sure = createPhoto('sure', { by: 'face', tier: 'sure', similarity: 0.9 })
  const maybe = createPhoto('maybe', { by: 'face', tier: 'maybe', similarity: 0.5 })

  it('separates sure photos from possible ones', () => {
    const groups = groupPhotos([sure, maybe], {})
    expect([toIds(groups.surePhotos), toIds(groups.possiblePhotos)]).toEqual([['sure'], ['maybe']])
  })

  it('asks first about photos with the runner’s number, then about the most similar faces', () => {
    const createFaceMatch = (photoId: string, similarity: number) =>
      createPhoto(photoId, { by: 'face', tier: 'maybe', similarity })
    const numberMatch = createPhoto('number', { by: 'number', tier: 'maybe' })
    const { possiblePhotos } = groupPhotos(
      [createFaceMatch('far', 0.8), createFaceMatch('near', 0.86), numberMatch],
      {},
    )
    expect(toIds(possiblePhotos)).toEqual(['number', 'near', 'far'])
  })

  it('puts the runner’s answers first', () => {
    const groups = groupPhotos([sure, maybe], { sure: false, maybe: true })
    expect([toIds(groups.surePhotos), toIds(groups.possiblePhotos)]).toEqual([['maybe'], []])
    expect(groups.surePhotos[0]?.match?.itIsMe).toBe(true)
  })

  it('keeps the runner’s answers of an earlier visit', () => {
    const denied = createPhoto('denied', { by: 'face', tier: 'sure', itIsMe: false })
    expect(toIds(groupPhotos([denied], {}).surePhotos)).toEqual([])
    expect(toIds(groupPhotos([denied], { denied: true }).surePhotos)).toEqual(['denied'])
  })
})

describe('findLikelyBib', () => {
  it('is the number that most photos show', () => {
    const photos = [
      createPhoto('1', undefined, '2047', '318'),
      createPhoto('2', undefined, '2047'),
      createPhoto('3'),
    ]
    expect(findLikelyBib(photos)).toBe('2047')
  })

  it('is unknown when two numbers are equally likely, or there is only one photo', () => {
    const pair = [createPhoto('1', undefined, '1', '2'), createPhoto('2', undefined, '1', '2')]
    expect(findLikelyBib(pair)).toBeUndefined()
    expect(findLikelyBib([createPhoto('1', undefined, '1')])).toBeUndefined()
  })
})
