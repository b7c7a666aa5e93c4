import { useEffect, useRef } from 'react'
import { Text, useText } from '../../platform/language/index.ts'
import { NotLoaded } from '../../platform/loading/index.ts'
import { useChrome, useNavigate, useParams, useTitle } from '../../platform/navigation/index.ts'
import { useHoldUpdates } from '../../platform/updates/index.ts'
import { Button } from '../../ui/Button.tsx'
import { useEvent } from '../events/index.ts'
import { startFollowing } from './following.ts'
import type { Journey } from './journey.ts'
import { Kept } from './Kept.tsx'
import { OnItsWay } from './OnItsWay.tsx'
import { claimOutcome, takeOutcome, useAttend } from './outcome.ts'
import { ReplaceSheet } from './ReplaceSheet.tsx'
import { Searching } from './Searching.tsx'
import { NoFaceSearch, SelfieFrame } from './SelfieFrame.tsx'
import { Shooting } from './Shooting.tsx'
import { chooseDirectTexts } from './status-texts.ts'
import { useNewestSelfie } from './stored-selfies.ts'
import { useJourney } from './use-journey.ts'

/**
 * Runs the flow after the consent: camera or upload, sending the picture, then the search, which takes up to a minute.
 *
 * @param followsConsent focuses the heading, because the consent screen was shown before
 */
export function SelfieJourney({ followsConsent }: { followsConsent: boolean }) {
  const text = useText()
  const { id } = useParams<'/event/:id/selfie'>()
  const navigate = useNavigate()
  const loaded = useEvent(id)
  const event = loaded.value
  const whereabouts = useNewestSelfie(id)
  const toPhotos = () => navigate(`/event/${id}/my`, { replace: true })
  const journey = useJourney(event, whereabouts, {
    answered: toPhotos,
    persisted: () => navigate(`/event/${id}?call=selfie`, { replace: true }),
  })
  const { status, record } = { ...whereabouts, ...journey }
  const { step } = journey.journey
  const searching = step === 'searching' || step === 'done'
  useTitle(text(searching ? 'selfie.searching.page' : 'selfie.title'))
  useChrome({ hideBar: !searching, hideFooter: true, back: `/event/${id}` })
  const captures = step === 'aim' || step === 'preparing' || step === 'refused' || step === 'direct'
  useHoldUpdates(captures || status.type === 'sending' || status.type === 'judged')
  useAttend(id)
  useEffect(startFollowing, [])
  useFocusOn(whereabouts.known ? step : undefined, followsConsent)
  useShowOutcome(step, whereabouts, toPhotos)

  if (!whereabouts.known) return <SelfieFrame />
  if (searching && event && record) {
    return <Searching event={event} record={record} done={step === 'done'} onShowFound={toPhotos} />
  }
  return (
    <SelfieFrame step={step}>
      {loaded.state === 'failed' && !event ? (
        <NotLoaded title={<Text id="selfie.noEvent" />} error={loaded.error} onRetry={loaded.reload} />
      ) : event && !event.features.faceSearch ? (
        <NoFaceSearch eventId={id} />
      ) : step === 'kept' && event && record ? (
        <Kept event={event} record={record} {...journey} onAgain={journey.again} />
      ) : step === 'direct' ? (
        <Direct {...journey} />
      ) : (
        <Shooting event={event} {...journey} />
      )}
      <ReplaceSheet
        open={journey.replacing}
        onReplace={() => void journey.replace()}
        onLeave={journey.leaveAsItWas}
      />
    </SelfieFrame>
  )
}

/** Marks a `done` outcome as seen once, then navigates to the photos or to the explanation why there are none. */
function useShowOutcome(
  step: Journey['step'],
  { record }: ReturnType<typeof useNewestSelfie>,
  onShown: () => void,
): void {
  const shown = useRef<string>(undefined)
  useEffect(() => {
    if (step !== 'done' || !record?.selfie || shown.current === record.id) return
    shown.current = record.id
    takeOutcome(record.eventId, record.selfie)
    // the outcome was shown, whether the `seen` flag can be stored or not
    claimOutcome(record.id).then(onShown, onShown)
  })
}

/** Focuses the heading of each following step. For the first step, the router handles focus and announcement. */
function useFocusOn(step: Journey['step'] | undefined, followsAnother: boolean): void {
  const before = useRef<Journey['step']>(undefined)
  useEffect(() => {
    if (step === undefined || before.current === step) return
    const isFirst = before.current === undefined
    before.current = step
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading || (isFirst && !followsAnother)) return
    heading.tabIndex = -1
    heading.style.outline = 'none'
    heading.focus({ preventScroll: true })
  }, [step, followsAnother])
}

function Direct({ directShare, still, mirrored, again }: ReturnType<typeof useJourney>) {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
  return (
    <OnItsWay words={chooseDirectTexts(directShare)} share={directShare} still={still} mirrored={mirrored}>
      <Button kind="ghost" full onClick={again}>
        <Text id="selfie.another" />
      </Button>
    </OnItsWay>
  )
}
