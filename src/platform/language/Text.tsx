import { Children, type ReactNode, useCallback } from 'react'
import { useIntl } from 'react-intl'

type Plain = string | number | boolean | Date | null | undefined
export type TextValues = Record<string, Plain>
type RichValues = Record<string, ReactNode | Date | ((parts: ReactNode[]) => ReactNode)>

/** A text of the catalogue; values may be elements, and `<b>like this</b>` in a text calls the function of that name. */
export function Text({ id, values }: { id: string; values?: RichValues }) {
  const intl = useIntl()
  const text = intl.formatMessage({ id }, values as Record<string, ReactNode>)
  return Children.toArray(text)
}

/** For attributes and props: gives the text of an id as a string. */
export function useText(): (id: string, values?: TextValues) => string {
  const intl = useIntl()
  return useCallback((id, values) => intl.formatMessage({ id }, values), [intl])
}
