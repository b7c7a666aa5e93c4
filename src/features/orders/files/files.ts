import type { Download, OrderItem } from '../../../../contract/orders.ts'
import { formatPlaceAndTime } from '../../../lib/format/place-and-time.ts'
import type { TextValues } from '../../../platform/language/index.ts'

type FormatText = (id: string, values?: TextValues) => string

export interface OrderFile {
  /** Identifies the file within the order, also after its link was renewed. */
  key: string
  kind: 'photo' | 'framed' | 'video'
  /** 1-based; photos and videos are counted separately. */
  number: number
  /** 1-based index among files of the same kind, place and minute, whose titles are equal. */
  repeat: number
  download: Download
}

const kinds = {
  photo: 'photo',
  photos_with_me: 'photo',
  frame: 'framed',
  photosWithFrame: 'framed',
  video: 'video',
  promocode: 'photo',
} as const

/** Length of an ISO 8601 time up to its minute: `2026-09-12T14:30`. */
const minuteLength = 16

/** Returns the title of a file: `Финиш, 18:52`, with an index for equal titles; the file's number when nothing is known. */
export function getFileTitle(
  { kind, number, repeat, download: { taken } }: OrderFile,
  formatText: FormatText,
  language: string,
): string {
  const name = taken ? formatPlaceAndTime(taken, language) : ''
  if (name === '') return formatText(`orders.file.${kind}`, { number })
  const framed = kind === 'framed' ? formatText('orders.file.inFrame', { name }) : name
  return repeat === 1 ? framed : `${framed} (${repeat})`
}

/** Returns the files of all items, in the order of the items. */
export function listFiles(items: readonly OrderItem[]): OrderFile[] {
  const counts = { photo: 0, video: 0 }
  const repeats = new Map<string, number>()
  return items.flatMap((item) => {
    const kind = kinds[item.product.productType]
    const counter = kind === 'video' ? 'video' : 'photo'
    return (item.downloads ?? []).map((download) => {
      counts[counter] += 1
      const { fileId, fileName, taken } = download
      const titleKey = JSON.stringify([kind, taken?.point, taken?.takenOn?.slice(0, minuteLength)])
      const repeat = (repeats.get(titleKey) ?? 0) + 1
      repeats.set(titleKey, repeat)
      // file names depend on the language, so they identify a file only where there is no id
      const key = `${item.orderItemId}/${fileId ?? fileName}`
      return { key, kind, number: counts[counter], repeat, download }
    })
  })
}

export function sumBytes(files: readonly OrderFile[]): number {
  return files.reduce((sum, file) => sum + file.download.bytes, 0)
}
