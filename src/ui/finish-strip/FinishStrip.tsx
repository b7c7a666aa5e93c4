import './finish-strip.css'
import type { CSSProperties } from 'react'
import sprite from './runners.svg?no-inline'
import { NARROW_RUNNERS, POSES, type Runner, WIDE_RUNNERS } from './runners.ts'

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
          <RulerTrack runners={NARROW_RUNNERS} bottomY={214} laneY={180} startX={0} endX={390} />
          {NARROW_RUNNERS.map((runner) => (
            <RunnerFigure key={runner.number} runner={runner} />
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
          <RulerTrack runners={WIDE_RUNNERS} bottomY={262} laneY={228} startX={-1200} endX={2640} />
          {WIDE_RUNNERS.map((runner) => (
            <RunnerFigure key={runner.x} runner={runner} />
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

function RulerTrack({ runners, bottomY, laneY, startX, endX }: RulerTrackProps) {
  const toTickPath = (height: number, step: number) => ({
    d: `M${startX - 0.75} ${bottomY - height / 2}H${endX}`,
    strokeWidth: height,
    strokeDasharray: `1.5 ${step - 1.5}`,
  })
  return (
    <>
      <path d={`M${startX} ${laneY}H${endX}`} stroke="currentColor" strokeWidth="1.5" opacity=".55" />
      {runners.map(({ x, y, scale }) => (
        <ellipse key={x} cx={x} cy={y + 47.5 * scale} rx={22 * scale} ry={2 * scale} opacity=".28" />
      ))}
      <g stroke="currentColor" opacity=".9">
        <path {...toTickPath(6, 8)} />
        <path {...toTickPath(9, 40)} />
        <path {...toTickPath(14, 80)} />
      </g>
    </>
  )
}

interface RulerTrackProps {
  runners: Runner[]
  bottomY: number
  laneY: number
  startX: number
  endX: number
}

function RunnerFigure({ runner }: { runner: Runner }) {
  const { x, y, scale, pose, head, number, kit, skin } = runner
  const [top, shorts, shoe, cap] = kit
  const poseOffsets = POSES[pose]
  const colorVariables = { '--t': top, '--b': shorts, '--h': shoe, '--c': cap, '--s': skin } as CSSProperties
  return (
    <g className="pf-runner" style={colorVariables} transform={`translate(${x} ${y}) scale(${scale})`}>
      <use href={`${sprite}#pf-body${pose}`} />
      <g transform={`translate(${poseOffsets.bib}) rotate(${poseOffsets.lean}) skewY(-3)`}>
        <path d="M-5.4-4.6H6V4.6H-5.4z" fill="#fff" />
        <path d="M-5.4-4.6H6v2.2H-5.4z" fill="var(--pf-accent)" />
        <text className="pf-runner-number" x=".3" y="3.3">
          {number}
        </text>
      </g>
      <use
        href={`${sprite}#pf-head${head}`}
        transform={`translate(${poseOffsets.head}) rotate(${poseOffsets.lean * 0.6})`}
      />
      <use href={`${sprite}#pf-arm${pose}`} />
    </g>
  )
}
