// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { installFakeDatabase } from '../../../../tests/fake-database.ts'
import { renderPart } from '../../../../tests/support/browser/render-part.tsx'
import { sampleEvent } from '../../../../tests/support/data/album.ts'
import { selfies } from '../../../lib/memory/index.ts'
import { getEventSearch } from '../../../platform/storage/index.ts'
import { readStoredSelfies } from '../../selfie/result/stored-selfies.ts'
import { SelfieButton } from './SelfieButton.tsx'

installFakeDatabase()

beforeEach(() => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network'))))
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  await selfies.clear()
  localStorage.clear()
})

test('the photos of a selfie open also after a search for another runner', async () => {
  await selfies.put('one', {
    ...{ id: 'one', eventId: 'e', albumId: 'a', takenOn: 0, mime: 'image/jpeg' },
    ...{ sha256: '', sizeInBytes: 1, stage: 'answered', seen: true },
    selfie: {
      ...{ selfieId: 's', state: 'Ready' },
      persons: [{ personId: 'p', similarity: 0.9, photosCount: 12 }],
    },
  })
  await readStoredSelfies()
  const { last } = getEventSearch('e')
  last.write({ by: 'number', number: '341' })
  await renderPart(<SelfieButton event={sampleEvent}>Take a selfie</SelfieButton>, { path: '/event/e' })
  fireEvent.click(await screen.findByRole('link', { name: 'Found 12 photos' }))
  expect(location.pathname).toBe('/event/e/my')
  expect(last.read()).toEqual({ by: 'face', selfieId: 's', personId: 'p' })
})
