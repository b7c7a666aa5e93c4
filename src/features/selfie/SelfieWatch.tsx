import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useState } from 'react'
import { useErrorText } from '../../platform/errors/index.ts'
import { useText } from '../../platform/language/index.ts'
import { useNavigate } from '../../platform/navigation/index.ts'
import { notify } from '../../platform/notices/index.ts'
import { useOnline } from '../../platform/offline/index.ts'
import { useOutbox } from '../../platform/outbox/index.ts'
import { useHoldUpdates } from '../../platform/updates/index.ts'
import { savedEvent } from '../events/index.ts'
import { startFollowing } from './following.ts'
import { claimOutcome, isAttended, takeOutcome } from './outcome.ts'
import { findClosest, findNewest, type StoredSelfie } from './status.ts'
import { storedSelfiesAtom } from './stored-selfies.ts'

/** Follows the selfies of this device on every page and announces each outcome once. Renders nothing. */
export function SelfieWatch() {
  const kept = useAtomValue(storedSelfiesAtom)
  const visible = useVisible()
  const say = useEffectEvent(useShowOutcome())
  const { entries, progress } = useOutbox()
  const online = useOnline()
  useHoldUpdates(
    online &&
      entries.some(({ id, kind, parked }) => kind === 'selfie' && !parked && progress[id] !== undefined),
  )
  useEffect(startFollowing, [])
  useEffect(() => {
    if (!visible || !kept) return
    for (const record of kept) {
      const untold = hasOutcome(record) && !record.seen && findNewest(kept, record.eventId) === record
      if (!untold || isAttended(record.eventId)) continue
      claimOutcome(record.id).then(
        (first) => first && say(record),
        // announced on the next visit instead
        () => {},
      )
    }
  }, [kept, visible])
  return null
}

const hasOutcome = (record: StoredSelfie) =>
  record.stage === 'refused' || (record.stage === 'answered' && record.selfie?.state === 'Ready')

/** Returns a function that shows the outcome of a selfie as a notice with a link. */
function useShowOutcome(): (record: StoredSelfie) => void {
  const text = useText()
  const errorText = useErrorText()
  const navigate = useNavigate()
  return (record) => {
    const { eventId, code, selfie } = record
    const count = findClosest(selfie?.persons ?? [])?.photosCount ?? 0
    const type = code ? 'refused' : count > 0 ? 'found' : 'nobody'
    const news = text(`selfie.notice.${type}`, { count, reason: code ? errorText(code) : '' })
    const event = savedEvent(eventId)?.title
    const act = () => {
      if (selfie && !code) takeOutcome(eventId, selfie)
      navigate(`/event/${eventId}/${code ? 'selfie' : 'my'}`)
    }
    notify({
      id: `selfie ${eventId}`,
      text: event ? text('selfie.notice.at', { event, news }) : news,
      confirm: { label: text(`selfie.notice.${type}.act`), act },
    })
  }
}

function useVisible(): boolean {
  const [visible, setVisible] = useState(document.visibilityState === 'visible')
  useEffect(() => {
    const look = () => setVisible(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return visible
}
