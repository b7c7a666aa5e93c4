import { expect, it } from 'vitest'
import type { AlbumTimes } from '../../../contract/photos.ts'
import {
  buildTimeline,
  countsOfPoints,
  indexAt,
  listTicks,
  nextStep,
  timeAt,
  timeBounds,
} from './album-times.ts'

const minute = 60_000
const noon = Date.parse('2026-09-12T12:00:00Z')
const at = (minutes: number) => new Date(noon + minutes * minute).toISOString()

/** Four minutes: 3 photos at the start, 1 later, none, 4 at the finish. */
const times: AlbumTimes = {
  startsOn: at(0),
  stepInS: 60,
  points: [
    { point: 'start', counts: [3, 0, 0, 0] },
    { point: 'finish', counts: [0, 1, 0, 3] },
    { point: null, counts: [0, 0, 0, 1] },
  ],
  leading: [],
}
const line = buildTimeline(times, {})

it('counts the photos before each minute', () => {
  expect(line?.before).toEqual([0, 3, 4, 4, 8])
  expect(buildTimeline(times, { point: 'finish' })?.before).toEqual([0, 0, 1, 1, 4])
  expect(buildTimeline(times, { takenFrom: at(1), takenTo: at(3) })?.before).toEqual([0, 0, 1, 1, 1])
  expect(buildTimeline({ startsOn: null, stepInS: 60, points: [], leading: [] }, {})).toBeUndefined()
})

it('skips the photos that the whole album begins with', () => {
  const leading = [
    { point: 'finish', step: 3 },
    { point: 'start', step: 0 },
  ]
  const whole = buildTimeline({ ...times, leading }, {})
  expect(whole?.before).toEqual([2, 4, 5, 5, 8])
  expect(whole && [timeAt(whole, 0), indexAt(whole, noon), indexAt(whole, noon + minute)]).toEqual([
    noon,
    2,
    4,
  ])
  expect(buildTimeline({ ...times, leading }, { point: 'finish' })?.before).toEqual([0, 0, 1, 1, 4])
})

it('counts photos by place, optionally within a time range', () => {
  expect(Object.fromEntries(countsOfPoints(times, {}))).toEqual({ start: 3, finish: 4 })
  expect(Object.fromEntries(countsOfPoints(times, { takenFrom: at(2) }))).toEqual({ start: 0, finish: 3 })
})

it('returns the first and last photo time per place, and nothing before they are loaded', () => {
  const span = (point?: string) => timeBounds(times, point)?.map((moment) => (moment - noon) / minute)
  expect(span()).toEqual([0, 4])
  expect(span('start')).toEqual([0, 1])
  expect(span('finish')).toEqual([1, 4])
  expect(span('bridge')).toBeUndefined()
  expect(timeBounds(undefined)).toBeUndefined()
})

it('converts an index to a time and back', () => {
  if (!line) throw new Error('no line')
  expect(timeAt(line, 0)).toBe(noon)
  expect(timeAt(line, 3)).toBe(noon + minute)
  expect(timeAt(line, 6)).toBe(noon + 3.5 * minute)
  expect(indexAt(line, noon + minute)).toBe(3)
  expect(indexAt(line, noon + 2.5 * minute)).toBe(4)
  expect(indexAt(line, noon - minute)).toBe(0)
  expect(indexAt(line, noon + 99 * minute)).toBe(8)
})

it('steps over empty times', () => {
  if (!line) throw new Error('no line')
  expect(nextStep(line, 0, 1)).toBe(3)
  expect(nextStep(line, 3, 1)).toBe(4)
  expect(nextStep(line, 6, -1)).toBe(4)
  expect(nextStep(line, 4, -1)).toBe(3)
  expect(nextStep(line, 0, -1)).toBe(0)
})

it('places ticks at round times, at most one per position', () => {
  if (!line) throw new Error('no line')
  expect(listTicks(line)).toEqual([
    { moment: noon, index: 0 },
    { moment: noon + minute, index: 3 },
    { moment: noon + 2 * minute, index: 4 },
  ])
})
