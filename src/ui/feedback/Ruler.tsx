import './ruler.css'
import type { CSSProperties, ReactNode } from 'react'
import { cx } from '../cx.ts'

export interface RulerProps {
  /** Describes what is in progress, for assistive technology. */
  label: string
  /** From 0 to 1; omit it for indeterminate progress. */
  value?: number
  /** Announced instead of a percentage: "0:37 of 1:00". */
  valueText?: string
  /** Shown beside the line. */
  flag?: ReactNode
  /** Small ticks from end to end; every fifth is long. */
  ticks?: number
  size?: 'sm' | 'md' | 'lg'
  className?: string
}

/** Renders the progress bar of the product: black ticks on paper and one line. */
export function Ruler({ label, value, valueText, flag, ticks = 60, size = 'md', className }: RulerProps) {
  const clampedValue = value === undefined ? undefined : Math.min(1, Math.max(0, value))
  const rulerStyle = { '--v': clampedValue ?? 0, '--ticks': ticks } as CSSProperties
  return (
    <div
      className={cx(
        'pf-ruler',
        size !== 'md' && `pf-ruler-${size}`,
        clampedValue === undefined && 'pf-ruler-free',
        className,
      )}
      style={rulerStyle}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={clampedValue === undefined ? undefined : Math.round(clampedValue * 100)}
      aria-valuetext={valueText}
    >
      <span className="pf-ruler-line">
        {flag !== undefined && (
          <span className={cx('pf-ruler-flag', (clampedValue ?? 0) > 0.7 && 'pf-ruler-flag-end')}>
            {flag}
          </span>
        )}
      </span>
    </div>
  )
}

interface StepFlag {
  /** Places the flag after this step, from 1 to `total`. */
  at: number
  label?: ReactNode
  /** The next flag: red line, bold text. */
  next?: boolean
}

export interface StepRulerProps {
  label: string
  total: number
  /** Completed steps. */
  value: number
  flags?: StepFlag[]
  /** Shows the flags' texts under the ruler. */
  labelled?: boolean
  thin?: boolean
  valueText?: string
  className?: string
}

const MAX_MARKS = 60

/** Shows progress in counted steps, with flags at thresholds. Above 60, several steps share one mark. */
export function StepRuler(props: StepRulerProps) {
  const { label, total, value, flags = [], labelled, thin, valueText, className } = props
  const markCount = Math.max(1, Math.min(total, MAX_MARKS))
  const toMarkNumber = (step: number) => Math.max(1, Math.round((step / Math.max(1, total)) * markCount))
  const filledCount = value <= 0 ? 0 : toMarkNumber(Math.min(value, total))
  const flagByMark = new Map(
    flags.map((flag) => [toMarkNumber(flag.at), flag.next ? 'next' : 'past'] as const),
  )
  return (
    <div
      className={className}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={Math.min(value, total)}
      aria-valuetext={valueText}
    >
      <div className={cx('pf-steps', thin && 'pf-steps-thin', markCount > 30 && 'pf-steps-dense')}>
        {Array.from({ length: markCount }, (_, index) => (
          <i
            key={index}
            data-on={index < filledCount ? '' : undefined}
            data-flag={flagByMark.get(index + 1)}
          />
        ))}
      </div>
      {labelled && (
        <div className="pf-steps-labels" aria-hidden="true">
          {layOutLabels(flags, total).map(({ flag, share }) => (
            <span key={flag.at} data-next={flag.next ? '' : undefined} style={toLabelStyle(share)}>
              {flag.label}
            </span>
          ))}
        </div>
      )}
    </div>
  )
}

const LABEL_WIDTH_SHARE = 0.21

/**
 * Positions labels: right-aligned at their flag, moved right when they would overlap. Labels without room are omitted in favor
 * of the last one.
 */
function layOutLabels(flags: StepFlag[], total: number) {
  const labelledFlags = flags.filter((flag) => flag.label !== undefined)
  const lastFlag = labelledFlags.at(-1)
  const placedLabels: { flag: StepFlag; share: number }[] = []
  let nextFreeShare = 0
  for (const flag of labelledFlags) {
    const share = Math.max(flag.at / total, nextFreeShare)
    if (flag !== lastFlag && share > 1 - LABEL_WIDTH_SHARE) continue
    placedLabels.push({ flag, share: Math.min(1, share) })
    nextFreeShare = share + LABEL_WIDTH_SHARE
  }
  return placedLabels
}

function toLabelStyle(share: number): CSSProperties {
  // limited to the label's width from the left edge
  return { left: `${share * 100}%`, translate: `max(-100%, ${-share * 100}cqi)` }
}
