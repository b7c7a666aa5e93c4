import { useCallback } from 'react'
import { useIntl } from 'react-intl'

type PlainValue = string | number | boolean | Date | null | undefined
export type TextValues = Record<string, PlainValue>

/** Renders a message; values may be elements, and `<b>a tag</b>` in the message calls the value of that name. */
export { FormattedMessage as Text } from 'react-intl'

/** Returns a function that formats a message as a string, for attributes and props. */
export function useText(): (id: string, values?: TextValues) => string {
  const intl = useIntl()
  return useCallback((id, values) => intl.formatMessage({ id }, values), [intl])
}
