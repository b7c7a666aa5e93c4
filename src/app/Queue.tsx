import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { Text } from '../platform/language/index.ts'
import { usePath } from '../platform/navigation/index.ts'
import { StatusPill } from '../ui/StatusPill.tsx'
import { type Pill, pillOf } from './queue-words.ts'
import { findRoute } from './routes.tsx'
import { useQueue } from './use-queue.ts'

const QueueSheet = lazy(async () => ({ default: (await import('./QueueSheet.tsx')).QueueSheet }))

/** What waits for the service, in a few words above the dock; a tap opens the queue. */
export function Queue() {
  const situation = useQueue()
  const [open, setOpen] = useState(false)
  const pill = pillOf(situation)
  const quiet = useSelfiePage() && situation.entries.every(({ kind }) => kind === 'selfie')
  return (
    <>
      {pill && !quiet && <Place pill={pill} onClick={() => setOpen(true)} />}
      <output className="sr-only">
        {pill && pill.values?.percent === undefined && <PillText pill={pill} />}
      </output>
      {open && (
        <Suspense>
          <QueueSheet situation={situation} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** The selfie's own page says more of it than a pill could. */
function useSelfiePage(): boolean {
  const path = usePath()
  return findRoute(path)?.route.path.endsWith('/selfie') ?? false
}

const PillText = ({ pill }: { pill: Pill }) => <Text id={pill.textId} values={pill.values} />

/** Stands above the dock and below the messages, which it tells its height. */
function Place({ pill, onClick }: { pill: Pill; onClick: () => void }) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const place = ref.current
    const root = document.documentElement.style
    if (!place) return undefined
    root.setProperty('--pf-pill', `${place.offsetHeight + 8}px`)
    return () => void root.removeProperty('--pf-pill')
  }, [])
  return (
    <div ref={ref} className="pf-pill-place">
      <StatusPill icon={pill.icon} tone={pill.tone} onClick={onClick}>
        <PillText pill={pill} />
      </StatusPill>
    </div>
  )
}
