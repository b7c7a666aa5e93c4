import { readFile } from 'node:fs/promises'
import type { Context } from '../../platform/context.ts'
import { importCompetitors } from '../competitors/index.ts'
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

/** Content of a start list file, with how it was read. */
export interface StartListFile extends StartList, Omit<DecodedText, 'text'> {}

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
 * Imports a start list file into an event. Can be repeated: the number identifies a runner.
 *
 * @throws StartListInvalid when the file is no start list; bad lines are skipped and returned
 */
export async function importStartList(
  context: Context,
  event: EventRow,
  path: string,
  options: StartListOptions = {},
): Promise<StartListFile & { imported: number }> {
  const list = await readStartList(path, event, options)
  const { imported } = await importCompetitors(context, event.id, list.lines)
  return { ...list, imported }
}
