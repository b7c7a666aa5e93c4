import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useState } from 'react'
import { useErrorText, useText } from '../../../platform/language/index.ts'
import { useNavigate } from '../../../platform/navigation/index.ts'
import { notify } from '../../../platform/notices/index.ts'
import { useOnline } from '../../../platform/offline/index.ts'
import { useOutbox } from '../../../platform/outbox/index.ts'
import { useBlockUpdates } from '../../../platform/updates/index.ts'
import { readSavedEvent } from '../../events/index.ts'
import { applyOutcome, isStatusShown, markOutcomeSeen } from './outcome.ts'
import { startSelfiePolling } from './selfie-polling.ts'
import { findClosestPerson, findNewestSelfie, type StoredSelfie } from './status.ts'
import { storedSelfiesAtom } from './stored-selfies.ts'

/** Follows the selfies of this device on every page and announces each outcome once. Renders nothing. */
export function SelfieOutcomeNotices() {
  const storedSelfies = useAtomValue(storedSelfiesAtom)
  const visible = useVisible()
  const showOutcome = useEffectEvent(useOutcomeNotice())
  const { entries, progress } = useOutbox()
  const online = useOnline()
  useBlockUpdates(
    online &&
      entries.some(({ id, kind, parked }) => kind === 'selfie' && !parked && progress[id] !== undefined),
  )
  useEffect(startSelfiePolling, [])
  useEffect(() => {
    if (!visible || !storedSelfies) return
    for (const record of storedSelfies) {
      const isUnannounced =
        hasOutcome(record) && !record.seen && findNewestSelfie(storedSelfies, record.eventId) === record
      if (!isUnannounced || isStatusShown(record.eventId)) continue
      markOutcomeSeen(record.id).then(
        (isFirst) => isFirst && showOutcome(record),
        // announced on the next visit instead
        () => {},
      )
    }
  }, [storedSelfies, visible])
  return null
}

const hasOutcome = (record: StoredSelfie) =>
  record.stage === 'refused' || (record.stage === 'answered' && record.selfie?.state === 'Ready')

/** Returns a function that shows the outcome of a selfie as a notice with a link. */
function useOutcomeNotice(): (record: StoredSelfie) => void {
  const text = useText()
  const errorText = useErrorText()
  const navigate = useNavigate()
  return (record) => {
    const { eventId, code, selfie } = record
    const count = findClosestPerson(selfie?.persons ?? [])?.photosCount ?? 0
    const type = code ? 'refused' : count > 0 ? 'found' : 'nobody'
    const outcomeText = text(`selfie.notice.${type}`, { count, reason: code ? errorText(code) : '' })
    const event = readSavedEvent(eventId)?.title
    const openOutcome = () => {
      if (selfie && !code) applyOutcome(eventId, selfie)
      navigate(`/event/${eventId}/${code ? 'selfie' : 'my'}`)
    }
    notify({
      id: `selfie ${eventId}`,
      text: event ? text('selfie.notice.at', { event, news: outcomeText }) : outcomeText,
      confirm: { label: text(`selfie.notice.${type}.act`), act: openOutcome },
    })
  }
}

function useVisible(): boolean {
  const [visible, setVisible] = useState(document.visibilityState === 'visible')
  useEffect(() => {
    const onVisibilityChange = () => setVisible(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', onVisibilityChange)
    return () => document.removeEventListener('visibilitychange', onVisibilityChange)
  }, [])
  return visible
}
