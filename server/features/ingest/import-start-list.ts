import { readFile } from 'node:fs/promises'
import type { Context } from '../../platform/context.ts'
import { countOtherCompetitors, importCompetitors } from '../competitors/index.ts'
import type { EventRow } from '../events/index.ts'
import { parseStartList } from './start-list/parse-start-list.ts'
import { type StartList, StartListInvalid } from './start-list/start-list.ts'
import type { EventTimes } from './start-list/time-meaning.ts'
import { type DecodedText, decodeText, NotText } from './text/decode-text.ts'

/** Overrides of what is detected. */
export interface StartListOptions {
  /** Name of the encoding, e.g. `windows-1251`. */
  readonly encoding?: string | undefined
  /** Character between the cells. */
  readonly separator?: string | undefined
}

/** How a file becomes the start list of an event. */
export interface ImportOptions extends StartListOptions {
  /** Deletes the runners of the event that the file does not have; absent: they stay. */
  readonly replace?: boolean
}

/** Content of a start list file, with how it was read. */
export interface StartListFile extends StartList, Omit<DecodedText, 'text'> {}

/** A start list file, and what its import changes. */
export interface ImportedStartList extends StartListFile {
  /** Number of runners written. */
  readonly imported: number
  /** Number of runners that the event had and the file does not have. */
  readonly others: number
  /** Whether it was to replace the list and is not imported, because it has bad lines or no runners. */
  readonly isRefused: boolean
}

/**
 * Reads a start list: CSV with a header, in any encoding and with any separator that `decodeText` and `parseStartList` know.
 *
 * @param event places times without a zone or date
 * @throws StartListInvalid when the file is no text, or has no column of numbers or none of names
 */
export async function readStartList(
  path: string,
  event: EventTimes,
  { encoding, separator }: StartListOptions = {},
): Promise<StartListFile> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new StartListInvalid(`${path} cannot be read`, { cause: error })
  })
  const { text, ...decoded } = await decodeText(bytes, encoding).catch((error: unknown) => {
    throw error instanceof NotText ? new StartListInvalid(error.message, { cause: error }) : error
  })
  return { ...parseStartList(text, event, separator), ...decoded }
}

/**
 * Imports a start list file into an event. Can be repeated: the number identifies a runner. Imports nothing when a file with bad
 * lines or without runners is to replace the list, because the runners that it lacks would be deleted.
 *
 * @returns the file; `others`: how many runners the event had that are not in it
 * @throws StartListInvalid when the file is no start list; bad lines are skipped and returned
 */
export async function importStartList(
  context: Context,
  event: EventRow,
  path: string,
  { replace = false, ...options }: ImportOptions = {},
): Promise<ImportedStartList> {
  const list = await readStartList(path, event, options)
  if (replace && !canReplace(list)) return { ...list, imported: 0, others: 0, isRefused: true }
  const { imported, others } = await importCompetitors(context, event.id, list.lines, { replace })
  return { ...list, imported, others, isRefused: false }
}

/** Reads a start list file like {@link importStartList}, and writes nothing. */
export async function previewStartList(
  context: Context,
  event: EventRow,
  path: string,
  { replace = false, ...options }: ImportOptions = {},
): Promise<ImportedStartList> {
  const list = await readStartList(path, event, options)
  const others = await countOtherCompetitors(context, event.competitorsListId, list.lines)
  return { ...list, imported: 0, others, isRefused: replace && !canReplace(list) }
}

const canReplace = ({ lines, badLines }: StartList) => lines.length > 0 && badLines.length === 0
