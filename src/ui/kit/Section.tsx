import type { CSSProperties, ReactNode } from 'react'

/** Renders one titled group of the kit. `span` is the number of columns it takes on a wide screen, out of twelve. */
export function Section({
  title,
  span = 4,
  children,
}: {
  title: string
  span?: 3 | 4 | 5 | 8 | 12
  children: ReactNode
}) {
  return (
    <section className="min-w-0" style={{ '--span': span } as CSSProperties}>
      <h2 className="mb-3 border-t-3 pt-2 text-sm font-extrabold">{title}</h2>
      {children}
    </section>
  )
}
