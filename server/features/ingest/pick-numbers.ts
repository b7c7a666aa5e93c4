import { normalizeBib } from '../../../contract/bib.ts'
import type { ReadBib } from '../photos/index.ts'

/** Accepts less confidence with a start list, where a misreading rarely matches a listed number. */
const minConfidenceInList = 0.5
const minConfidenceWithoutList = 0.9
/** Distances and times on shirts, which are taken for bibs only with a start list: `10K`, `5 km`, `21.1`. */
const distancePattern = /^\d{1,3}(?:\.\d{1,3}\s?(?:KM?|MI?)?|\s?(?:KM?|MI?|H))$/i

/** An accepted start number, and the photo's face that it was read on. */
export interface PickedNumber {
  readonly value: string
  readonly confidence: number
  readonly faceIndex: number | null
}

/**
 * Returns the accepted start numbers of a photo: those on the start list or, without a list, those read with high confidence. A
 * number that was read twice is kept once, with the higher confidence.
 */
export function pickNumbers(bibs: readonly ReadBib[], startNumbers: ReadonlySet<string>): PickedNumber[] {
  const picked = new Map<string, PickedNumber>()
  for (const { text, confidence, faceIndex } of bibs) {
    const value = normalizeBib(text)
    if (value === undefined) continue
    const isAccepted =
      startNumbers.size > 0
        ? startNumbers.has(value) && confidence >= minConfidenceInList
        : confidence >= minConfidenceWithoutList && !distancePattern.test(text)
    const earlier = picked.get(value)
    if (isAccepted && (!earlier || earlier.confidence < confidence)) {
      picked.set(value, { value, confidence, faceIndex })
    }
  }
  return [...picked.values()]
}
