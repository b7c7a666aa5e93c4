import { normalBib } from '../competitors/index.ts'

const bib = String.raw`[A-Za-z]{0,3}\d{1,5}`
/** Matches a number at the beginning: `128`, `128_finish`, `A12-2`. */
const leading = new RegExp(String.raw`^(${bib})(?=$|[\s_.,()-])`, 'u')
/** Number after a keyword: `bib-128`, `finish no 128`, `dorsal_7`, `№128`, `#128`. */
const marked = new RegExp(
  String.raw`(?:^|[^\p{L}\d])(?:bib|no|nr|num|number|dorsal|номер|№|#)[\s_.№#-]*(${bib})(?![\p{L}\d])`,
  'iu',
)
/** Dates: `2026-09-12 finish` and `20260912_181747`. */
const day = /^\d{4}[-_.]?\d\d[-_.]?\d\d(?!\d)/
/** File counters of cameras: `IMG_0128`, `GX010128`, `C0001`. */
const camera = /^(?:IMG|MVI|MOV|DSC|DSCF|DJI|GOPR|G[HXP]\d\d|C0|P\d{3}|VID|PXL)[_\d]*\d$/i

/**
 * Returns the start number in the name of a file, in normal form. The number begins the name, or follows a word like "bib" or
 * "№". Camera counters and dates are ignored.
 */
export function numberOfFile(name: string): string | undefined {
  const last = name.slice(name.lastIndexOf('/') + 1)
  const stem = last.includes('.') ? last.slice(0, last.lastIndexOf('.')) : last
  if (camera.test(stem)) return undefined
  const found = (day.test(stem) ? undefined : leading.exec(stem)) ?? marked.exec(stem)
  return found?.[1] === undefined ? undefined : normalBib(found[1])
}
