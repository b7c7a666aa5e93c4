import './camera.css'
import type { ReactNode, Ref } from 'react'
import { cx } from '../cx.ts'
import { Icon, type IconName } from '../Icon.tsx'

/** Describes a face in the camera window, in fractions of its width and height. */
export interface FaceBox {
  x: number
  y: number
  width: number
  height: number
}

export interface OvalBezelProps {
  state: 'idle' | 'none' | 'several' | 'dark' | 'hold' | 'good'
  /** Progress of "hold still", 0 to 1. */
  progress?: number
  /** Faces outlined in `several`. */
  faces?: FaceBox[]
  label: string
  className?: string
  /** The video. */
  children?: ReactNode
}

const NO_FACES: FaceBox[] = []
const TICKS = 96
const CENTRE = { x: 180, y: 214 }
const INNER = { x: 162, y: 202 }
const WINDOW = { x: 300, y: 380 }

function buildTick(index: number, length = index % 8 === 0 ? 20 : 12) {
  const angle = (index / TICKS) * 2 * Math.PI
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  const [x, y] = [CENTRE.x + INNER.x * sin, CENTRE.y - INNER.y * cos]
  const format = (n: number) => n.toFixed(1)
  return `M${format(x)} ${format(y)}L${format(x + sin * length)} ${format(y - cos * length)}`
}

const ALL_TICKS = Array.from({ length: TICKS }, (_, index) => buildTick(index))

/** Renders the camera window: an oval in a stopwatch bezel of 96 ticks. */
export function OvalBezel({
  state,
  progress = 0,
  faces = NO_FACES,
  label,
  className,
  children,
}: OvalBezelProps) {
  const filledCount = state === 'good' ? TICKS : state === 'hold' ? Math.round(progress * TICKS) : 0
  return (
    <div className={cx('pf-bezel', className)} role="group" aria-label={label} data-state={state}>
      <div className="pf-bezel-box">
        <div className="pf-bezel-view">
          {children}
          {state === 'hold' && <span className="pf-bezel-slit" />}
        </div>
        <svg viewBox="-8 -8 376 444" aria-hidden="true" fill="none">
          <path d={ALL_TICKS.slice(filledCount).join('')} stroke="#b9c0c4" strokeWidth="2" />
          <path
            d={ALL_TICKS.slice(0, filledCount).join('')}
            stroke={state === 'good' ? 'var(--pf-cam-ok)' : 'var(--pf-cam-ink)'}
            strokeWidth="4"
          />
          {state === 'hold' && (
            <path d={buildTick(filledCount, 32)} stroke="var(--pf-accent)" strokeWidth="5" />
          )}
          {state === 'none' && (
            <ellipse
              cx="180"
              cy="214"
              rx="92"
              ry="124"
              stroke="#fff"
              strokeWidth="4"
              strokeDasharray="10 12"
            />
          )}
          {state === 'several' &&
            faces.map((face) => (
              <ellipse
                key={`${face.x}-${face.y}`}
                cx={30 + (face.x + face.width / 2) * WINDOW.x}
                cy={24 + (face.y + face.height / 2) * WINDOW.y}
                rx={(face.width / 2) * WINDOW.x}
                ry={(face.height / 2) * WINDOW.y}
                stroke="var(--pf-cam-warn)"
                strokeWidth="5"
              />
            ))}
        </svg>
      </div>
    </div>
  )
}

export interface GuidancePlateProps {
  icon: IconName
  tone?: 'plain' | 'warn' | 'ok'
  title: ReactNode
  children?: ReactNode
  small?: boolean
}

/** Announces one instruction at a time. Keep it mounted and change its text. */
export function GuidancePlate({ icon, tone = 'plain', title, children, small }: GuidancePlateProps) {
  return (
    <div
      className={cx('pf-guide', tone !== 'plain' && `pf-guide-${tone}`, small && 'pf-guide-sm')}
      role="status"
      aria-live="assertive"
    >
      <Icon name={icon} size={small ? 26 : 32} />
      <div>
        <b className="display">{title}</b>
        {children && <span>{children}</span>}
      </div>
    </div>
  )
}

export interface ShutterProps {
  label: string
  disabled?: boolean
  /** Grey but enabled: a picture taken now would probably be refused. */
  muted?: boolean
  onClick: () => void
  ref?: Ref<HTMLButtonElement>
}

export function Shutter({ label, disabled, muted, onClick, ref }: ShutterProps) {
  return (
    <button
      ref={ref}
      type="button"
      className="pf-shutter"
      aria-label={label}
      aria-disabled={disabled || undefined}
      data-muted={muted || undefined}
      onClick={disabled ? undefined : onClick}
    />
  )
}
