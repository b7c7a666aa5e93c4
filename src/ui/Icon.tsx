import { ICONS, type IconName } from './icons.ts'

export type { IconName } from './icons.ts'

export interface IconProps {
  name: IconName
  /** Pixels at the default text size; the design uses 20, 24 and 32. */
  size?: number
  className?: string
}

/** Renders a decorative icon: the adjacent text, or the label of its button, has the meaning. */
export function Icon({ name, size = 24, className = '' }: IconProps) {
  return (
    <svg className={`pf-icon ${className}`} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={ICONS[name]} fill={name === 'play' ? 'currentColor' : undefined} />
    </svg>
  )
}
