import { type FormEvent, useEffect, useRef, useState } from 'react'
import { isBib } from '../../../contract/bib.ts'
import type { Event } from '../../../contract/events.ts'
import { isApiError } from '../../lib/api.ts'
import { Text, useErrorText, useText } from '../../platform/language/index.ts'
import { startSearch } from '../../platform/search-token/index.ts'
import { getEventSearch } from '../../platform/storage/index.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { Sheet } from '../../ui/layout/Sheet.tsx'

interface Props {
  event: Event
  onClose: () => void
  /** Continues once the event's search is set to the runner. */
  onSearchStarted: () => void
}

/** Asks for the number of the runner whose photos are bought in advance. */
export function RunnerNumberSheet({ event, onClose, onSearchStarted }: Props) {
  const text = useText()
  const errorText = useErrorText()
  const field = useRef<HTMLInputElement>(null)
  const [typedNumber, setTypedNumber] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  useEffect(() => field.current?.focus(), [])
  const submit = async (formEvent: FormEvent) => {
    formEvent.preventDefault()
    const number = typedNumber.trim()
    if (!isBib(number)) {
      setError(text('preorders.whose.wrong'))
      field.current?.focus()
      return
    }
    setBusy(true)
    try {
      await startSearch(event.eventId, { by: 'number', number })
    } catch (failure) {
      if (!isApiError(failure, 'NoResponse')) {
        setError(errorText(failure))
        setBusy(false)
        return
      }
      // the outbox starts the search when there is a network
      getEventSearch(event.eventId).token.remove()
      getEventSearch(event.eventId).last.write({ by: 'number', number })
    }
    onSearchStarted()
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title={<Text id="preorders.whose.title" />}
      closeLabel={text('preorders.whose.close')}
    >
      <form noValidate onSubmit={(formEvent) => void submit(formEvent)}>
        <TextField
          ref={field}
          label={text('preorders.whose.number')}
          hint={text('preorders.whose.hint')}
          value={typedNumber}
          error={error}
          largeDigits
          autoComplete="off"
          maxLength={16}
          onChange={({ target }) => {
            setTypedNumber(target.value)
            setError(undefined)
          }}
        />
        <Button type="submit" full busy={busy} className="mt-4">
          <Text id="preorders.whose.buy" />
        </Button>
      </form>
    </Sheet>
  )
}
