import { outbox } from '../../../lib/outbox/index.ts'
import { Text, useErrorText } from '../../../platform/language/index.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { TextLink } from '../../../ui/TextLink.tsx'
import type { ShownItem } from '../overlay.ts'

/** Marks an item that is no longer sold or that the service has not confirmed, or shows why the service rejected it. */
export function ItemState({ item: { waiting, offSale } }: { item: ShownItem }) {
  const errorText = useErrorText()
  if (offSale) {
    return (
      <p className="mt-1.5 flex gap-1.5 text-sm font-semibold text-danger">
        <Icon name="warning" size={20} className="flex-none" />
        <Text id="error.ProductNotFound" />
      </p>
    )
  }
  if (!waiting || waiting.isSent) return null
  if (waiting.code) {
    return (
      <div className="mt-1.5" role="status">
        <p className="flex gap-1.5 text-sm font-semibold text-danger">
          <Icon name="warning" size={20} className="flex-none" />
          {errorText(waiting.code)}
        </p>
        <TextLink small icon="reload" onClick={() => void outbox.retry(waiting.entryId)}>
          <Text id="cart.retry" />
        </TextLink>
      </div>
    )
  }
  return (
    <p className="mt-1.5 flex gap-1.5 text-sm font-semibold text-ink-2">
      <Icon name="clock" size={20} className="flex-none" />
      <Text id="cart.waiting" />
    </p>
  )
}
