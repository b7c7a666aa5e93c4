// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Selfie } from '../../../contract/recognition.ts'
import { eventSearch } from '../../platform/storage/index.ts'
import { takeOutcome, takeOutcomeUnlessOther } from './outcome.ts'

const found: Selfie = {
  selfieId: 's',
  state: 'Ready',
  persons: [
    { personId: 'p', similarity: 0.6, photosCount: 2 },
    { personId: 'q', similarity: 0.9, photosCount: 14 },
  ],
}
const noPerson: Selfie = { ...found, persons: [] }
const byNumber = { by: 'number', number: '128' } as const
const byFace = { by: 'face', selfieId: 's', personId: 'q' }

describe('the outcome of a selfie', () => {
  const search = eventSearch('e')

  beforeEach(() => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
    localStorage.clear()
    search.last.remove()
    search.selfieId.remove()
  })

  it('starts a search for the most similar person', () => {
    takeOutcome('e', found)
    expect(search.last.read()).toEqual(byFace)
    expect(search.selfieId.read()).toBe('s')
  })

  it('replaces another search where the runner asked for it', () => {
    search.last.write(byNumber)
    takeOutcome('e', found)
    expect(search.last.read()).toEqual(byFace)
  })

  it('keeps a search by number while the runner has not asked for the selfie’s', () => {
    search.last.write(byNumber)
    takeOutcomeUnlessOther('e', found)
    takeOutcomeUnlessOther('e', noPerson)
    expect(search.last.read()).toEqual(byNumber)
  })

  it('without a match leaves no photos of another person', () => {
    takeOutcome('e', found)
    takeOutcomeUnlessOther('e', { ...noPerson, selfieId: 't' })
    expect(search.last.read()).toBeNull()
    expect(search.selfieId.read()).toBe('t')
  })
})
