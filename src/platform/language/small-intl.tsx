/*
 * The part of `react-intl` that the page uses, in a tenth of its bytes: the build puts it in its place, as texts are parsed
 * by then. Types, development and the tests of components have react-intl itself, and a test compares the two.
 */
import { createContext, type ReactNode, use, useMemo } from 'react'
import type { Language } from '../../../contract/common.ts'
import type { Catalogue } from './catalogue.ts'
import { say } from './say.ts'

type Values = Readonly<Record<string, unknown>>

interface SmallIntl {
  /** The text of an id: a string, or its parts where values are no text; the id itself where something is missing. */
  formatMessage: (message: { id: string }, values?: Values) => unknown
}

const IntlContext = createContext<SmallIntl>({ formatMessage: ({ id }) => id })

export function IntlProvider(props: {
  locale: Language
  messages: Catalogue
  onError: (error: Error) => void
  children: ReactNode
}) {
  const { locale, messages, onError, children } = props
  const intl = useMemo<SmallIntl>(
    () => ({
      formatMessage({ id }, values) {
        try {
          const parts = say(messages[id], locale, values)
          return parts.length > 1 ? parts : (parts[0] ?? '')
        } catch (error) {
          onError(error as Error)
          return id
        }
      },
    }),
    [locale, messages, onError],
  )
  return <IntlContext value={intl}>{children}</IntlContext>
}

export const useIntl = (): SmallIntl => use(IntlContext)
