import type { Event } from '../../../../contract/events.ts'
import type { Photo } from '../../../../contract/photos.ts'
import { outbox } from '../../../lib/outbox/index.ts'
import { randomId } from '../../../lib/random-id.ts'
import { reportError } from '../../../platform/errors/index.ts'
import { useText } from '../../../platform/language/index.ts'
import { showSnack } from '../../../platform/notices/index.ts'
import { getSearchCredentials } from '../../../platform/search-token/index.ts'
import type { LastSearch } from '../../../platform/storage/index.ts'
import { getAnswer, setAnswer } from './answers.ts'
import { toSearchKey } from './found-photos.ts'

/** Delays sending a denial for longer than the snack with the undo action is shown. */
const denialDelayInMs = 8_000

/** Returns the matched tag, if only one can be it. */
function findMatchedTag(photo: Photo) {
  const matchingTags = photo.tags.filter((tag) => tag.name === photo.match?.by)
  return matchingTags.length === 1 ? matchingTags[0] : undefined
}

/** Identifies the search whose photos are answered. */
interface AnsweredSearch {
  eventId: string
  last: LastSearch
}

async function enqueueAnswer(
  { eventId, last }: AnsweredSearch,
  photo: Photo,
  itIsMe: boolean,
  id: string,
): Promise<void> {
  const searchCredentials = getSearchCredentials(eventId, 'person', last)
  if (!searchCredentials) throw new Error('An answer needs a search first')
  const { photoId } = photo
  const body = { photoId, itIsMe, tag: findMatchedTag(photo), searchCredentials }
  await outbox.put('itsMe', `photo:${photoId}`, body, { id, afterInMs: itIsMe ? 0 : denialDelayInMs })
}

/**
 * Returns a function that records “this is me” and “this is not me” as an optimistic update: shown at once, stored in the
 * outbox, reverted when the service refuses it. A denial can be undone while the snack is shown; it is sent only after that.
 */
export function useAnswerIfMe({ eventId }: Event, last: LastSearch): (photo: Photo, itIsMe: boolean) => void {
  const text = useText()
  const search = toSearchKey(eventId, last)
  return (photo, itIsMe) => {
    const { photoId } = photo
    const before = getAnswer(search, photoId)
    const restoreAnswer = () => setAnswer(search, photoId, before)
    const id = randomId()
    setAnswer(search, photoId, itIsMe)
    const queued = enqueueAnswer({ eventId, last }, photo, itIsMe, id)
    queued
      .then(() => outbox.waitForOutcome(id))
      .then(({ type }) => type === 'parked' && restoreAnswer())
      .catch((error: unknown) => {
        restoreAnswer()
        reportError(error)
      })
    if (itIsMe) return
    const deniedOn = Date.now()
    const undoDenial = () => {
      restoreAnswer()
      // the message stays while it has the focus, and the denial may have been sent meanwhile
      const mayBeSent = Date.now() - deniedOn >= denialDelayInMs
      void queued
        .then(() => outbox.drop(id))
        .then(() => (mayBeSent ? enqueueAnswer({ eventId, last }, photo, true, randomId()) : undefined))
        .catch(reportError)
    }
    showSnack({
      text: text('search.removed'),
      action: { label: text('search.bringBack'), act: undoDenial },
      onDismiss: () => void queued.then(() => outbox.retry(id)).catch(() => {}),
    })
  }
}
