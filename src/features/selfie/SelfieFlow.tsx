import { useEffect, useRef } from 'react'
import { Text, useText } from '../../platform/language/index.ts'
import { NotLoaded } from '../../platform/loading/index.ts'
import { useAppBar, useNavigate, useParams, useTitle } from '../../platform/navigation/index.ts'
import { useBlockUpdates } from '../../platform/updates/index.ts'
import { Button } from '../../ui/Button.tsx'
import { useEvent } from '../events/index.ts'
import type { SelfieScreen } from './capture/capture-state.ts'
import { SelfieCapture } from './capture/SelfieCapture.tsx'
import { ReplaceSheet } from './ReplaceSheet.tsx'
import { applyOutcome, markOutcomeSeen, useStatusShown } from './result/outcome.ts'
import { SearchProgress } from './result/SearchProgress.tsx'
import { SelfieProgress } from './result/SelfieProgress.tsx'
import { StoredSelfieView } from './result/StoredSelfieView.tsx'
import { startSelfiePolling } from './result/selfie-polling.ts'
import { chooseDirectTexts } from './result/status-texts.ts'
import { useNewestSelfie } from './result/stored-selfies.ts'
import { NoFaceSearch, SelfieFrame } from './SelfieFrame.tsx'
import { useSelfieFlow } from './use-selfie-flow.ts'

/**
 * Runs the flow after the consent: camera or upload, sending the picture, then the search, which takes up to a minute.
 *
 * @param followsConsent focuses the heading, because the consent screen was shown before
 */
export function SelfieFlow({ followsConsent }: { followsConsent: boolean }) {
  const text = useText()
  const { id } = useParams<'/event/:id/selfie'>()
  const navigate = useNavigate()
  const loaded = useEvent(id)
  const event = loaded.value
  const newestSelfie = useNewestSelfie(id)
  const goToPhotos = () => navigate(`/event/${id}/my`, { replace: true })
  const flow = useSelfieFlow(event, newestSelfie, {
    onAnswered: goToPhotos,
    onStored: () => navigate(`/event/${id}?call=selfie`, { replace: true }),
  })
  const { status, record } = { ...newestSelfie, ...flow }
  const { step } = flow.screen
  const isSearching = step === 'searching' || step === 'done'
  useTitle(text(isSearching ? 'selfie.searching.page' : 'selfie.title'))
  useAppBar({ hideBar: !isSearching, hideFooter: true, back: `/event/${id}` })
  const isCapturing = step === 'aim' || step === 'preparing' || step === 'refused' || step === 'direct'
  useBlockUpdates(isCapturing || status.type === 'sending' || status.type === 'judged')
  useStatusShown(id)
  useEffect(startSelfiePolling, [])
  useFocusHeading(newestSelfie.isRead ? step : undefined, followsConsent)
  useOpenOutcome(step, newestSelfie, goToPhotos)

  if (!newestSelfie.isRead) return <SelfieFrame />
  if (isSearching && event && record) {
    return <SearchProgress event={event} record={record} isDone={step === 'done'} onShowFound={goToPhotos} />
  }
  return (
    <SelfieFrame step={step}>
      {loaded.state === 'failed' && !event ? (
        <NotLoaded title={<Text id="selfie.noEvent" />} error={loaded.error} onRetry={loaded.reload} />
      ) : event && !event.features.faceSearch ? (
        <NoFaceSearch eventId={id} />
      ) : step === 'kept' && event && record ? (
        <StoredSelfieView event={event} record={record} {...flow} onRetake={flow.retake} />
      ) : step === 'direct' ? (
        <DirectUpload {...flow} />
      ) : (
        <SelfieCapture event={event} {...flow} />
      )}
      <ReplaceSheet
        open={flow.isReplacing}
        onReplace={() => void flow.replace()}
        onCancel={flow.cancelReplacement}
      />
    </SelfieFrame>
  )
}

/** Marks a `done` outcome as seen once, then navigates to the photos or to the explanation why there are none. */
function useOpenOutcome(
  step: SelfieScreen['step'],
  { record }: ReturnType<typeof useNewestSelfie>,
  onShown: () => void,
): void {
  const shownRecordId = useRef<string>(undefined)
  useEffect(() => {
    if (step !== 'done' || !record?.selfie || shownRecordId.current === record.id) return
    shownRecordId.current = record.id
    applyOutcome(record.eventId, record.selfie)
    // the outcome was shown, whether the `seen` flag can be stored or not
    markOutcomeSeen(record.id).then(onShown, onShown)
  })
}

/** Focuses the heading of each following step. For the first step, the router handles focus and announcement. */
function useFocusHeading(step: SelfieScreen['step'] | undefined, isAfterConsent: boolean): void {
  const lastStep = useRef<SelfieScreen['step']>(undefined)
  useEffect(() => {
    if (step === undefined || lastStep.current === step) return
    const isFirst = lastStep.current === undefined
    lastStep.current = step
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading || (isFirst && !isAfterConsent)) return
    heading.tabIndex = -1
    heading.style.outline = 'none'
    heading.focus({ preventScroll: true })
  }, [step, isAfterConsent])
}

function DirectUpload({ directShare, still, mirrored, retake }: ReturnType<typeof useSelfieFlow>) {
  useEffect(() => {
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', preventUnload)
    return () => window.removeEventListener('beforeunload', preventUnload)
  }, [])
  return (
    <SelfieProgress
      texts={chooseDirectTexts(directShare)}
      sentShare={directShare}
      still={still}
      mirrored={mirrored}
    >
      <Button kind="ghost" full onClick={retake}>
        <Text id="selfie.another" />
      </Button>
    </SelfieProgress>
  )
}
