// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Selfie } from '../../../../contract/recognition.ts'
import { getEventSearch } from '../../../platform/storage/index.ts'
import { applyOutcome, applyOutcomeUnlessSearched } from './outcome.ts'

const found: Selfie = {
  selfieId: 's',
  state: 'Ready',
  persons: [
    { personId: 'p', similarity: 0.6, photosCount: 2 },
    { personId: 'q', similarity: 0.9, photosCount: 14 },
  ],
}
const withoutMatch: Selfie = { ...found, persons: [] }
const numberSearch = { by: 'number', number: '128' } as const
const faceSearch = { by: 'face', selfieId: 's', personId: 'q' }

describe('the outcome of a selfie', () => {
  const search = getEventSearch('e')

  beforeEach(() => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
    localStorage.clear()
    search.last.remove()
    search.selfieId.remove()
  })

  it('starts a search for the most similar person', () => {
    applyOutcome('e', found)
    expect(search.last.read()).toEqual(faceSearch)
    expect(search.selfieId.read()).toBe('s')
  })

  it('replaces another search where the runner asked for it', () => {
    search.last.write(numberSearch)
    applyOutcome('e', found)
    expect(search.last.read()).toEqual(faceSearch)
  })

  it('keeps a search by number while the runner has not asked for the selfie’s', () => {
    search.last.write(numberSearch)
    applyOutcomeUnlessSearched('e', found)
    applyOutcomeUnlessSearched('e', withoutMatch)
    expect(search.last.read()).toEqual(numberSearch)
  })

  it('without a match leaves no photos of another person', () => {
    applyOutcome('e', found)
    applyOutcomeUnlessSearched('e', { ...withoutMatch, selfieId: 't' })
    expect(search.last.read()).toBeNull()
    expect(search.selfieId.read()).toBe('t')
  })
})
