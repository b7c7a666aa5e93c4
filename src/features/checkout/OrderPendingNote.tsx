import { outbox } from '../../lib/outbox/index.ts'
import { Text } from '../../platform/language/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/feedback/Note.tsx'

/** Explains that the answer to an order is missing: the outcome is unknown until the service has been asked again. */
export function OrderPendingNote() {
  return (
    <Note
      tone="warn"
      icon="clock"
      role="status"
      className="mb-4"
      title={<Text id="checkout.asking.title" />}
      action={
        <Button kind="outline" size="sm" onClick={() => void outbox.flush({ now: true })}>
          <Text id="checkout.asking.now" />
        </Button>
      }
    >
      <Text id="checkout.asking.text" />
    </Note>
  )
}
