// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { installFakeDatabase } from '../../../../tests/fake-database.ts'
import { renderPart } from '../../../../tests/support/browser/render-part.tsx'
import { selfies } from '../../../lib/memory/index.ts'
import { giveConsent, isConsentGiven } from '../consent.ts'
import { ForgetSelfiePrompt } from './ForgetSelfiePrompt.tsx'
import { readStoredSelfies } from './stored-selfies.ts'

installFakeDatabase()

afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  await selfies.clear()
})

const storeSelfie = (id: string, eventId: string) =>
  selfies.put(id, {
    ...{ id, eventId, albumId: 'a', takenOn: 0, mime: 'image/jpeg' },
    ...{ sha256: '', sizeInBytes: 1, stage: 'answered' },
  })

/** Deletes the selfie of event e1. @returns what the page has said about it before */
async function forgetSelfie(): Promise<string | null> {
  await readStoredSelfies()
  const { container } = await renderPart(<ForgetSelfiePrompt eventId="e1" />)
  fireEvent.click(screen.getByRole('button', { name: 'Forget the selfie' }))
  const question = container.querySelector('p')?.textContent ?? null
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  await vi.waitFor(async () => expect((await selfies.entries()).map(([id]) => id)).not.toContain('one'))
  return question
}

test('says whether the consent ends with the selfie, which it does with the last one of the phone', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  giveConsent()
  await storeSelfie('one', 'e1')
  await storeSelfie('another', 'e2')
  expect(await forgetSelfie()).toContain(
    'Your consent stays while this phone has a selfie for another event.',
  )
  expect(isConsentGiven()).toBe(true)
  cleanup()
  await selfies.remove('another')
  await storeSelfie('one', 'e1')
  expect(await forgetSelfie()).toContain('Your consent is withdrawn too.')
  await vi.waitFor(() => expect(isConsentGiven()).toBe(false))
})
