import { atom } from 'jotai'
import * as z from 'zod/mini'
import { stored } from '../../platform/storage/index.ts'

/** Changes when the words change, so that they are shown again. */
const currentVersion = '2026-11-20'

const consent = stored({
  key: 'selfieConsent',
  schema: z.nullable(z.object({ version: z.string(), givenOn: z.string() })),
  initial: null,
})

export function isConsentGiven(): boolean {
  return consent.read()?.version === currentVersion
}

/** The same for components: follows what comes back from the second copy after the first one was lost. */
export const consentGivenAtom = atom((get) => get(consent.atom)?.version === currentVersion)

export function giveConsent(): void {
  consent.write({ version: currentVersion, givenOn: new Date().toISOString() })
}

/** The next picture asks for it again. */
export function withdrawConsent(): void {
  consent.remove()
}
