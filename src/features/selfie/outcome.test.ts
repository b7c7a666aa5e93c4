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
const nobody: Selfie = { ...found, persons: [] }
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

  it('is the search for whoever is most like her', () => {
    takeOutcome('e', found)
    expect(search.last.read()).toEqual(byFace)
    expect(search.selfieId.read()).toBe('s')
  })

  it('takes the place of another search where she asked for it', () => {
    search.last.write(byNumber)
    takeOutcome('e', found)
    expect(search.last.read()).toEqual(byFace)
  })

  it('leaves a search by number alone while she has not asked for the selfie’s', () => {
    search.last.write(byNumber)
    takeOutcomeUnlessOther('e', found)
    takeOutcomeUnlessOther('e', nobody)
    expect(search.last.read()).toEqual(byNumber)
  })

  it('that found nobody leaves no photos of somebody else', () => {
    takeOutcome('e', found)
    takeOutcomeUnlessOther('e', { ...nobody, selfieId: 't' })
    expect(search.last.read()).toBeNull()
    expect(search.selfieId.read()).toBe('t')
  })
})
