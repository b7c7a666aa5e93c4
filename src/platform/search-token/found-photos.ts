import * as z from 'zod/mini'
import { getEventSearch } from '../storage/index.ts'
import { isSingleRunnerSearch } from './search-credentials.ts'

/** Validates the used fields of a stored photo. */
const FoundPhoto = z.object({
  photoId: z.string(),
  match: z.optional(z.object({ tier: z.string(), itIsMe: z.optional(z.boolean()) })),
})
type FoundPhoto = z.infer<typeof FoundPhoto>

/** Validates the used fields of stored search results, which the search feature writes. */
const Results = z.object({ search: z.string(), photos: z.array(FoundPhoto) })

/**
 * Returns the photos that certainly show the runner last searched for in an event. Reads the results stored on this
 * device.
 *
 * @returns undefined without such results, and for several runners with the same surname
 */
export function readFoundPhotos(eventId: string): readonly FoundPhoto[] | undefined {
  const { found, last } = getEventSearch(eventId)
  const results = Results.safeParse(found.read())
  if (!results.success || !isSingleRunnerSearch(eventId)) return undefined
  // results of an earlier search may still be stored
  if (results.data.search !== `${eventId} ${JSON.stringify(last.read())}`) return undefined
  return results.data.photos.filter(({ match }) => match?.itIsMe ?? match?.tier !== 'maybe')
}
