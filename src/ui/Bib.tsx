import type { ElementType, ReactNode } from 'react'
import { cx } from './cx.ts'

export interface BibProps {
  /** Fills the dark strip at the head. */
  strip?: ReactNode
  /** A strip-colored frame marks the main offer of the screen. */
  framed?: boolean
  as?: ElementType
  className?: string
  children?: ReactNode
}

/** Renders a plate that looks like a paper bib with four pin holes. It keeps the paper colors in the dark scheme. */
export function Bib({ strip, framed, as: Tag = 'div', className, children }: BibProps) {
  return (
    <Tag className={cx('pf-bib pf-paper', framed && 'pf-bib-framed', className)}>
      {strip && <div className="pf-bib-strip">{strip}</div>}
      {children}
    </Tag>
  )
}

export interface BibNumberProps {
  number: ReactNode
  caption?: ReactNode
  strip?: ReactNode
  size?: 'md' | 'lg' | 'xl'
  className?: string
}

/** Renders a plate with only a number. */
export function BibNumber({ number, caption, strip, size = 'md', className }: BibNumberProps) {
  return (
    <Bib strip={strip} className={className}>
      <p className={cx('pf-bib-number', size !== 'md' && `pf-bib-number-${size}`)}>
        {caption && <small>{caption}</small>}
        <b>{number}</b>
      </p>
    </Bib>
  )
}

export interface DateBibProps {
  day: ReactNode
  month: ReactNode
  year?: ReactNode
  /** Machine-readable date. */
  dateTime?: string
  /** `row` is the numeral alone, for lists; `plate` is shown on a picture, `head` beside a heading. */
  size?: 'row' | 'plate' | 'head'
  className?: string
}

export function DateBib({ day, month, year, dateTime, size = 'plate', className }: DateBibProps) {
  const date = (
    <time dateTime={dateTime} className="block">
      <b>{day}</b> <span>{month}</span> {year && <span>{year}</span>}
    </time>
  )
  if (size === 'row') return <div className={cx('pf-date', className)}>{date}</div>
  const dateClassName = cx('pf-date pf-date-bib', size === 'head' && 'pf-date-bib-head', className)
  return <Bib className={dateClassName}>{date}</Bib>
}
