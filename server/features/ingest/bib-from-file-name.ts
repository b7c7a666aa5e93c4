import { normalizeBib } from '../../../contract/bib.ts'

/** Accepts a bib without a start list: up to five digits, optionally after letters. */
const plainBib = String.raw`[A-Za-z]{0,3}\d{1,5}`
/** Accepts any bib on the start list. Without the list, `12-1` may be a second file, `21km` a distance, `1234567` a counter. */
const anyBib = String.raw`\p{L}{0,3}\d{1,7}(?:[.-]\d{1,6})?\p{L}{0,3}`

/** Matches a number at the beginning: `128`, `128_finish`, `A12-2`. */
const matchAtStart = (bib: string) => new RegExp(String.raw`^(${bib})(?=$|[\s_.,()-])`, 'u')
/** Matches a number after a keyword: `bib-128`, `finish no 128`, `dorsal_7`, `№128`, `#128`. */
const matchAfterKeyword = (bib: string) =>
  new RegExp(
    String.raw`(?:^|[^\p{L}\d])(?:bib|no|nr|num|number|dorsal|номер|№|#)[\s_.№#-]*(${bib})(?![\p{L}\d])`,
    'iu',
  )
const [anyAtStart, anyAfterKeyword, plainAtStart, plainAfterKeyword] = [
  ...[matchAtStart(anyBib), matchAfterKeyword(anyBib)],
  ...[matchAtStart(plainBib), matchAfterKeyword(plainBib)],
]
/** Dates: `2026-09-12 finish` and `20260912_181747`. */
const datePattern = /^\d{4}[-_.]?\d\d[-_.]?\d\d(?!\d)/
/** File counters of cameras: `IMG_0128`, `GX010128`, `C0001`. */
const cameraCounterPattern = /^(?:IMG|MVI|MOV|DSC|DSCF|DJI|GOPR|G[HXP]\d\d|C0|P\d{3}|VID|PXL)[_\d]*\d$/i

/**
 * Returns the bib in the name of a file, in normal form. It begins the name, or follows a word like "bib" or "№". Ignores
 * camera counters and dates.
 *
 * @param startNumbers bibs of the start list in normal form; one of them is preferred to any other reading of the name
 */
export function readBibFromFileName(name: string, startNumbers: ReadonlySet<string>): string | undefined {
  const baseName = name.slice(name.lastIndexOf('/') + 1).normalize('NFC')
  const stem = baseName.includes('.') ? baseName.slice(0, baseName.lastIndexOf('.')) : baseName
  if (cameraCounterPattern.test(stem)) return undefined
  const hasDate = datePattern.test(stem)
  const readBib = (atStart: RegExp | undefined, afterKeyword: RegExp | undefined) => {
    const found = (hasDate ? undefined : atStart?.exec(stem)) ?? afterKeyword?.exec(stem)
    return found?.[1] === undefined ? undefined : normalizeBib(found[1])
  }
  const listedBib = readBib(anyAtStart, anyAfterKeyword)
  if (listedBib !== undefined && startNumbers.has(listedBib)) return listedBib
  return readBib(plainAtStart, plainAfterKeyword)
}
