/** Configures `layoutRows`; all sizes are in px. */
export interface RowsOptions {
  /** Width of the container. */
  width: number
  /** Target height of a row. */
  targetHeight: number
  /** Gap between tiles and between rows. */
  gap: number
}

export interface Row {
  /** Index of its first tile. */
  first: number
  /** Index after its last tile. */
  end: number
  /** Distance from the top of the container, in fractions of px. */
  top: number
  height: number
  /** A full row is stretched to the whole width; the last may stay short. */
  full: boolean
  /** Sum of the aspect ratios of its tiles. */
  sum: number
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

const DEFAULT_ASPECT_RATIO = 1.5
const MIN_ASPECT_RATIO = 0.35
const MAX_ASPECT_RATIO = 4
/** A last row that fills at least this fraction of the width is stretched like the others. */
const MIN_LAST_ROW_FILL = 0.86

/** Returns the aspect ratio (width / height) that the layout uses: landscape when unknown, extreme values clamped. */
export function clampAspectRatio(aspectRatio: number): number {
  if (!Number.isFinite(aspectRatio) || aspectRatio <= 0) return DEFAULT_ASPECT_RATIO
  return Math.min(MAX_ASPECT_RATIO, Math.max(MIN_ASPECT_RATIO, aspectRatio))
}

/**
 * Breaks pictures into rows of equal width. Every picture keeps its aspect ratio; a row takes another picture when
 * that brings its height closer to the target. Linear time. Rows depend only on earlier pictures, so appended
 * pictures change only the last row.
 */
export function layoutRows(aspectRatios: ArrayLike<number>, options: RowsOptions): RowsLayout {
  const { width, targetHeight, gap } = options
  const rows: Row[] = []
  if (width <= 0) return { rows, height: 0 }
  const computeRowHeight = (sum: number, tiles: number) => (width - gap * (tiles - 1)) / sum
  let first = 0
  let sum = 0
  const closeRow = (end: number, full = true) => {
    rows.push({ first, end, top: 0, height: 0, full, sum })
    first = end
    sum = 0
  }
  for (let index = 0; index < aspectRatios.length; index++) {
    const aspectRatio = clampAspectRatio(aspectRatios[index] ?? DEFAULT_ASPECT_RATIO)
    const tiles = index - first + 1
    const heightWith = computeRowHeight(sum + aspectRatio, tiles)
    if (heightWith > targetHeight) {
      sum += aspectRatio
      continue
    }
    const heightWithout = tiles > 1 ? computeRowHeight(sum, tiles - 1) : Number.POSITIVE_INFINITY
    if (heightWithout - targetHeight < targetHeight - heightWith) {
      closeRow(index)
      sum = aspectRatio
      if (computeRowHeight(aspectRatio, 1) <= targetHeight) closeRow(index + 1)
    } else {
      sum += aspectRatio
      closeRow(index + 1)
    }
  }
  const remainingTiles = aspectRatios.length - first
  if (remainingTiles > 0) {
    const naturalWidth = sum * targetHeight + gap * (remainingTiles - 1)
    closeRow(aspectRatios.length, naturalWidth >= width * MIN_LAST_ROW_FILL)
  }
  return stackRows(rows, options)
}

/** Computes heights and positions of rows for another width, without changing which tiles they contain. */
export function stackRows(rows: readonly Row[], { width, targetHeight, gap }: RowsOptions): RowsLayout {
  let nextTop = 0
  const stacked = rows.map((row) => {
    const top = nextTop
    const height = row.full ? (width - gap * (row.end - row.first - 1)) / row.sum : targetHeight
    nextTop += height + gap
    return Object.assign({}, row, { top, height })
  })
  return { rows: stacked, height: stacked.length > 0 ? nextTop - gap : 0 }
}

/** Returns the exact boxes of one row, in fractions of px. */
export function listBoxes(row: Row, aspectRatios: ArrayLike<number>, { gap }: RowsOptions): Box[] {
  const { top, height } = row
  let left = 0
  return Array.from({ length: row.end - row.first }, (_, offset) => {
    const width = clampAspectRatio(aspectRatios[row.first + offset] ?? DEFAULT_ASPECT_RATIO) * height
    const box = { left, top, width, height }
    left += width + gap
    return box
  })
}

/** Returns the whole px inside a box: tiles get no larger, and a full row still ends at the right edge. */
export function roundBox({ left, top, width, height }: Box): Box {
  return {
    left: roundUp(left),
    top: roundUp(top),
    width: Math.max(1, roundDown(width)),
    height: Math.max(1, roundDown(height)),
  }
}

/** Tolerates rounding errors in sums of fractions, which must not cost a px. */
const TOLERANCE = 1e-6
const roundUp = (pixels: number) => Math.ceil(pixels - TOLERANCE)
const roundDown = (pixels: number) => Math.floor(pixels + TOLERANCE)

/** Returns the width of each tile in px. */
export function listWidths(
  { rows }: RowsLayout,
  aspectRatios: ArrayLike<number>,
  options: RowsOptions,
): number[] {
  return rows.flatMap((row) => listBoxes(row, aspectRatios, options).map((box) => roundBox(box).width))
}

/** Returns the index of the row that covers a distance from the top, or of the nearest one. */
export function findRowAt(rows: Row[], distance: number): number {
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
export function findRow(rows: Row[], tile: number): number {
  let low = 0
  let high = rows.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((rows[middle]?.first ?? 0) <= tile) low = middle
    else high = middle - 1
  }
  return Math.max(0, low)
}
