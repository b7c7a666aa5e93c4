import { useState } from 'react'
import type { Event } from '../../../../contract/events.ts'
import { Text, useText } from '../../../platform/language/index.ts'
import { lazyPart } from '../../../platform/loading/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dock } from '../../../ui/layout/Dock.tsx'
import { Sheet } from '../../../ui/layout/Sheet.tsx'
import { SelfieButton } from './SelfieButton.tsx'

// loads on first use: phones show it in a sheet only
const LazyRunnerSearchForm = lazyPart(() =>
  import('./RunnerSearchForm.tsx').then((it) => it.RunnerSearchForm),
)

/** Offers the search by selfie, number or surname, in a dock within thumb reach. */
export function FindYourselfDock({ event }: { event: Event }) {
  const text = useText()
  const [open, setOpen] = useState(false)
  const openProps = { onPointerDown: LazyRunnerSearchForm.fetch, onClick: () => setOpen(true) }
  return (
    <>
      <Dock label={text('search.find.title')}>
        <div className="flex gap-2">
          {event.features.faceSearch ? (
            <>
              <SelfieButton event={event} className="min-w-0 flex-1">
                <Text id="search.find.bySelfie" />
              </SelfieButton>
              <Button
                kind="outline"
                icon="bib"
                className="px-4"
                aria-label={text('search.find.byWord')}
                aria-haspopup="dialog"
                {...openProps}
              >
                №
              </Button>
            </>
          ) : (
            <Button kind="primary" icon="bib" full aria-haspopup="dialog" {...openProps}>
              <Text id="search.find.byWord" />
            </Button>
          )}
        </div>
      </Dock>
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        title={<Text id="search.find.byWordTitle" />}
        closeLabel={text('search.close')}
      >
        <LazyRunnerSearchForm event={event} focusField onFound={() => setOpen(false)} />
      </Sheet>
    </>
  )
}
