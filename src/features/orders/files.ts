import type { Download, OrderItem } from '../../../contract/orders.ts'

export interface OrderFile {
  /** Tells it from the order's other files, also after its link was renewed. */
  key: string
  kind: 'photo' | 'framed' | 'video'
  /** Counted from 1, photos and videos apart. */
  number: number
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

/** Every file of an order, in the order of its items. */
export function filesOf(items: readonly OrderItem[]): OrderFile[] {
  const counted = { photo: 0, video: 0 }
  return items.flatMap((item) => {
    const kind = kinds[item.product.productType]
    const counter = kind === 'video' ? 'video' : 'photo'
    return (item.downloads ?? []).map((download) => {
      counted[counter] += 1
      return { key: `${item.orderItemId}/${download.fileName}`, kind, number: counted[counter], download }
    })
  })
}

export function sizeOf(files: readonly OrderFile[]): number {
  return files.reduce((sum, file) => sum + file.download.bytes, 0)
}
