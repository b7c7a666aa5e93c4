import { type ReactNode, type Ref, useImperativeHandle, useRef } from 'react'
import { cx } from './cx.ts'
import { boxesOf } from './layout-rows.ts'
import { useRowKeys } from './use-row-keys.ts'
import { useRows } from './use-rows.ts'

export interface TileSlot {
  /** One tile of the whole gallery is a tab stop; arrow keys move it. Set it on the tile. */
  tabIndex: 0 | -1
  width: number
  height: number
  /** Width in a window as narrow as a phone; differs where the server has rendered for a wide one. */
  narrowWidth: number
  /** The largest of the tiles above the fold on a phone: its picture is the last that a visitor waits for. */
  isLargest: boolean
}

export interface JustifiedRowsHandle {
  /** Scrolls a tile into view, optionally to the top, and optionally focuses it. */
  show: (index: number, options?: { focus?: boolean; toTop?: boolean }) => void
  /** Returns the first tile visible below the bar. */
  firstShown: () => number
}

export interface JustifiedRowsProps {
  label: string
  count: number
  /** Width over height; any value for a picture that is not loaded, as rows are laid out again when it is known. */
  aspectOf: (index: number) => number
  renderTile: (index: number, slot: TileSlot) => ReactNode
  keyOf?: (index: number) => string | number
  /** Changes when `aspectOf` returns other values for the same count (pages that have loaded). */
  version?: unknown
  /** px; depends on the window's width when omitted: 150, 226 or 224. */
  targetHeight?: number
  /** px; 4 on a narrow window, else 8. */
  gap?: number
  /** Number of tiles certainly above the fold. */
  aboveFold?: number
  /** Rendered range, `end` excluded; use it to load pages. */
  onRange?: (first: number, end: number) => void
  /** The end is within two screens; called once per `count`. */
  onReachEnd?: () => void
  className?: string
  ref?: Ref<JustifiedRowsHandle>
}

/** Justified rows that scroll with the window. Only rows near the viewport are rendered. */
export function JustifiedRows(props: JustifiedRowsProps) {
  const { label, count, renderTile, keyOf, aboveFold = 0, className, ref } = props
  const box = useRef<HTMLDivElement>(null)
  const { layout, aspects, options, range, isFirst, narrowWidths } = useRows(box, props)
  const keys = useRowKeys(box, { count, layout, aspects, options })
  useImperativeHandle(ref, () => ({ show: keys.show, firstShown: keys.firstShown }), [keys])

  const drawn = layout.rows.slice(range.firstRow, range.endRow)
  const kept = keys.focusedRow(layout.rows)
  if (kept && !drawn.includes(kept)) drawn.push(kept)
  const tiles = drawn.flatMap((row) =>
    boxesOf(row, aspects, options).map((box, offset) => {
      const index = row.first + offset
      const narrowWidth = narrowWidths?.[index] ?? box.width
      return Object.assign(box, { index, narrowWidth, area: narrowWidth ** 2 / (aspects[index] ?? 1) })
    }),
  )
  const [largest] = tiles.filter(({ index }) => index < aboveFold).toSorted((a, b) => b.area - a.area)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys bubble from its tiles
    <div
      ref={box}
      className={cx('pf-rows', className)}
      role="list"
      aria-label={label}
      style={
        isFirst
          ? { containerType: 'inline-size', aspectRatio: options.width / layout.height }
          : { height: layout.height }
      }
      onKeyDown={keys.onKeyDown}
      onFocus={keys.onFocus}
      onBlur={keys.onBlur}
    >
      {tiles.map(({ index, left, top, width, height, narrowWidth }) => {
        // the width is not known yet, so sizes are relative to it
        const size = (pixels: number) => (isFirst ? `${(pixels / options.width) * 100}cqw` : `${pixels}px`)
        return (
          <div
            key={keyOf ? keyOf(index) : index}
            role="listitem"
            aria-setsize={count}
            aria-posinset={index + 1}
            data-tile={index}
            style={{
              width: size(width),
              height: size(height),
              transform: `translate(${size(left)}, ${size(top)})`,
            }}
          >
            {renderTile(index, {
              tabIndex: index === keys.active ? 0 : -1,
              width,
              height,
              narrowWidth,
              isLargest: index === largest?.index,
            })}
          </div>
        )
      })}
    </div>
  )
}
