import { useEffect, useEffectEvent } from 'react'
import { logFailure } from '../../platform/errors/index.ts'
import { useText } from '../../platform/language/index.ts'
import { useNavigate, usePath } from '../../platform/navigation/index.ts'
import { notify, withdrawNotice } from '../../platform/notices/index.ts'
import { useSavedEvent } from '../events/index.ts'
import { purgeWaitingSelfies, useWaitingSelfie } from '../selfie/index.ts'

const noId = ''

/**
 * Offers to search with the selfie stored on this device, on the pages of its event once there are photos. Renders
 * nothing.
 */
export function WaitingSelfieOffer() {
  const text = useText()
  const navigate = useNavigate()
  const path = usePath()
  const eventId = /^\/event\/([^/]+)(?:\/(?:photos|my|report|video))?\/?$/.exec(path)?.[1] ?? noId
  const event = useSavedEvent(eventId)
  const isWaiting = useWaitingSelfie(eventId) != null
  const hasOffer = isWaiting && event !== undefined && event.counts.photos > 0 && event.features.faceSearch
  const id = `waiting selfie ${eventId}`
  useEffect(() => void purgeWaitingSelfies().catch(logFailure('Deleting old selfies')), [])
  const showOffer = useEffectEvent(() => {
    notify({
      id,
      text: text('call.offer'),
      confirm: {
        label: text('call.offer.search'),
        act: () => navigate(`/event/${eventId}/selfie?waiting`),
      },
    })
  })
  useEffect(() => {
    if (!hasOffer) return undefined
    showOffer()
    return () => withdrawNotice(id)
  }, [hasOffer, id])
  return null
}
