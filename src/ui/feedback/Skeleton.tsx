import type { CSSProperties } from 'react'
import { cx } from '../cx.ts'

export interface SkeletonProps {
  width?: number | string
  height?: number | string
  /** Renders a line of text instead of a block. */
  text?: boolean
  className?: string
}

/** Renders a flat block with one moving line. Announce "loading" once, elsewhere. */
export function Skeleton({ width, height, text, className }: SkeletonProps) {
  const size: CSSProperties = { width, height }
  return (
    <span className={cx('pf-sk block', text && 'pf-sk-text', className)} style={size} aria-hidden="true" />
  )
}
