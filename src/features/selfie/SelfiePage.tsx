import { useEffect, useRef, useState } from 'react'
import { firstScreenNow } from '../../lib/first-screen.ts'
import { Text, useText } from '../../platform/language/index.ts'
import { NotLoaded } from '../../platform/loading/index.ts'
import { useChrome, useGoBack, useNavigate, useParams, useTitle } from '../../platform/navigation/index.ts'
import { useHoldUpdates } from '../../platform/updates/index.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyScreen } from '../../ui/EmptyScreen.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { useEvent } from '../events/index.ts'
import { Consent } from './Consent.tsx'
import { startFollowing } from './following.ts'
import type { Journey } from './journey.ts'
import { Kept } from './Kept.tsx'
import { useWhereabouts } from './kept-selfies.ts'
import { wordsOfDirect } from './kept-words.ts'
import { OnItsWay } from './OnItsWay.tsx'
import { claimOutcome, takeOutcome, useAttend } from './outcome.ts'
import { ReplaceSheet } from './ReplaceSheet.tsx'
import { Searching } from './Searching.tsx'
import { Shooting } from './Shooting.tsx'
import { useJourney } from './use-journey.ts'

/** From the face to the photos: consent, camera or upload, the way to the service, the minute of the search. */
export function SelfiePage() {
  const text = useText()
  const { id } = useParams<'/event/:id/selfie'>()
  const navigate = useNavigate()
  const goBack = useGoBack()
  const loaded = useEvent(id)
  const event = loaded.value
  const whereabouts = useWhereabouts(id)
  // made for somebody who has taken none
  const [begunFirst] = useState(() => firstScreenNow() !== undefined)
  const toPhotos = () => navigate(`/event/${id}/my`, { replace: true })
  const journey = useJourney(event, whereabouts, toPhotos)
  const { place, record } = { ...whereabouts, ...journey }
  const { step } = journey.journey
  const searching = step === 'searching' || step === 'done'
  useTitle(text(searching ? 'selfie.searching.page' : 'selfie.title'))
  useChrome({ hideBar: !searching, hideFooter: true, back: `/event/${id}` })
  const captures = step === 'aim' || step === 'preparing' || step === 'refused' || step === 'direct'
  useHoldUpdates(captures || place.at === 'sending' || place.at === 'judged')
  useAttend(id)
  useEffect(startFollowing, [])
  useFocusOn(step)
  useShowOutcome(step, whereabouts, toPhotos)

  if (!whereabouts.known && !begunFirst) return <Blank />
  if (searching && event && record) {
    return <Searching event={event} record={record} onShowFound={toPhotos} />
  }
  return (
    <div
      className="flex min-h-dvh flex-col bg-(--pf-cam-bg) text-(--pf-cam-ink)"
      data-scheme="light"
      data-step={step}
    >
      <Top onClose={() => goBack(`/event/${id}`)} />
      {loaded.state === 'failed' && !event ? (
        <NotLoaded title={<Text id="selfie.noEvent" />} error={loaded.error} onRetry={loaded.reload} />
      ) : event && !event.features.faceSearch ? (
        <NoFaceSearch eventId={id} />
      ) : step === 'consent' ? (
        <Consent eventId={id} onAgree={journey.agree} />
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
    </div>
  )
}

/** Seen once, an outcome leads on to the photos, or to what is said when there are none. */
function useShowOutcome(
  step: Journey['step'],
  { record }: ReturnType<typeof useWhereabouts>,
  onShown: () => void,
): void {
  const shown = useRef<string>(undefined)
  useEffect(() => {
    if (step !== 'done' || !record?.selfie || shown.current === record.id) return
    shown.current = record.id
    takeOutcome(record.eventId, record.selfie)
    // shown it is, whether that can be written down or not
    claimOutcome(record.id).then(onShown, onShown)
  })
}

/** A step that follows another begins at its heading; the first one is the route's to announce. */
function useFocusOn(step: Journey['step']): void {
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading) return
    heading.tabIndex = -1
    heading.style.outline = 'none'
    heading.focus({ preventScroll: true })
  }, [step])
}

/** For the moment in which the device says what it has kept. */
function Blank() {
  return <div className="min-h-dvh bg-(--pf-cam-bg)" data-scheme="light" aria-busy="true" />
}

function Direct({ directShare, still, mirrored, again }: ReturnType<typeof useJourney>) {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
  return (
    <OnItsWay words={wordsOfDirect(directShare)} share={directShare} still={still} mirrored={mirrored}>
      <Button kind="ghost" full onClick={again}>
        <Text id="selfie.another" />
      </Button>
    </OnItsWay>
  )
}

const helpIds = [
  'selfie.help.light',
  'selfie.help.alone',
  'selfie.help.glasses',
  'selfie.help.auto',
  'selfie.help.file',
] as const

function Top({ onClose }: { onClose: () => void }) {
  const text = useText()
  const [help, setHelp] = useState(false)
  return (
    <div className="flex min-h-14 items-center justify-between px-1 pt-[env(safe-area-inset-top)] font-bold">
      <IconButton icon="close" label={text('selfie.close')} onClick={onClose} />
      <span>
        <Text id="selfie.title" />
      </span>
      <IconButton icon="help" label={text('selfie.help')} onClick={() => setHelp(true)} />
      <Sheet
        open={help}
        onClose={() => setHelp(false)}
        title={<Text id="selfie.help.title" />}
        closeLabel={text('selfie.help.close')}
      >
        <ul className="grid gap-3 pt-2">
          {helpIds.map((id) => (
            <li key={id} className="border-t border-line pt-3">
              <Text id={id} />
            </li>
          ))}
        </ul>
      </Sheet>
    </div>
  )
}

function NoFaceSearch({ eventId }: { eventId: string }) {
  return (
    <EmptyScreen
      title={<Text id="selfie.off.title" />}
      actions={
        <Button href={`/event/${eventId}/my`}>
          <Text id="selfie.off.byNumber" />
        </Button>
      }
    >
      <Text id="selfie.off.text" />
    </EmptyScreen>
  )
}
