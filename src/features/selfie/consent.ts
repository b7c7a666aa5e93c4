import { atom } from 'jotai'
import * as z from 'zod/mini'
import { persisted } from '../../platform/storage/index.ts'

/** Identifies the consent text; change it with the text, so that the consent is requested again. */
const currentVersion = '2026-11-29'

const persistedConsent = persisted({
  key: 'selfieConsent',
  schema: z.nullable(z.object({ version: z.string(), givenOn: z.string() })),
  initial: null,
})

export function isConsentGiven(): boolean {
  return persistedConsent.read()?.version === currentVersion
}

/** Follows `isConsentGiven`; also updates when the value is restored from the second copy after the first was lost. */
export const consentGivenAtom = atom((get) => get(persistedConsent.atom)?.version === currentVersion)

export function giveConsent(): void {
  persistedConsent.write({ version: currentVersion, givenOn: new Date().toISOString() })
}

/** Removes the consent; it is requested again before the next picture. */
export function withdrawConsent(): void {
  persistedConsent.remove()
}
