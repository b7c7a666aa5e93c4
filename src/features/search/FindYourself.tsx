import { useState } from 'react'
import type { Event } from '../../../contract/events.ts'
import { Text, useText } from '../../platform/language/index.ts'
import { Bib } from '../../ui/Bib.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dock } from '../../ui/Dock.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { FindByWord } from './FindByWord.tsx'
import { ToSelfie } from './ToSelfie.tsx'

/** The plate beside the album of a wide screen: selfie, number or surname. */
export function FindYourself({ event }: { event: Event }) {
  const byFace = event.features.faceSearch
  return (
    <Bib strip={<Text id="search.find.title" />}>
      <div className="px-5.5 pt-4.5 pb-7.5">
        {byFace && (
          <>
            <ToSelfie event={event} className="w-full">
              <Text id="search.find.selfie" />
            </ToSelfie>
            <p className="mt-2.5 mb-4.5 text-center text-xs text-ink-2">
              <Text id="search.find.selfieHint" />
            </p>
            <hr className="mb-4" />
          </>
        )}
        <FindByWord event={event} />
      </div>
    </Bib>
  )
}

/** The same within reach of the thumb. */
export function FindYourselfDock({ event }: { event: Event }) {
  const text = useText()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Dock label={text('search.find.title')}>
        <div className="flex gap-2">
          {event.features.faceSearch ? (
            <>
              <ToSelfie event={event} className="min-w-0 flex-1">
                <Text id="search.find.bySelfie" />
              </ToSelfie>
              <Button
                kind="outline"
                icon="bib"
                className="px-4"
                aria-label={text('search.find.byWord')}
                aria-haspopup="dialog"
                onClick={() => setOpen(true)}
              >
                №
              </Button>
            </>
          ) : (
            <Button kind="primary" icon="bib" full aria-haspopup="dialog" onClick={() => setOpen(true)}>
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
        <FindByWord event={event} onFound={() => setOpen(false)} />
      </Sheet>
    </>
  )
}
