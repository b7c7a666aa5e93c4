import { getDefaultStore } from 'jotai'
import { useEffect, useState } from 'react'
import { logFailure } from '../../platform/errors/index.ts'
import { Text, useLanguage } from '../../platform/language/index.ts'
import { useOnline } from '../../platform/offline/index.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { reloadIntoNewVersion } from '../routing/reload.ts'
import { deferredPartsAtom } from './updates.ts'

/** Handles a failed start of the deferred parts: logs it, shows the note, and retries when the network is back. */
export function handleStartFailure(error: unknown, start: () => Promise<void>): void {
  const logStartFailure = logFailure('Starting the deferred parts')
  logStartFailure(error)
  getDefaultStore().set(deferredPartsAtom, { DeferredParts: FailureNote })
  addEventListener('online', () => void start().catch(logStartFailure), { once: true })
}

/** Offers a reload. Hidden offline: the connection bar shows the state, and the parts are retried afterwards. */
function FailureNote() {
  const online = useOnline()
  const { requestTexts } = useLanguage()
  const [hasTexts, setHasTexts] = useState(false)
  useEffect(
    () => void requestTexts('page').then(() => setHasTexts(true), logFailure('Loading the texts')),
    [requestTexts],
  )
  if (!online || !hasTexts) return null
  return (
    <div className="wrap py-2">
      <Note
        role="alert"
        icon="reload"
        action={
          <TextLink small onClick={() => void reloadIntoNewVersion()}>
            <Text id="app.update.apply" />
          </TextLink>
        }
      >
        <Text id="app.pageError.replaced" />
      </Note>
    </div>
  )
}
