import type { Event } from '../../../contract/events.ts'
import type { Photo } from '../../../contract/photos.ts'
import { outbox } from '../../lib/outbox/index.ts'
import { randomId } from '../../lib/random-id.ts'
import { reportError } from '../../platform/errors/index.ts'
import { useText } from '../../platform/language/index.ts'
import { showSnack } from '../../platform/notices/index.ts'
import { findSearchPass } from '../../platform/search-token/index.ts'
import { answerOn, keepAnswer } from './answers.ts'

/** Delays sending a denial for longer than the snack with the undo action is shown. */
const heldInMs = 8_000

/** Returns the matched tag, if only one can be it. */
function matchedTag(photo: Photo) {
  const same = photo.tags.filter((tag) => tag.name === photo.match?.by)
  return same.length === 1 ? same[0] : undefined
}

async function send(eventId: string, photo: Photo, itIsMe: boolean, id: string): Promise<void> {
  const pass = findSearchPass(eventId, 'person')
  if (!pass) throw new Error('An answer needs a search first')
  const { photoId } = photo
  const body = { photoId, itIsMe, tag: matchedTag(photo), pass }
  await outbox.put('itsMe', `photo:${photoId}`, body, { id, afterInMs: itIsMe ? 0 : heldInMs })
}

/**
 * Returns a function that records “this is me” and “this is not me” as an optimistic update: shown at once, stored in the
 * outbox, reverted when the service refuses it. A denial can be undone while the snack is shown; it is sent only after that.
 */
export function useAnnounceIfMe(event: Event, search: string): (photo: Photo, itIsMe: boolean) => void {
  const text = useText()
  return (photo, itIsMe) => {
    const { photoId } = photo
    const before = answerOn(search, photoId)
    const takeBack = () => keepAnswer(search, photoId, before)
    const id = randomId()
    keepAnswer(search, photoId, itIsMe)
    const put = send(event.eventId, photo, itIsMe, id)
    put
      .then(() => outbox.waitForOutcome(id))
      .then(({ type }) => type === 'parked' && takeBack())
      .catch((error: unknown) => {
        takeBack()
        reportError(error)
      })
    if (itIsMe) return
    const bringBack = () => {
      takeBack()
      void put.then(() => outbox.drop(id)).catch(reportError)
    }
    showSnack({
      text: text('search.removed'),
      action: { label: text('search.bringBack'), act: bringBack },
      onGone: () => void put.then(() => outbox.retry(id)).catch(() => {}),
    })
  }
}
