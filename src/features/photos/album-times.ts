import type { AlbumTimes } from '../../../contract/photos.ts'
import { type AlbumPart, isWhole } from './album-part.ts'

/** Indexes an album by time, also when it is filtered. A jump to a time then needs no loaded pages. */
export interface TimeLine {
  /** Start of the first step, ms. */
  startsOn: number
  stepInMs: number
  /** Cumulative number of photos before each step; one more entry than steps, the last is the total. */
  before: readonly number[]
}

/** Returns the number of photos of each point by its key, within the time of the filter if it has one. */
export function countsOfPoints(times: AlbumTimes, part: AlbumPart): ReadonlyMap<string, number> {
  const isInRange = stepsIn(times, part)
  return new Map(
    times.points.flatMap(({ point, counts }) => {
      if (point === null) return []
      return [[point, counts.reduce((sum, count, at) => (isInRange(at) ? sum + count : sum), 0)] as const]
    }),
  )
}

/** Returns the first and last moment of the photos, of an album or of one point, ms; undefined while unknown. */
export function timeBounds(
  times: AlbumTimes | undefined,
  point?: string,
): readonly [number, number] | undefined {
  if (!times || times.startsOn === null) return undefined
  const places = times.points.filter((place) => point === undefined || place.point === point)
  const taken = places.flatMap(({ counts }) => counts.flatMap((count, at) => (count > 0 ? [at] : [])))
  if (taken.length === 0) return undefined
  const start = Date.parse(times.startsOn)
  const stepInMs = times.stepInS * 1000
  return [start + Math.min(...taken) * stepInMs, start + (Math.max(...taken) + 1) * stepInMs]
}

/** Returns the time line of the filtered album; undefined for an album without photos. */
export function buildTimeline(times: AlbumTimes, part: AlbumPart): TimeLine | undefined {
  if (times.startsOn === null) return undefined
  const isInRange = stepsIn(times, part)
  const length = Math.max(0, ...times.points.map(({ counts }) => counts.length))
  const leading = isWhole(part) ? times.leading : []
  const before = [leading.length]
  for (let at = 0; at < length; at++) {
    const shown = isInRange(at) ? times.points.filter(({ point }) => !part.point || point === part.point) : []
    const count = shown.reduce((sum, { counts }) => sum + (counts[at] ?? 0), 0)
    const shownBefore = leading.filter(({ step }) => step === at).length
    before.push((before.at(-1) ?? 0) + count - shownBefore)
  }
  return { startsOn: Date.parse(times.startsOn), stepInMs: times.stepInS * 1000, before }
}

/** Returns a predicate for the steps within the time of the filter; partly covered steps count as a whole. */
function stepsIn({ startsOn, stepInS }: AlbumTimes, { takenFrom, takenTo }: AlbumPart) {
  const start = startsOn === null ? 0 : Date.parse(startsOn)
  const from = takenFrom ? Date.parse(takenFrom) : Number.NEGATIVE_INFINITY
  const to = takenTo ? Date.parse(takenTo) : Number.POSITIVE_INFINITY
  return (at: number) => {
    const begins = start + at * stepInS * 1000
    return begins < to && begins + stepInS * 1000 > from
  }
}

/** Returns the approximate time at which the photo of an index was taken, ms. */
export function timeAt({ startsOn, stepInMs, before }: TimeLine, index: number): number {
  const step = toStepInMs(before, index)
  const first = before[step] ?? 0
  const count = (before[step + 1] ?? first) - first
  return startsOn + (step + (count > 0 ? Math.min(1, Math.max(0, index - first) / count) : 0)) * stepInMs
}

/** Returns the index of the first photo taken at or after a moment, ms. */
export function indexAt({ startsOn, stepInMs, before }: TimeLine, moment: number): number {
  const step = Math.floor((moment - startsOn) / stepInMs)
  return before[Math.min(before.length - 1, Math.max(0, step))] ?? 0
}

/** Returns the start index of the next step with photos, after or before an index; an end of the list when there is none. */
export function nextStep({ before }: TimeLine, index: number, direction: 1 | -1): number {
  const step = toStepInMs(before, index)
  if (direction === 1) return before[step + 1] ?? index
  const first = before[step] ?? 0
  if (first < index) return first
  return before[toStepInMs(before, Math.max(0, first - 1))] ?? 0
}

/** Finds the step that contains an index by binary search: the last non-empty one with no more photos before it. */
function toStepInMs(before: readonly number[], index: number): number {
  let low = 0
  let high = Math.max(0, before.length - 2)
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((before[middle] ?? 0) <= index) low = middle
    else high = middle - 1
  }
  return low
}

const tickLengthsInMin = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440, 10_080, 43_200]
/** Limits the ticks: labels of more would overlap. */
const mostTicks = 12

/** Returns round times along the line with their indexes. */
export function listTicks(line: TimeLine): { moment: number; index: number }[] {
  const end = line.startsOn + (line.before.length - 1) * line.stepInMs
  const length = end - line.startsOn
  const everyInMs =
    (tickLengthsInMin.find((minutes) => length / (minutes * 60_000) <= mostTicks) ?? 525_600) * 60_000
  const ticks: { moment: number; index: number }[] = []
  for (let moment = Math.ceil(line.startsOn / everyInMs) * everyInMs; moment < end; moment += everyInMs) {
    const index = indexAt(line, moment)
    // during a long gap without photos, several times have the same index
    if (ticks.at(-1)?.index !== index) ticks.push({ moment, index })
  }
  return ticks
}
