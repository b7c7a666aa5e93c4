import type { ReactNode } from 'react'

/** One titled group of the kit; `span` of twelve columns on a wide screen. */
export function Section({
  title,
  span = 4,
  children,
}: {
  title: string
  span?: 3 | 4 | 5 | 8 | 12
  children: ReactNode
}) {
  const width = {
    3: 'lg:col-span-3',
    4: 'lg:col-span-4',
    5: 'lg:col-span-5',
    8: 'lg:col-span-8',
    12: 'lg:col-span-12',
  }[span]
  return (
    <section className={`col-span-12 min-w-0 ${width}`}>
      <h2 className="mb-3 border-t-3 pt-2 text-sm font-extrabold">{title}</h2>
      {children}
    </section>
  )
}
