import { normalBib } from '../competitors/index.ts'
import type { ReadBib } from '../photos/index.ts'

/** With a start list a misreading rarely hits somebody's number; without one only the reader's belief counts. */
const minConfidenceInList = 0.5
const minConfidenceAlone = 0.9

/** A start number to keep, and on which of the photo's faces it was read. */
export interface PickedNumber {
  readonly value: string
  readonly confidence: number
  readonly faceIndex: number | null
}

/**
 * The start numbers of a photo worth keeping: those of the start list, or, when there is no list, those
 * that were read with little doubt. A number that was read twice counts once, as the surer reading.
 */
export function pickNumbers(bibs: readonly ReadBib[], startNumbers: ReadonlySet<string>): PickedNumber[] {
  const picked = new Map<string, PickedNumber>()
  for (const { text, confidence, faceIndex } of bibs) {
    const value = normalBib(text)
    if (value === undefined) continue
    const isBelieved =
      startNumbers.size > 0
        ? startNumbers.has(value) && confidence >= minConfidenceInList
        : confidence >= minConfidenceAlone
    const earlier = picked.get(value)
    if (isBelieved && (!earlier || earlier.confidence < confidence)) {
      picked.set(value, { value, confidence, faceIndex })
    }
  }
  return [...picked.values()]
}
