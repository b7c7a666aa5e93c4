import { useCallback } from 'react'
import { useIntl } from 'react-intl'
import { type ErrorCode, isErrorCode } from '../../../contract/errors.ts'
import { ApiError } from '../../lib/api-error.ts'
import { StepFailed } from '../errors/step-failed.ts'

type PlainValue = string | number | boolean | Date | null | undefined
export type TextValues = Record<string, PlainValue>

/** Renders a message; values may be elements, and `<b>a tag</b>` in the message calls the value of that name. */
export { FormattedMessage as Text } from 'react-intl'

/** Returns a function that formats a message as a string, for attributes and props. */
export function useText(): (id: string, values?: TextValues) => string {
  const intl = useIntl()
  return useCallback((id, values) => intl.formatMessage({ id }, values), [intl])
}

function toErrorCode(error: unknown): ErrorCode {
  if (error instanceof ApiError) return error.code
  return typeof error === 'string' && isErrorCode(error) ? error : 'Unexpected'
}

/** Returns a function that returns the message for an error or a code of the contract, in the language of the page. */
export function useErrorText(): (error: unknown) => string {
  const text = useText()
  return useCallback(
    (error) => {
      const toErrorText = (code: ErrorCode): string => {
        const message = text(`error.${code}`)
        // a missing message, or one that is not loaded yet, is returned as its id
        return message === `error.${code}` ? text('error.Unexpected') : message
      }
      if (!(error instanceof StepFailed)) return toErrorText(toErrorCode(error))
      return text(error.textId, { reason: toErrorText(toErrorCode(error.cause)) })
    },
    [text],
  )
}
