import { foldText } from '../../platform/fold-text.ts'
import { listLocalTexts } from '../../platform/local-text.ts'
import type { EventRow } from '../events/index.ts'

/**
 * Returns the key of a place on the course by its key or title, in any language and spelling. An unknown place keeps its name.
 */
export function resolvePoint(event: EventRow, name: string): string {
  return findPoint(event, name) ?? name.normalize('NFC').trim()
}

/** Returns the place named by a file's folders, the innermost first; undefined when none is known. */
export function findPointInFolders(event: EventRow, fileName: string): string | undefined {
  for (const folder of fileName.split('/').slice(0, -1).reverse()) {
    const point = findPoint(event, folder)
    if (point !== undefined) return point
  }
  return undefined
}

function findPoint({ points }: EventRow, name: string): string | undefined {
  const find = (fold: (text: string) => string) => {
    const foldedName = fold(name)
    if (foldedName === '') return undefined
    return points.find(({ point, title }) =>
      [point, ...listLocalTexts(title)].some((spelling) => fold(spelling) === foldedName),
    )?.point
  }
  // `foldText` treats `C1` and `K1` as equal, so exact spellings are compared first.
  return find((text) => text.normalize('NFKC').trim().toLowerCase()) ?? find(foldText)
}
