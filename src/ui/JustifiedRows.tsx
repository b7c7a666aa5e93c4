import { type ReactNode, type Ref, useImperativeHandle, useRef } from 'react'
import { cx } from './cx.ts'
import { boxesOf } from './layout-rows.ts'
import { useRowKeys } from './use-row-keys.ts'
import { useRows } from './use-rows.ts'

export interface TileSlot {
  /** One tile of the whole gallery is a tab stop; arrows move it. Give it to the tile. */
  tabIndex: 0 | -1
  width: number
  height: number
}

export interface JustifiedRowsHandle {
  /** Brings a tile into view, to its top when asked, and focuses it when asked. */
  show: (index: number, options?: { focus?: boolean; toTop?: boolean }) => void
  /** The first tile that is on the screen below the bar. */
  firstShown: () => number
}

export interface JustifiedRowsProps {
  label: string
  count: number
  /** Width over height; for a picture not loaded yet anything, it will be re-laid when known. */
  aspectOf: (index: number) => number
  renderTile: (index: number, slot: TileSlot) => ReactNode
  keyOf?: (index: number) => string | number
  /** Changes when `aspectOf` would answer differently for the same count (pages that arrived). */
  version?: unknown
  /** px; by the width of the window when left out: 150, 226 or 224. */
  targetHeight?: number
  /** px; 4 on a narrow window, else 8. */
  gap?: number
  /** Which tiles are drawn, `end` excluded; use it to load their pages. */
  onRange?: (first: number, end: number) => void
  /** The end is within two screens; called once per `count`. */
  onReachEnd?: () => void
  className?: string
  ref?: Ref<JustifiedRowsHandle>
}

/** Justified rows over the window's own scroll. Only what is near the screen is in the page. */
export function JustifiedRows(props: JustifiedRowsProps) {
  const { label, count, renderTile, keyOf, className, ref } = props
  const box = useRef<HTMLDivElement>(null)
  const { layout, aspects, options, range, isFirst } = useRows(box, props)
  const keys = useRowKeys(box, { count, layout, aspects, options })
  useImperativeHandle(ref, () => ({ show: keys.show, firstShown: keys.firstShown }), [keys])

  const drawn = layout.rows.slice(range.firstRow, range.endRow)
  const kept = keys.focusedRow(layout.rows)
  if (kept && !drawn.includes(kept)) drawn.push(kept)
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
      {drawn.flatMap((row) =>
        boxesOf(row, aspects, options).map(({ left, top, width, height }, offset) => {
          const index = row.first + offset
          // nobody knows yet how wide the rows are: everything is a share of that
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
              {renderTile(index, { tabIndex: index === keys.active ? 0 : -1, width, height })}
            </div>
          )
        }),
      )}
    </div>
  )
}
