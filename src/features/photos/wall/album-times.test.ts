import { expect, it } from 'vitest'
import type { AlbumTimes } from '../../../../contract/photos.ts'
import {
  buildTimeline,
  countPhotosByPoint,
  findIndexAt,
  findNextStep,
  getTimeAt,
  getTimeBounds,
  listTicks,
} from './album-times.ts'

const minuteInMs = 60_000
const noon = Date.parse('2026-09-12T12:00:00Z')
const toIsoTime = (minutes: number) => new Date(noon + minutes * minuteInMs).toISOString()

/** Four minutes: 3 photos at the start, 1 later, none, 4 at the finish. */
const times: AlbumTimes = {
  startsOn: toIsoTime(0),
  stepInS: 60,
  points: [
    { point: 'start', counts: [3, 0, 0, 0] },
    { point: 'finish', counts: [0, 1, 0, 3] },
    { point: null, counts: [0, 0, 0, 1] },
  ],
  leading: [],
}
const timeline = buildTimeline(times, {})

it('counts the photos before each minute', () => {
  expect(timeline?.countsBefore).toEqual([0, 3, 4, 4, 8])
  expect(buildTimeline(times, { point: 'finish' })?.countsBefore).toEqual([0, 0, 1, 1, 4])
  expect(buildTimeline(times, { takenFrom: toIsoTime(1), takenTo: toIsoTime(3) })?.countsBefore).toEqual([
    0, 0, 1, 1, 1,
  ])
  expect(buildTimeline({ startsOn: null, stepInS: 60, points: [], leading: [] }, {})).toBeUndefined()
})

it('skips the photos that the whole album begins with', () => {
  const leading = [
    { point: 'finish', step: 3 },
    { point: 'start', step: 0 },
  ]
  const wholeTimeline = buildTimeline({ ...times, leading }, {})
  expect(wholeTimeline?.countsBefore).toEqual([2, 4, 5, 5, 8])
  expect(
    wholeTimeline && [
      getTimeAt(wholeTimeline, 0),
      findIndexAt(wholeTimeline, noon),
      findIndexAt(wholeTimeline, noon + minuteInMs),
    ],
  ).toEqual([noon, 2, 4])
  expect(buildTimeline({ ...times, leading }, { point: 'finish' })?.countsBefore).toEqual([0, 0, 1, 1, 4])
})

it('counts photos by place, optionally within a time range', () => {
  expect(Object.fromEntries(countPhotosByPoint(times, {}))).toEqual({ start: 3, finish: 4 })
  expect(Object.fromEntries(countPhotosByPoint(times, { takenFrom: toIsoTime(2) }))).toEqual({
    start: 0,
    finish: 3,
  })
})

it('returns the first and last photo time per place, and nothing before they are loaded', () => {
  const getSpanInMinutes = (point?: string) =>
    getTimeBounds(times, point)?.map((moment) => (moment - noon) / minuteInMs)
  expect(getSpanInMinutes()).toEqual([0, 4])
  expect(getSpanInMinutes('start')).toEqual([0, 1])
  expect(getSpanInMinutes('finish')).toEqual([1, 4])
  expect(getSpanInMinutes('bridge')).toBeUndefined()
  expect(getTimeBounds(undefined)).toBeUndefined()
})

it('converts an index to a time and back', () => {
  if (!timeline) throw new Error('no line')
  expect(getTimeAt(timeline, 0)).toBe(noon)
  expect(getTimeAt(timeline, 3)).toBe(noon + minuteInMs)
  expect(getTimeAt(timeline, 6)).toBe(noon + 3.5 * minuteInMs)
  expect(findIndexAt(timeline, noon + minuteInMs)).toBe(3)
  expect(findIndexAt(timeline, noon + 2.5 * minuteInMs)).toBe(4)
  expect(findIndexAt(timeline, noon - minuteInMs)).toBe(0)
  expect(findIndexAt(timeline, noon + 99 * minuteInMs)).toBe(8)
})

it('steps over empty times', () => {
  if (!timeline) throw new Error('no line')
  expect(findNextStep(timeline, 0, 1)).toBe(3)
  expect(findNextStep(timeline, 3, 1)).toBe(4)
  expect(findNextStep(timeline, 6, -1)).toBe(4)
  expect(findNextStep(timeline, 4, -1)).toBe(3)
  expect(findNextStep(timeline, 0, -1)).toBe(0)
})

it('places ticks at round times, at most one per position', () => {
  if (!timeline) throw new Error('no line')
  expect(listTicks(timeline)).toEqual([
    { moment: noon, index: 0 },
    { moment: noon + minuteInMs, index: 3 },
    { moment: noon + 2 * minuteInMs, index: 4 },
  ])
})
