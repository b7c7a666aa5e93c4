import { AppLink } from './AppLink.tsx'
import { cx } from './cx.ts'

/** Defines outlines instead of text: the name must look the same before the display font loads and with all tenants' fonts. */
const PHOTO_OUTLINE =
  'M9 0q-2 0-2-3v-125q0-3 2-3h30q21 0 31 11q10 11 10 33q0 22-10 33q-11 11-30 11h-4v40q0 3-2 3zM36-69h3q6 0 9-4q2-5 2-14q0-9-2-13q-3-5-8-5h-4zM93 0q-2 0-2-3v-125q0-3 2-3h25q3 0 3 3v49h23v-49q0-3 2-3h25q2 0 2 3v125q0 3-2 3h-25q-2 0-2-3v-50h-23v50q0 3-3 3zM227 1q-20 0-31-11q-11-12-11-35v-41q0-23 11-34q11-12 31-12q21 0 32 12q10 11 10 34v41q0 23-10 35q-11 11-32 11zM227-25q7 0 10-5q3-5 3-16v-39q0-11-3-16q-3-5-10-5q-6 0-9 5q-3 5-3 16v39q0 11 3 16q3 5 9 5zM301 0q-2 0-2-3v-102h-21q-2 0-2-2v-21q0-3 2-3h71q2 0 2 3v21q0 2-2 2h-21v102q0 3-2 3zM399 1q-20 0-31-11q-11-12-11-35v-41q0-23 11-34q11-12 31-12q21 0 32 12q10 11 10 34v41q0 23-10 35q-11 11-32 11zM399-25q7 0 10-5q3-5 3-16v-39q0-11-3-16q-3-5-10-5q-6 0-9 5q-3 5-3 16v39q0 11 3 16q3 5 9 5z'
const FINISH_OUTLINE =
  'M527 0q-2 0-2-3v-125q0-3 2-3h62q2 0 2 3v21q0 2-2 2h-35v28h30q2 0 2 3v20q0 3-2 3h-30v48q0 3-2 3zM605 0q-2 0-2-3v-125q0-3 2-3h25q2 0 2 3v125q0 3-2 3zM648 0q-2 0-2-3v-125q0-3 2-3h30q2 0 3 2l14 54q1 5 3 11q1 6 3 12q1 6 2 10q0-4-1-10q0-6-1-12q0-6 0-12q0-6 0-10v-42q0-3 2-3h23q2 0 2 3v125q0 3-2 3h-30q-2 0-2-2l-15-54q-2-8-4-16q-2-9-3-16h-1q1 6 1 14q1 9 1 17q0 8 0 14v40q0 3-2 3zM744 0q-2 0-2-3v-125q0-3 2-3h25q3 0 3 3v125q0 3-3 3zM818 1q-13 0-21-4q-9-5-12-14q-4-9-2-22q0-3 2-3h24q2 0 2 3q0 7 2 11q1 4 6 4q4 0 6-2q1-3 1-8q0-5-1-8q-2-4-6-7l-17-13q-10-8-15-16q-5-8-5-21q1-16 9-25q9-8 27-8q19 0 29 10q9 10 7 29q0 3-2 3h-25q-2 0-2-3q0-6-1-10q-1-4-5-4q-4 0-5 2q-2 2-2 7q0 5 2 8q2 3 6 6l17 13q7 5 11 10q4 5 6 12q2 6 2 15q0 17-9 26q-9 9-29 9zM869 0q-2 0-2-3v-125q0-3 2-3h25q2 0 2 3v49h24v-49q0-3 2-3h25q2 0 2 3v125q0 3-2 3h-25q-2 0-2-3v-50h-24v50q0 3-2 3z'

export interface LogoProps {
  /** Accessible name. */
  label: string
  /** A tenant's logo, shown in a 160x32 box instead of ours. */
  image?: { src: string; width?: number; height?: number }
  /** Target of the logo; without it the logo is not a link. */
  href?: string
  onClick?: React.MouseEventHandler<HTMLAnchorElement>
  className?: string
}

export function Logo({ label, image, href, onClick, className }: LogoProps) {
  const picture = image ? (
    <img src={image.src} width={image.width ?? 160} height={image.height ?? 32} alt={label} />
  ) : (
    <svg viewBox="6 -176 944 208" width="118" height="26" role="img" aria-label={label} fill="currentColor">
      <path d={PHOTO_OUTLINE} />
      <path d="M470-176h24v208h-24z" fill="var(--pf-accent)" />
      <path d={FINISH_OUTLINE} />
    </svg>
  )
  if (!href) return <span className={cx('pf-logo', className)}>{picture}</span>
  return (
    <AppLink className={cx('pf-logo', className)} href={href} onClick={onClick}>
      {picture}
    </AppLink>
  )
}
