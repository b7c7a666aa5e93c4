import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { Text, useText } from '../../platform/language/index.ts'
import { lazyPart, NotLoaded } from '../../platform/loading/index.ts'
import { useAppBar, useParams, useTitle } from '../../platform/navigation/index.ts'
import { isUpcoming, useEvent } from '../events/index.ts'
import { Consent } from './Consent.tsx'
import { consentGivenAtom, giveConsent, isConsentGiven } from './consent.ts'
import { NoFaceSearch, SelfieFrame } from './SelfieFrame.tsx'

const SelfieJourney = lazyPart(() => import('./SelfieFlow.tsx').then((it) => it.SelfieFlow), SelfieFrame)

/**
 * Asks for the consent, then takes the selfie. Camera, checks and local storage are in the chunk of `SelfieFlow`. It is
 * prefetched while the consent is shown, so that the first tap waits less.
 */
export function SelfiePage() {
  const { id } = useParams<'/event/:id/selfie'>()
  const event = useEvent(id).value
  const [openedAt] = useState(() => new Date())
  // a picture that is never uploaded needs no consent
  const isOnDeviceOnly = event !== undefined && isUpcoming(event, openedAt)
  const isConsentStored = useAtomValue(consentGivenAtom)
  const [consentResult, setConsentResult] = useState<'stored' | 'not stored'>()
  useEffect(() => SelfieJourney.fetch(), [])
  if (isConsentStored || isOnDeviceOnly || consentResult === 'not stored')
    return <SelfieJourney followsConsent={consentResult !== undefined} />
  return (
    <ConsentScreen
      onAgree={() => {
        giveConsent()
        setConsentResult(isConsentGiven() ? 'stored' : 'not stored')
      }}
    />
  )
}

function ConsentScreen({ onAgree }: { onAgree: () => void }) {
  const text = useText()
  const { id } = useParams<'/event/:id/selfie'>()
  const loaded = useEvent(id)
  const event = loaded.value
  useTitle(text('selfie.title'))
  useAppBar({ hideBar: true, hideFooter: true, back: `/event/${id}` })
  return (
    <SelfieFrame step="consent">
      {loaded.state === 'failed' && !event ? (
        <NotLoaded title={<Text id="selfie.noEvent" />} error={loaded.error} onRetry={loaded.reload} />
      ) : event && !event.features.faceSearch ? (
        <NoFaceSearch eventId={id} />
      ) : (
        <Consent eventId={id} onAgree={onAgree} />
      )}
    </SelfieFrame>
  )
}
