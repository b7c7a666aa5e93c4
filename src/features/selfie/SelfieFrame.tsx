import './selfie.css'
import { type ReactNode, useState } from 'react'
import { Text, useText } from '../../platform/language/index.ts'
import { useGoBack, useParams } from '../../platform/navigation/index.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyScreen } from '../../ui/feedback/EmptyScreen.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Sheet } from '../../ui/layout/Sheet.tsx'

/** Renders the dark screen of the selfie with its top bar. Without children it is marked as busy. */
export function SelfieFrame({ step, children }: { step?: string; children?: ReactNode }) {
  return (
    <div
      className="flex min-h-dvh flex-col bg-(--pf-cam-bg) text-(--pf-cam-ink)"
      data-scheme="light"
      data-step={step}
      aria-busy={children ? undefined : true}
    >
      <TopBar />
      {children}
    </div>
  )
}

const helpIds = [
  'selfie.help.light',
  'selfie.help.alone',
  'selfie.help.glasses',
  'selfie.help.auto',
  'selfie.help.file',
] as const

function TopBar() {
  const text = useText()
  const { id } = useParams<'/event/:id/selfie'>()
  const goBack = useGoBack()
  const [isHelpOpen, setHelpOpen] = useState(false)
  return (
    <div className="flex min-h-14 items-center justify-between px-1 pt-[env(safe-area-inset-top)] font-bold">
      <IconButton icon="close" label={text('selfie.close')} onClick={() => goBack(`/event/${id}`)} />
      <span className="pf-cam-title">
        <Text id="selfie.title" />
      </span>
      <IconButton icon="help" label={text('selfie.help')} onClick={() => setHelpOpen(true)} />
      <Sheet
        open={isHelpOpen}
        onClose={() => setHelpOpen(false)}
        title={<Text id="selfie.help.title" />}
        closeLabel={text('selfie.help.close')}
      >
        <ul className="grid gap-3 pt-2">
          {helpIds.map((id) => (
            <li key={id} className="border-t border-line pt-3">
              <Text id={id} />
            </li>
          ))}
        </ul>
      </Sheet>
    </div>
  )
}

export function NoFaceSearch({ eventId }: { eventId: string }) {
  return (
    <EmptyScreen
      title={<Text id="selfie.off.title" />}
      actions={
        <Button kind="primary" href={`/event/${eventId}/my`}>
          <Text id="selfie.off.byNumber" />
        </Button>
      }
    >
      <Text id="selfie.off.text" />
    </EmptyScreen>
  )
}
