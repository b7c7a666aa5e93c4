import { Text } from '../../platform/language/index.ts'
import { ProgressiveImage } from '../../ui/media/ProgressiveImage.tsx'
import type { ShownItem } from '../cart/index.ts'

const maxThumbs = 4

/** Summarizes the purchase: pictures, number of photos, event, resolution of the files. */
export function PurchaseSummary({ items }: { items: readonly ShownItem[] }) {
  const photos = items.reduce((sum, item) => sum + countPhotos(item), 0)
  const firstThumbs = items.flatMap(({ thumb }) => thumb ?? [])
  const thumbs = [...firstThumbs, ...items.flatMap((item) => item.thumbs?.slice(1) ?? [])].slice(0, maxThumbs)
  const hiddenCount = photos - thumbs.length
  const events = [...new Set(items.map(({ catalog }) => catalog.title))].filter((title) => title !== '')
  const isPhotosOnly = items.every(
    ({ photoId, photosCount }) => photoId !== undefined || photosCount !== undefined,
  )
  return (
    <div className="mb-6">
      {thumbs.length > 0 && (
        <div className="mb-2 flex items-center gap-2">
          {thumbs.map(({ url, width, height, placeholder }) => (
            <div key={url} className="pf-tile size-16 flex-none">
              <ProgressiveImage
                src={url}
                width={width}
                height={height}
                placeholder={placeholder}
                alt=""
                className="object-[50%_20%]"
              />
            </div>
          ))}
          {isPhotosOnly && hiddenCount > 0 && <span className="display-d3 lining-nums">+{hiddenCount}</span>}
        </div>
      )}
      <p className="lining-nums">
        <b>
          <Text
            id={isPhotosOnly && photos > 0 ? 'checkout.contents.photos' : 'checkout.items'}
            values={{ count: isPhotosOnly && photos > 0 ? photos : items.length }}
          />
        </b>
        {events.length > 0 && ` · ${events.join(', ')}`}
      </p>
      <Resolution items={items} />
    </div>
  )
}

function countPhotos({ photosCount, photoId }: ShownItem): number {
  return photosCount ?? (photoId === undefined ? 0 : 1)
}

/** Shows the resolution of the files: that of the smallest photo where they differ. */
function Resolution({ items }: { items: readonly ShownItem[] }) {
  const sizes = items.flatMap(({ resolution }) =>
    resolution ? [resolution.smallest, resolution.largest] : [],
  )
  const areas = sizes.map(({ width, height }) => width * height)
  const smallest = sizes[areas.indexOf(Math.min(...areas))]
  if (!smallest) return null
  const { width, height } = smallest
  const hasOneSize = areas.every((area) => area === width * height)
  return (
    <p className="text-sm text-ink-2 lining-nums">
      <Text
        id={hasOneSize ? 'checkout.contents.size' : 'checkout.contents.sizes'}
        values={{
          // no thousands separator: pixels are read as digits
          width: String(width),
          height: String(height),
          megapixels: Math.round((width * height) / 100_000) / 10,
          paper: findPrintSize(Math.max(width, height)),
        }}
      />
    </p>
  )
}

/** Lists the minimum pixels on the long side of each sheet at 150 dpi, largest sheet first. */
const sheets = [
  ['A1', 4967],
  ['A2', 3508],
  ['A3', 2480],
  ['A4', 1754],
  ['A5', 1240],
] as const

/**
 * Returns the largest ISO sheet that a picture fills at 150 dpi.
 *
 * @param longSideInPx pixels of the longer side
 */
export function findPrintSize(longSideInPx: number): string {
  return sheets.find(([, minPx]) => longSideInPx >= minPx)?.[0] ?? 'A6'
}
