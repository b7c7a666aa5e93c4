import { type ReactNode, useId } from 'react'
import { Text } from '../../platform/language/index.ts'
import { Icon } from '../../ui/Icon.tsx'

/** Renders a section of the demo page: title, note, content. Collapsed unless `open`. */
export function DemoSection(props: { titleId: string; noteId: string; open?: boolean; children: ReactNode }) {
  const { titleId, noteId, open, children } = props
  const id = useId()
  const content = (
    <>
      <p className="mb-4 max-w-[44rem] text-ink-2">
        <Text id={noteId} />
      </p>
      {children}
    </>
  )
  if (open) {
    return (
      <section aria-labelledby={id} className="mt-10">
        <h2 id={id} className="display-d2 mb-2">
          <Text id={titleId} />
        </h2>
        {content}
      </section>
    )
  }
  return (
    <details className="group border-t border-line pb-3 open:pb-9">
      <summary className="flex min-h-16 items-center justify-between gap-4 py-2">
        <h2 className="display-d3">
          <Text id={titleId} />
        </h2>
        <Icon name="down" className="group-open:rotate-180" />
      </summary>
      {content}
    </details>
  )
}
