export interface RowsOptions {
  /** Width of the container in px. */
  width: number
  /** Target row height in px. */
  targetHeight: number
  /** Gap in px between tiles and between rows. */
  gap: number
}

export interface Row {
  /** Index of its first tile. */
  first: number
  /** Index after its last tile. */
  end: number
  /** Distance in px from the top of the container. */
  top: number
  height: number
  /** A full row is stretched to the whole width; the last may stay short. */
  full: boolean
}

export interface RowsLayout {
  rows: Row[]
  /** Height in px of all rows with the gaps between them. */
  height: number
}

export interface Box {
  left: number
  top: number
  width: number
  height: number
}

const UNKNOWN_ASPECT = 1.5
const NARROWEST = 0.35
const WIDEST = 4
/** A last row that fills at least this share of the width is stretched like the others. */
const NEARLY_FULL = 0.86

/** Returns the width over height that the layout uses: landscape when unknown, extreme values clamped. */
export function tameAspect(aspect: number): number {
  if (!Number.isFinite(aspect) || aspect <= 0) return UNKNOWN_ASPECT
  return Math.min(WIDEST, Math.max(NARROWEST, aspect))
}

/**
 * Breaks pictures into rows of equal width. Every picture keeps its aspect ratio; a row takes another picture when
 * that brings its height closer to the target. Linear time. Rows depend only on earlier pictures, so appended
 * pictures change only the last row.
 */
export function layoutRows(aspects: ArrayLike<number>, options: RowsOptions): RowsLayout {
  const { width, targetHeight, gap } = options
  const rows: Row[] = []
  if (width <= 0) return { rows, height: 0 }
  const heightOf = (sum: number, tiles: number) => (width - gap * (tiles - 1)) / sum
  let top = 0
  let first = 0
  let sum = 0
  const close = (end: number, height: number, full: boolean) => {
    const rounded = Math.max(1, Math.round(height))
    rows.push({ first, end, top, height: rounded, full })
    top += rounded + gap
    first = end
    sum = 0
  }
  for (let index = 0; index < aspects.length; index++) {
    const aspect = tameAspect(aspects[index] ?? UNKNOWN_ASPECT)
    const tiles = index - first + 1
    const withIt = heightOf(sum + aspect, tiles)
    if (withIt > targetHeight) {
      sum += aspect
      continue
    }
    const without = tiles > 1 ? heightOf(sum, tiles - 1) : Number.POSITIVE_INFINITY
    if (without - targetHeight < targetHeight - withIt) {
      close(index, without, true)
      sum = aspect
      const alone = heightOf(aspect, 1)
      if (alone <= targetHeight) close(index + 1, alone, true)
    } else {
      close(index + 1, withIt, true)
    }
  }
  const left = aspects.length - first
  if (left > 0) {
    const natural = sum * targetHeight + gap * (left - 1)
    const full = natural >= width * NEARLY_FULL
    close(aspects.length, full ? heightOf(sum, left) : targetHeight, full)
  }
  return { rows, height: Math.max(0, top - gap) }
}

/** Returns the boxes of one row, in whole px; a full row ends exactly at the right edge. */
export function boxesOf(row: Row, aspects: ArrayLike<number>, options: RowsOptions): Box[] {
  const boxes: Box[] = []
  let exact = 0
  for (let index = row.first; index < row.end; index++) {
    const left = Math.round(exact)
    exact += tameAspect(aspects[index] ?? UNKNOWN_ASPECT) * row.height
    const last = index === row.end - 1
    const right = last && row.full ? options.width : Math.min(options.width, Math.round(exact))
    boxes.push({ left, top: row.top, width: Math.max(1, right - left), height: row.height })
    exact += options.gap
  }
  return boxes
}

/** Returns the width in px of each tile. */
export function widthsOf({ rows }: RowsLayout, aspects: ArrayLike<number>, options: RowsOptions): number[] {
  return rows.flatMap((row) => boxesOf(row, aspects, options).map(({ width }) => width))
}

/** Returns the index of the row that covers a distance from the top, or of the nearest one. */
export function rowAt(rows: Row[], distance: number): number {
  let low = 0
  let high = rows.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((rows[middle]?.top ?? 0) <= distance) low = middle
    else high = middle - 1
  }
  return Math.max(0, low)
}

/** Returns the index of the row that contains a tile. */
export function rowOf(rows: Row[], tile: number): number {
  let low = 0
  let high = rows.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((rows[middle]?.first ?? 0) <= tile) low = middle
    else high = middle - 1
  }
  return Math.max(0, low)
}
