import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  clampAspectRatio,
  findRow,
  findRowAt,
  layoutRows,
  listBoxes,
  roundBox,
  stackRows,
} from './layout-rows.ts'

const options = { width: 1312, targetHeight: 224, gap: 8 }

const ratiosArbitrary = fc.array(fc.double({ min: 0.4, max: 3.5, noNaN: true }), {
  minLength: 1,
  maxLength: 400,
})
const sizesArbitrary = fc.record({
  width: fc.integer({ min: 280, max: 2600 }),
  targetHeight: fc.integer({ min: 120, max: 260 }),
  gap: fc.integer({ min: 0, max: 16 }),
})

describe('layoutRows', () => {
  it('places every picture once, in order', () => {
    fc.assert(
      fc.property(ratiosArbitrary, sizesArbitrary, (ratios, size) => {
        const { rows } = layoutRows(ratios, size)
        let next = 0
        for (const row of rows) {
          expect(row.first).toBe(next)
          expect(row.end).toBeGreaterThan(row.first)
          next = row.end
        }
        expect(next).toBe(ratios.length)
      }),
    )
  })

  it('ends every full row exactly at the right edge and lets nothing stick out', () => {
    fc.assert(
      fc.property(ratiosArbitrary, sizesArbitrary, (ratios, size) => {
        for (const row of layoutRows(ratios, size).rows) {
          const last = listBoxes(row, ratios, size).map(roundBox).at(-1)
          const right = (last?.left ?? 0) + (last?.width ?? 0)
          if (row.full) expect(right).toBe(size.width)
          else expect(right).toBeLessThanOrEqual(size.width)
        }
      }),
    )
  })

  it('draws no tile larger in whole px than in fractions, and overlaps none', () => {
    fc.assert(
      fc.property(ratiosArbitrary, sizesArbitrary, (ratios, size) => {
        for (const row of layoutRows(ratios, size).rows) {
          let left = 0
          for (const fractionalBox of listBoxes(row, ratios, size)) {
            const box = roundBox(fractionalBox)
            expect(box.width).toBeLessThanOrEqual(Math.max(1, fractionalBox.width + 1e-6))
            expect(box.height).toBeLessThanOrEqual(fractionalBox.height + 1e-6)
            expect(box.left).toBeGreaterThanOrEqual(left)
            left = box.left + box.width + size.gap
          }
        }
      }),
    )
  })

  it('keeps sizes linear in the width for the same rows', () => {
    fc.assert(
      fc.property(ratiosArbitrary, sizesArbitrary, (ratios, size) => {
        const { rows } = layoutRows(ratios, size)
        const computeBoxesAtWidth = (width: number) => {
          const optionsAtWidth = { ...size, width }
          return stackRows(rows, optionsAtWidth).rows.flatMap((row) => listBoxes(row, ratios, optionsAtWidth))
        }
        const boxesAt0 = computeBoxesAtWidth(0)
        const boxesAt100 = computeBoxesAtWidth(100)
        computeBoxesAtWidth(size.width).forEach((box, index) => {
          for (const side of ['left', 'top', 'width', 'height'] as const) {
            const start = boxesAt0[index]?.[side] ?? Number.NaN
            const slope = ((boxesAt100[index]?.[side] ?? Number.NaN) - start) / 100
            expect(start + slope * size.width).toBeCloseTo(box[side], 5)
          }
        })
      }),
    )
  })

  it('stacks rows with one gap between them', () => {
    const { rows, height } = layoutRows(Array(50).fill(1.5), options)
    rows.slice(1).forEach((row, index) => {
      const above = rows[index]
      expect(row.top).toBeCloseTo((above?.top ?? 0) + (above?.height ?? 0) + options.gap)
    })
    const last = rows.at(-1)
    expect(height).toBeCloseTo((last?.top ?? 0) + (last?.height ?? 0))
  })

  it('keeps the aspect ratio of every picture', () => {
    const ratios = [1.5, 0.8, 1.5, 0.67, 1.33, 1, 0.8, 1.5, 1.5, 0.8]
    for (const row of layoutRows(ratios, options).rows.filter(({ full }) => full)) {
      listBoxes(row, ratios, options).forEach((box, offset) => {
        expect(box.width).toBeCloseTo(clampAspectRatio(ratios[row.first + offset] ?? 0) * box.height)
      })
    }
  })

  it('keeps rows near the target height', () => {
    const { rows } = layoutRows([1.5, 0.8, 1.5, 0.67, 1.33, 1, 0.8, 1.5, 1.5, 0.8, 1.5, 1.5], options)
    for (const row of rows.filter(({ full }) => full)) {
      expect(row.height).toBeGreaterThan(150)
      expect(row.height).toBeLessThan(320)
    }
  })

  it('leaves a short last row at the target height instead of blowing it up', () => {
    const { rows } = layoutRows([1.5], options)
    expect(rows).toEqual([{ first: 0, end: 1, top: 0, height: 224, full: false, sum: 1.5 }])
  })

  it('moves nothing but the last row when pictures are added at the end', () => {
    const ratios = Array.from({ length: 100 }, (_, index) => [1.5, 0.8, 1][index % 3] ?? 1)
    const before = layoutRows(ratios.slice(0, 60), options).rows.slice(0, -1)
    expect(layoutRows(ratios, options).rows.slice(0, before.length)).toEqual(before)
  })

  it('treats an unknown ratio as landscape and tames a panorama', () => {
    expect([Number.NaN, 0, -1].map(clampAspectRatio)).toEqual([1.5, 1.5, 1.5])
    expect(clampAspectRatio(12)).toBe(4)
  })

  it('gives nothing for no pictures or no width', () => {
    expect(layoutRows([], options)).toEqual({ rows: [], height: 0 })
    expect(layoutRows([1], { ...options, width: 0 })).toEqual({ rows: [], height: 0 })
  })
})

describe('finding a row', () => {
  const { rows } = layoutRows(Array(90).fill(1.5), options)

  it('finds the row that covers a distance, and the nearest outside', () => {
    const third = rows[2]
    expect(findRowAt(rows, (third?.top ?? 0) + 10)).toBe(2)
    expect(findRowAt(rows, -500)).toBe(0)
    expect(findRowAt(rows, 1e9)).toBe(rows.length - 1)
    expect(findRowAt([], 10)).toBe(0)
  })

  it('finds the row of a tile', () => {
    rows.forEach((row, index) => {
      expect(findRow(rows, row.first)).toBe(index)
      expect(findRow(rows, row.end - 1)).toBe(index)
    })
  })
})
