import { toPrintable } from '../../platform/printable.ts'
import type { IngestProgress } from './report.ts'

/** Limits the window of the rate: startup and already known files would distort a longer average. */
const rateWindowInMs = 15_000
const barWidth = 24
/** Interval of lines when the output is not a terminal. */
const lineIntervalInMs = 10_000

/** Output of a bar: a terminal, or a file or pipe that gets plain lines. */
export interface BarTarget {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

/** A progress display. */
export interface ProgressBar {
  readonly update: (progress: IngestProgress) => void
  /** Prints a permanent line above the bar. */
  readonly note: (text: string) => void
  /** Keeps the bar's last state on a terminal and starts a new line. */
  readonly end: () => void
}

/**
 * Creates a bar with rate and remaining time on a terminal, or periodic plain lines elsewhere.
 *
 * @param label text before the bar, e.g. an event's title
 */
export function createProgressBar(target: BarTarget, label = ''): ProgressBar {
  const samples: { atInMs: number; done: number }[] = []
  let drawnText = ''
  let lastLineAt = Number.NEGATIVE_INFINITY
  let isComplete = false

  const draw = (text: string) => {
    target.write(`\r\u001B[2K${text}`)
    drawnText = text
  }
  return {
    update: (progress) => {
      samples.push({ atInMs: progress.elapsedInMs, done: progress.done })
      while (samples[0] && progress.elapsedInMs - samples[0].atInMs > rateWindowInMs) samples.shift()
      const text = [label, formatProgress(progress, estimateRate(samples, progress))]
        .filter((part) => part)
        .join('  ')
      if (target.isTTY) {
        draw(text.slice(0, (target.columns ?? 80) - 1))
        return
      }
      const isDone = progress.total > 0 && progress.done >= progress.total
      const isDue = progress.elapsedInMs - lastLineAt >= lineIntervalInMs || (isDone && !isComplete)
      isComplete = isDone
      if (!isDue || progress.total === 0) return
      lastLineAt = progress.elapsedInMs
      target.write(`${text}\n`)
    },
    note: (message) => {
      const text = toPrintable(message)
      if (!target.isTTY || drawnText === '') target.write(`${text}\n`)
      else target.write(`\r\u001B[2K${text}\n${drawnText}`)
    },
    end: () => {
      if (target.isTTY && drawnText !== '') target.write('\n')
      drawnText = ''
    },
  }
}

/** Returns photos per second. */
function estimateRate(
  samples: readonly { atInMs: number; done: number }[],
  progress: IngestProgress,
): number {
  const [first] = samples
  const isMeasured = first !== undefined && progress.elapsedInMs - first.atInMs > 1000
  const from = isMeasured ? first : { atInMs: 0, done: 0 }
  const spanInMs = progress.elapsedInMs - from.atInMs
  return spanInMs > 0 ? ((progress.done - from.done) * 1000) / spanInMs : 0
}

/** Returns a text like `██████░░░░  12/80  15 %  3.1 photos/s  0:22 left`. */
export function formatProgress({ done, total }: IngestProgress, photosPerSecond: number): string {
  const part = total === 0 ? 0 : done / total
  const filledWidth = Math.round(part * barWidth)
  const parts = [
    '█'.repeat(filledWidth) + '░'.repeat(barWidth - filledWidth),
    `${done}/${total}`,
    `${Math.floor(part * 100)} %`,
    ...(photosPerSecond > 0 ? [`${photosPerSecond.toFixed(1)} photos/s`] : []),
    ...(photosPerSecond > 0 && done < total
      ? [`${formatDuration((total - done) / photosPerSecond)} left`]
      : []),
  ]
  return parts.join('  ')
}

function formatDuration(seconds: number): string {
  const totalSeconds = Math.ceil(seconds)
  const [hours, minutes, remainingSeconds] = [
    Math.floor(totalSeconds / 3600),
    Math.floor(totalSeconds / 60) % 60,
    totalSeconds % 60,
  ]
  const padToTwoDigits = (number: number) => String(number).padStart(2, '0')
  return hours > 0
    ? `${hours}:${padToTwoDigits(minutes)}:${padToTwoDigits(remainingSeconds)}`
    : `${minutes}:${padToTwoDigits(remainingSeconds)}`
}
