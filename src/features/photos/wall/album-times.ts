import type { AlbumTimes } from '../../../../contract/photos.ts'
import { type AlbumFilter, isUnfiltered } from './album-filter.ts'

/** Indexes an album by time, also when it is filtered. A jump to a time then needs no loaded pages. */
export interface Timeline {
  /** Start of the first step, ms. */
  startsOn: number
  stepInMs: number
  /** Cumulative number of photos before each step; one more entry than steps, the last is the total. */
  countsBefore: readonly number[]
}

/** Returns the number of photos of each point by its key, within the time of the filter if it has one. */
export function countPhotosByPoint(times: AlbumTimes, filter: AlbumFilter): ReadonlyMap<string, number> {
  const isInRange = createStepFilter(times, filter)
  return new Map(
    times.points.flatMap(({ point, counts }) => {
      if (point === null) return []
      return [[point, counts.reduce((sum, count, at) => (isInRange(at) ? sum + count : sum), 0)] as const]
    }),
  )
}

/** Returns the first and last moment of the photos, of an album or of one point, ms; undefined while unknown. */
export function getTimeBounds(
  times: AlbumTimes | undefined,
  point?: string,
): readonly [number, number] | undefined {
  if (!times || times.startsOn === null) return undefined
  const countedPlaces = times.points.filter((place) => point === undefined || place.point === point)
  const stepsWithPhotos = countedPlaces.flatMap(({ counts }) =>
    counts.flatMap((count, at) => (count > 0 ? [at] : [])),
  )
  if (stepsWithPhotos.length === 0) return undefined
  const start = Date.parse(times.startsOn)
  const stepInMs = times.stepInS * 1000
  return [
    start + Math.min(...stepsWithPhotos) * stepInMs,
    start + (Math.max(...stepsWithPhotos) + 1) * stepInMs,
  ]
}

/** Returns the time line of the filtered album; undefined for an album without photos. */
export function buildTimeline(times: AlbumTimes, filter: AlbumFilter): Timeline | undefined {
  if (times.startsOn === null) return undefined
  const isInRange = createStepFilter(times, filter)
  const stepCount = Math.max(0, ...times.points.map(({ counts }) => counts.length))
  const leading = isUnfiltered(filter) ? times.leading : []
  const countsBefore = [leading.length]
  for (let at = 0; at < stepCount; at++) {
    const countedPoints = isInRange(at)
      ? times.points.filter(({ point }) => !filter.point || point === filter.point)
      : []
    const count = countedPoints.reduce((sum, { counts }) => sum + (counts[at] ?? 0), 0)
    const leadingCount = leading.filter(({ step }) => step === at).length
    countsBefore.push((countsBefore.at(-1) ?? 0) + count - leadingCount)
  }
  return { startsOn: Date.parse(times.startsOn), stepInMs: times.stepInS * 1000, countsBefore }
}

/** Returns a predicate for the steps within the time of the filter; partly covered steps count as a whole. */
function createStepFilter({ startsOn, stepInS }: AlbumTimes, { takenFrom, takenTo }: AlbumFilter) {
  const start = startsOn === null ? 0 : Date.parse(startsOn)
  const from = takenFrom ? Date.parse(takenFrom) : Number.NEGATIVE_INFINITY
  const to = takenTo ? Date.parse(takenTo) : Number.POSITIVE_INFINITY
  return (at: number) => {
    const stepStart = start + at * stepInS * 1000
    return stepStart < to && stepStart + stepInS * 1000 > from
  }
}

/** Returns the approximate time at which the photo of an index was taken, ms. */
export function getTimeAt({ startsOn, stepInMs, countsBefore }: Timeline, index: number): number {
  const step = findStep(countsBefore, index)
  const first = countsBefore[step] ?? 0
  const count = (countsBefore[step + 1] ?? first) - first
  return startsOn + (step + (count > 0 ? Math.min(1, Math.max(0, index - first) / count) : 0)) * stepInMs
}

/** Returns the index of the first photo taken at or after a moment, ms. */
export function findIndexAt({ startsOn, stepInMs, countsBefore }: Timeline, moment: number): number {
  const step = Math.floor((moment - startsOn) / stepInMs)
  return countsBefore[Math.min(countsBefore.length - 1, Math.max(0, step))] ?? 0
}

/** Returns the start index of the next step with photos, after or before an index; an end of the list when there is none. */
export function findNextStep({ countsBefore }: Timeline, index: number, direction: 1 | -1): number {
  const step = findStep(countsBefore, index)
  if (direction === 1) return countsBefore[step + 1] ?? index
  const first = countsBefore[step] ?? 0
  if (first < index) return first
  return countsBefore[findStep(countsBefore, Math.max(0, first - 1))] ?? 0
}

/** Finds the step that contains an index by binary search: the last non-empty one with no more photos before it. */
function findStep(countsBefore: readonly number[], index: number): number {
  let low = 0
  let high = Math.max(0, countsBefore.length - 2)
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((countsBefore[middle] ?? 0) <= index) low = middle
    else high = middle - 1
  }
  return low
}

const tickLengthsInMin = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440, 10_080, 43_200]
/** Limits the ticks: labels of more would overlap. */
const maxTicks = 12

/** Returns round times along the line with their indexes. */
export function listTicks(timeline: Timeline): { moment: number; index: number }[] {
  const end = timeline.startsOn + (timeline.countsBefore.length - 1) * timeline.stepInMs
  const durationInMs = end - timeline.startsOn
  const intervalInMs =
    (tickLengthsInMin.find((minutes) => durationInMs / (minutes * 60_000) <= maxTicks) ?? 525_600) * 60_000
  const ticks: { moment: number; index: number }[] = []
  for (
    let moment = Math.ceil(timeline.startsOn / intervalInMs) * intervalInMs;
    moment < end;
    moment += intervalInMs
  ) {
    const index = findIndexAt(timeline, moment)
    // during a long gap without photos, several times have the same index
    if (ticks.at(-1)?.index !== index) ticks.push({ moment, index })
  }
  return ticks
}
