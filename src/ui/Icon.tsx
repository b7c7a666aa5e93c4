import { ICONS, type IconName } from './icons.ts'

export type { IconName } from './icons.ts'

export interface IconProps {
  name: IconName
  /** Pixels at the default text size; 20, 24 and 32 belong to the design. */
  size?: number
  className?: string
}

/** Decorative: the word next to it, or the label of its button, says what it means. */
export function Icon({ name, size = 24, className = '' }: IconProps) {
  return (
    <svg className={`pf-icon ${className}`} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={ICONS[name]} fill={name === 'play' ? 'currentColor' : undefined} />
    </svg>
  )
}
