// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { tenantHeader } from '../../../../contract/call.ts'
import type { Selfie } from '../../../../contract/recognition.ts'
import { installFakeDatabase } from '../../../../tests/fake-database.ts'
import { skipPauses } from '../../../../tests/skip-pauses.ts'
import { selfies } from '../../../lib/memory/index.ts'
import { getEventSearch } from '../../../platform/storage/index.ts'
import { applyOutcome, applyOutcomeUnlessSearched } from './outcome.ts'
import { startSelfiePolling } from './selfie-polling.ts'

installFakeDatabase()

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
const faceSearch = { by: 'face', selfieId: 's', personId: 'q' } as const

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

  it('that was seen without a match is applied again only with one: the runner may look at another person', async () => {
    const headers = { 'content-type': 'application/json', [tenantHeader]: 'photofinish' }
    vi.stubGlobal('fetch', async (url: string) => {
      const selfieId = url.slice(-1)
      const answer = selfieId === 'u' ? found : withoutMatch
      if (!url.endsWith(`/selfies/${selfieId}`)) throw new TypeError('no network')
      return new Response(JSON.stringify({ ...answer, selfieId }), { headers })
    })
    for (const [eventId, selfieId] of [
      ['e', 't'],
      ['e2', 'u'],
    ] as const) {
      await selfies.put(selfieId, {
        ...{ id: selfieId, eventId, albumId: 'a', takenOn: Date.now(), mime: 'image/jpeg' },
        ...{ sha256: '', sizeInBytes: 1, stage: 'answered', seen: true },
        selfie: { ...withoutMatch, selfieId },
      })
    }
    search.last.write(faceSearch)
    getEventSearch('e2').last.write({ ...faceSearch, personId: 'r' })
    const setTimer = vi.spyOn(globalThis, 'setTimeout')
    skipPauses(1_000)
    startSelfiePolling()
    const foundSearch = { ...faceSearch, selfieId: 'u' }
    await vi.waitFor(() => expect(getEventSearch('e2').last.read()).toEqual(foundSearch))
    // the pause until the next poll
    await vi.waitFor(() => expect(setTimer).toHaveBeenCalledWith(expect.any(Function), 60_000))
    expect(search.last.read()).toEqual(faceSearch)
  })
})
