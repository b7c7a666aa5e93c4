import { foldText } from '../../platform/fold-text.ts'
import { localTexts } from '../../platform/local-text.ts'
import type { EventRow } from '../events/index.ts'

/**
 * Returns the key of a place on the course by its key or title, in any language and spelling. An unknown place keeps its name.
 */
export function resolvePoint(event: EventRow, name: string): string {
  return knownPoint(event, name) ?? name.normalize('NFC').trim()
}

/** Returns the place named by a file's folders, the innermost first; undefined when none is known. */
export function pointOfFolders(event: EventRow, fileName: string): string | undefined {
  for (const folder of fileName.split('/').slice(0, -1).reverse()) {
    const point = knownPoint(event, folder)
    if (point !== undefined) return point
  }
  return undefined
}

function knownPoint({ points }: EventRow, name: string): string | undefined {
  const find = (fold: (text: string) => string) => {
    const wanted = fold(name)
    if (wanted === '') return undefined
    return points.find(({ point, title }) =>
      [point, ...localTexts(title)].some((known) => fold(known) === wanted),
    )?.point
  }
  // `foldText` treats `C1` and `K1` as equal, so exact spellings are compared first.
  return find((text) => text.normalize('NFKC').trim().toLowerCase()) ?? find(foldText)
}
