import type { SearchCredentials } from '../../../lib/search-credentials/search-credentials.ts'
import { toStoredCredentials } from '../../../lib/search-credentials/stored.ts'
import { getSearchCredentials } from '../../../platform/search-token/index.ts'
import { listStoredKeys, localTextStore } from '../../../platform/storage/index.ts'
import type { AddItemsInput } from './add-items-input.ts'

/** Records an addition with the search credentials of that moment: the runner may search for another person later. */
export interface JournalRecord extends Pick<AddItemsInput, 'eventId' | 'event' | 'additions'> {
  searchCredentials?: SearchCredentials
}

/** Identifies an addition by its record. The outbox entry uses the same id as its id and idempotency key. */
export interface RecordedAddition extends JournalRecord {
  id: string
  /** False when the record exceeds the limits of the journal. */
  isWritten: boolean
}

const maxRecords = 50
/** In characters: about 500 photos. */
const maxRecordLength = 200_000

const toStorageKey = (id: string) => `cartAdding.${id}`

/** Lists the ids of the records that this page processes. */
export const processedIds = new Set<string>()

function chooseCredentials(
  eventId: string,
  tokenScope: NonNullable<AddItemsInput['tokenScope']>,
): SearchCredentials | undefined {
  if (tokenScope === 'none') return undefined
  if (typeof tokenScope === 'string') return getSearchCredentials(eventId, tokenScope)
  return 'search' in tokenScope
    ? getSearchCredentials(eventId, 'person', tokenScope.search)
    : { eventId, token: '', tokenRequest: tokenScope }
}

/**
 * Writes an addition to the write-ahead journal of the cart. The outbox commits an entry only some time after the tap: its
 * code is loaded first, and IndexedDB answers later. localStorage is written in the task of the tap, so the addition
 * survives when the page is left in that task. The next page puts it into the outbox. Each record has a separate key, so
 * tabs need no lock. A record is removed when its entry is committed, or when a failure has been shown to the user.
 */
export function writeRecord({
  eventId,
  event,
  additions,
  tokenScope = 'event',
}: AddItemsInput): RecordedAddition {
  // not `randomId`: it is not part of the initial bundle
  const id = crypto.getRandomValues(new Uint32Array(4)).join('-')
  processedIds.add(id)
  const { title, catalogId } = event
  const searchCredentials = chooseCredentials(eventId, tokenScope)
  const record: JournalRecord = { eventId, event: { title, catalogId }, additions, searchCredentials }
  // field names of the first release: tabs of other builds read the same records
  const text = JSON.stringify({
    eventId,
    event: record.event,
    things: additions.map(({ item, shownItem: drawn }) => ({ item, drawn })),
    pass: searchCredentials && toStoredCredentials(searchCredentials),
  })
  const isWritten = text.length <= maxRecordLength && listRecordIds().length < maxRecords
  if (isWritten) localTextStore.set(toStorageKey(id), text)
  return { ...record, id, isWritten }
}

/** Returns the serialized record; null after its removal. */
export const readRecord = (id: string): string | null => localTextStore.get(toStorageKey(id))

export const removeRecord = (id: string): void => localTextStore.set(toStorageKey(id), null)

/** Returns the ids of all records, including those of other tabs. */
export const listRecordIds = (): string[] => listStoredKeys(/^cartAdding\.(.+)$/)
