import { isBib } from '../../../../contract/bib.ts'
import type { SearchTokenRequest } from '../../../../contract/competitors.ts'
import { getSearchCredentials } from '../../../platform/search-token/index.ts'
import { getEventSearch, type LastSearch } from '../../../platform/storage/index.ts'
import type { ShownItem } from '../overlay.ts'
import { isPackage } from '../totals.ts'
import { addItems } from './add.ts'
import type { AddItemsInput } from './add-items-input.ts'

type Scope = NonNullable<AddItemsInput['tokenScope']>

/** Adds an item again that was just removed. Resolves with false on failure; the error has been shown to the user. */
export function restoreItem(item: ShownItem, tokenScope: Scope): Promise<boolean> {
  const { product, photoId, videoId, frameId, recipients, gift, taken, eventId, catalog, thumb, price } = item
  const { productId, title, productType } = product
  return addItems({
    eventId,
    event: { title: catalog.title, catalogId: catalog.catalogId },
    additions: [
      {
        item: { productId, photoId, videoId, frameId, recipients, ...(gift && ({ gift: true } as const)) },
        shownItem: { title, productType, thumbUrl: thumb?.url, taken, price },
      },
    ],
    tokenScope,
  })
}

/**
 * Returns whose search token adds a removed item again. Another token would add it for another runner.
 *
 * @returns undefined when this device does not know the runner of a package or the shared link of a gift
 */
export function findRestoringScope(item: ShownItem): Scope | undefined {
  const { gift, shareId, eventId, waiting } = item
  const request = waiting?.tokenRequest
  const giftShareId = shareId ?? (request && 'shareId' in request ? request.shareId : undefined)
  if (gift) return giftShareId === undefined ? undefined : { shareId: giftShareId }
  if (!isPackage(item)) return getSearchCredentials(eventId, 'person') ? 'person' : 'event'
  const search = request ? toSearch(request, item) : findRunnerSearch(item)
  return search && { search }
}

function toSearch(request: SearchTokenRequest, { subject = '' }: ShownItem): LastSearch | undefined {
  if ('number' in request) return { by: 'number', number: request.number }
  if ('surname' in request) return { by: 'surname', surname: request.surname }
  if ('competitorId' in request)
    return { by: 'competitor', competitorId: request.competitorId, label: subject }
  if ('selfieId' in request) return { by: 'face', selfieId: request.selfieId, personId: request.personId }
  return undefined
}

/** Returns the search that finds the runner of a package. A face is known only from the last search. */
function findRunnerSearch({ eventId, subject, personId }: ShownItem): LastSearch | undefined {
  if (subject !== undefined)
    return isBib(subject) ? { by: 'number', number: subject } : { by: 'surname', surname: subject }
  const last = getEventSearch(eventId).last.read()
  return last?.by === 'face' && last.personId === personId ? last : undefined
}
