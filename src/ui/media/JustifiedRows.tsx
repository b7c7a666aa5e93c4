import { type ReactNode, type Ref, useImperativeHandle, useRef } from 'react'
import { cx } from '../cx.ts'
import { type Box, listBoxes, type Row, type RowsOptions, roundBox, stackRows } from './layout-rows.ts'
import { useRowKeys } from './use-row-keys.ts'
import { useRows } from './use-rows.ts'

export interface TileSlot {
  /** Makes one tile of the whole gallery a tab stop; arrow keys move it. Set it on the tile. */
  tabIndex: 0 | -1
  width: number
  height: number
  /** Width in a window as narrow as a phone; differs where the server has rendered for a wide one. */
  narrowWidth: number
  /** Whether it is the largest tile above the fold on a phone: its picture determines the largest contentful paint. */
  isLargest: boolean
}

export interface JustifiedRowsHandle {
  /** Scrolls a tile into view, optionally to the top, and optionally focuses it. */
  show: (index: number, options?: { focus?: boolean; toTop?: boolean }) => void
  /** Returns the first tile visible below the bar. */
  getFirstVisibleIndex: () => number
}

export interface JustifiedRowsProps {
  label: string
  count: number
  /** Width over height; any value for a picture that is not loaded, as rows are laid out again when it is known. */
  getAspectRatio: (index: number) => number
  renderTile: (index: number, slot: TileSlot) => ReactNode
  getKey?: (index: number) => string | number
  /** Changes when `getAspectRatio` returns other values for the same count (pages that have loaded). */
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

/** Renders justified rows that scroll with the window. Only rows near the viewport are mounted. */
export function JustifiedRows(props: JustifiedRowsProps) {
  const { label, count, renderTile, getKey, aboveFold = 0, className, ref } = props
  const box = useRef<HTMLDivElement>(null)
  const {
    layout,
    aspects: aspectRatios,
    options,
    range,
    isFirst: isFirstRender,
    narrowWidths,
  } = useRows(box, props)
  const keyboard = useRowKeys(box, { count, layout, aspects: aspectRatios, options })
  useImperativeHandle(
    ref,
    () => ({ show: keyboard.show, getFirstVisibleIndex: keyboard.getFirstVisibleIndex }),
    [keyboard],
  )

  const renderedRows = layout.rows.slice(range.firstRow, range.endRow)
  const focusedRow = keyboard.focusedRow(layout.rows)
  if (focusedRow && !renderedRows.includes(focusedRow)) renderedRows.push(focusedRow)
  const styles = isFirstRender ? computeRelativeStyles(renderedRows, aspectRatios, options) : undefined
  const tiles = renderedRows.flatMap((row) =>
    listBoxes(row, aspectRatios, options).map((fractionalBox, offset) => {
      const index = row.first + offset
      const box = roundBox(fractionalBox)
      const narrowWidth = narrowWidths?.[index] ?? box.width
      const area = narrowWidth ** 2 / (aspectRatios[index] ?? 1)
      return Object.assign(box, {
        index,
        narrowWidth,
        area,
        style: styles?.[index] ?? toStyle((side) => `${box[side]}px`),
      })
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
        isFirstRender
          ? { containerType: 'inline-size', aspectRatio: options.width / layout.height }
          : { height: layout.height }
      }
      onKeyDown={keyboard.onKeyDown}
      onFocus={keyboard.onFocus}
      onBlur={keyboard.onBlur}
    >
      {tiles.map(({ index, width, height, narrowWidth, style }) => (
        <div
          key={getKey ? getKey(index) : index}
          role="listitem"
          aria-setsize={count}
          aria-posinset={index + 1}
          data-tile={index}
          style={style}
        >
          {renderTile(index, {
            tabIndex: index === keyboard.active ? 0 : -1,
            width,
            height,
            narrowWidth,
            isLargest: index === largest?.index,
          })}
        </div>
      ))}
    </div>
  )
}

/**
 * Returns the styles of the first tiles while the width of the rows is not known: each size as a share of the width plus px.
 * Once the width is known, no tile of the same rows becomes larger: browsers would count a larger one as a new largest
 * contentful paint.
 */
function computeRelativeStyles(rows: readonly Row[], aspectRatios: ArrayLike<number>, options: RowsOptions) {
  const computeBoxesAtWidth = (width: number) => {
    const optionsAtWidth = Object.assign({}, options, { width })
    return stackRows(rows, optionsAtWidth).rows.flatMap((row) => listBoxes(row, aspectRatios, optionsAtWidth))
  }
  // every size is linear in the width
  const boxesAt100 = computeBoxesAtWidth(100)
  return computeBoxesAtWidth(0).map((boxAtZero, index) =>
    toStyle((side) => {
      const share = (boxesAt100[index]?.[side] ?? 0) - boxAtZero[side]
      return `calc(${roundTo4Digits(share)}cqw + ${roundTo4Digits(boxAtZero[side])}px)`
    }),
  )
}

const roundTo4Digits = (size: number) => Math.round(size * 1e4) / 1e4

function toStyle(formatSize: (side: keyof Box) => string) {
  return {
    width: formatSize('width'),
    height: formatSize('height'),
    transform: `translate(${formatSize('left')}, ${formatSize('top')})`,
  }
}
