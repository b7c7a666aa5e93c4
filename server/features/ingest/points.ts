import { localTexts } from '../../platform/local-text.ts'
import type { EventRow } from '../events/index.ts'

/** The key of a place on the course, by its key or by its title in any language; a place nobody has named keeps its name. */
export function pointOf(event: EventRow, name: string): string {
  return knownPoint(event, name) ?? name.trim()
}

/** The place that a file's folders name, the innermost first; undefined when none does. */
export function pointOfFolders(event: EventRow, fileName: string): string | undefined {
  for (const folder of fileName.split('/').slice(0, -1).reverse()) {
    const point = knownPoint(event, folder)
    if (point !== undefined) return point
  }
  return undefined
}

function knownPoint({ points }: EventRow, name: string): string | undefined {
  const wanted = fold(name)
  return points.find(({ point, title }) =>
    [point, ...localTexts(title)].some((known) => fold(known) === wanted),
  )?.point
}

const fold = (name: string) => name.normalize('NFC').trim().toLowerCase()
