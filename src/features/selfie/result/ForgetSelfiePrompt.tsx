import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { reportError } from '../../../platform/errors/index.ts'
import { Text, useText } from '../../../platform/language/index.ts'
import { showSnack } from '../../../platform/notices/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextLink } from '../../../ui/TextLink.tsx'
import { deleteEventSelfies } from './delete-selfies.ts'
import { storedSelfiesAtom } from './stored-selfies.ts'

interface Props {
  eventId: string
  /** Runs once the selfies are deleted on this device; the answer of the service is shown as a snack. */
  onForgotten?: () => void
}

/**
 * Deletes the selfies of an event, the face measurements and the search results, on this device and at the service.
 * Asks once before.
 */
export function ForgetSelfiePrompt({ eventId, onForgotten }: Props) {
  const text = useText()
  const storedSelfies = useAtomValue(storedSelfiesAtom) ?? []
  const hasOtherSelfie = storedSelfies.some((selfie) => selfie.eventId !== eventId)
  const [isConfirming, setConfirming] = useState(false)
  const [busy, setBusy] = useState(false)
  const confirmButton = useRef<HTMLButtonElement & HTMLAnchorElement>(null)
  useEffect(() => {
    if (isConfirming) confirmButton.current?.focus()
  }, [isConfirming])

  const forgetEventSelfies = async () => {
    setBusy(true)
    try {
      const waitForAnswer = await deleteEventSelfies(eventId)
      onForgotten?.()
      showSnack({ text: text(`selfie.forgotten.${await waitForAnswer()}`) })
    } catch (error) {
      setBusy(false)
      reportError(error)
    }
  }
  if (!isConfirming) {
    return (
      <TextLink small icon="bin" onClick={() => setConfirming(true)}>
        <Text id="selfie.forget" />
      </TextLink>
    )
  }
  return (
    <div
      className="w-full max-w-[34rem] rounded-control bg-sunk p-4"
      role="group"
      aria-label={text('selfie.forget')}
    >
      <p className="text-sm">
        <Text id={hasOtherSelfie ? 'selfie.forget.askOne' : 'selfie.forget.ask'} />
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" ref={confirmButton} busy={busy} onClick={() => void forgetEventSelfies()}>
          <Text id="selfie.forget.yes" />
        </Button>
        <Button size="sm" kind="ghost" onClick={() => setConfirming(false)}>
          <Text id="selfie.forget.no" />
        </Button>
      </div>
    </div>
  )
}
