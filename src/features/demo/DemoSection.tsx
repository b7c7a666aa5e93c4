import { type ReactNode, useId } from 'react'
import { Text } from '../../platform/language/index.ts'

/** One thing to try: its title, a sentence, what there is. */
export function DemoSection(props: { titleId: string; noteId: string; children: ReactNode }) {
  const { titleId, noteId, children } = props
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="display-d2">
        <Text id={titleId} />
      </h2>
      <p className="mt-2 mb-4 max-w-[44rem] text-ink-2">
        <Text id={noteId} />
      </p>
      {children}
    </section>
  )
}
