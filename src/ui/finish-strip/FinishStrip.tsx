import './finish-strip.css'
import type { CSSProperties } from 'react'
import sprite from './runners.svg?no-inline'
import { NARROW, POSES, type Runner, WIDE } from './runners.ts'

const STREAKS_DARK =
  'M310 173h83M1330 3h553M189 42h100M788 17h552M354 238h234M1377 215h80M731 32h397M-300 120h240'
const STREAKS_LIGHT =
  'M433 25h182M115 205h376M297 85h498M619 66h66M454 137h315M1261 241h350M114 197h419M613 8h296M50 147h140M1018 200h446M815 98h318M1324 89h407M661 98h255M-420 60h380'

/**
 * Draws the hero: runners above a time ruler, cut by the finish line. Decorative. Its colors come from `currentColor`,
 * `--pf-hero` and `--pf-accent`, so that tenants recolor it without changing the drawing.
 */
export function FinishStrip({ time = '1:52:07', className = '' }: { time?: string; className?: string }) {
  return (
    <div className={`pf-finish ${className}`} aria-hidden="true">
      <div className="relative md:hidden">
        <svg viewBox="0 0 390 214" width="100%" role="presentation">
          <Streaks scale={390 / 1440} />
          <Track runners={NARROW} foot={214} lane={180} from={0} to={390} />
          {NARROW.map((runner) => (
            <Figure key={runner.number} runner={runner} />
          ))}
          <text x="85" y="202">
            1:52:07
          </text>
          <text x="245" y="202">
            1:52:08
          </text>
          <path d="M243.3 0v214" stroke="currentColor" strokeWidth="3" />
        </svg>
        <span className="pf-finish-flag" style={{ left: '62.7%' }}>
          {time}
        </span>
      </div>
      <div className="pf-finish-wide relative hidden overflow-hidden md:block">
        <svg viewBox="0 0 1440 262" role="presentation">
          <Streaks scale={1} />
          <Track runners={WIDE} foot={262} lane={228} from={-1200} to={2640} />
          {WIDE.map((runner) => (
            <Figure key={runner.x} runner={runner} />
          ))}
          {[-3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((second) => (
            <text key={second} x={85 + second * 160} y="250">
              {`1:52:${String(second + 3).padStart(2, '0')}`}
            </text>
          ))}
          <path d="M812.2 0v262" stroke="currentColor" strokeWidth="3" />
        </svg>
        <span className="pf-finish-flag" style={{ left: 'calc(50% + 93px)' }}>
          {time}
        </span>
      </div>
    </div>
  )
}

function Streaks({ scale }: { scale: number }) {
  return (
    <g strokeWidth="3" opacity=".1" transform={`scale(${scale} 1)`}>
      <path d={STREAKS_DARK} stroke="#000" />
      <path d={STREAKS_LIGHT} stroke="#fff" />
    </g>
  )
}

function Track({ runners, foot, lane, from, to }: TrackProps) {
  const along = (height: number, step: number) => ({
    d: `M${from - 0.75} ${foot - height / 2}H${to}`,
    strokeWidth: height,
    strokeDasharray: `1.5 ${step - 1.5}`,
  })
  return (
    <>
      <path d={`M${from} ${lane}H${to}`} stroke="currentColor" strokeWidth="1.5" opacity=".55" />
      {runners.map(({ x, y, scale }) => (
        <ellipse key={x} cx={x} cy={y + 47.5 * scale} rx={22 * scale} ry={2 * scale} opacity=".28" />
      ))}
      <g stroke="currentColor" opacity=".9">
        <path {...along(6, 8)} />
        <path {...along(9, 40)} />
        <path {...along(14, 80)} />
      </g>
    </>
  )
}

interface TrackProps {
  runners: Runner[]
  foot: number
  lane: number
  from: number
  to: number
}

function Figure({ runner }: { runner: Runner }) {
  const { x, y, scale, pose, head, number, kit, skin } = runner
  const [top, shorts, shoe, cap] = kit
  const at = POSES[pose]
  const paint = { '--t': top, '--b': shorts, '--h': shoe, '--c': cap, '--s': skin } as CSSProperties
  return (
    <g className="pf-runner" style={paint} transform={`translate(${x} ${y}) scale(${scale})`}>
      <use href={`${sprite}#pf-body${pose}`} />
      <g transform={`translate(${at.bib}) rotate(${at.lean}) skewY(-3)`}>
        <path d="M-5.4-4.6H6V4.6H-5.4z" fill="#fff" />
        <path d="M-5.4-4.6H6v2.2H-5.4z" fill="var(--pf-accent)" />
        <text className="pf-runner-number" x=".3" y="3.3">
          {number}
        </text>
      </g>
      <use href={`${sprite}#pf-head${head}`} transform={`translate(${at.head}) rotate(${at.lean * 0.6})`} />
      <use href={`${sprite}#pf-arm${pose}`} />
    </g>
  )
}
