import { type ReactNode, type RefObject, useState } from 'react'
import { Text } from '../../platform/language/index.ts'
import { EmailInput } from '../../ui/form/EmailInput.tsx'
import type { TextFieldProps } from '../../ui/form/TextField.tsx'
import { suggestEmail } from './suggest-email.ts'
import './email.css'

export interface EmailFieldProps
  extends Omit<TextFieldProps, 'onChange' | 'onBlur' | 'value' | 'ref' | 'name'> {
  value: string
  onType: (value: string) => void
  onLeave?: () => void
  field: RefObject<HTMLInputElement | null>
}

const tags = {
  b: (domain: ReactNode) => <b>{domain}</b>,
  u: (children: ReactNode) => <u>{children}</u>,
}

/** Asks for an e-mail address. Suggests a correction for a domain that looks like a typo; the suggestion may be ignored. */
export function EmailField({ value, onType, onLeave, field, ...rest }: EmailFieldProps) {
  // during typing, an incomplete domain looks like a typo
  const [isTyping, setTyping] = useState(false)
  const suggestion = isTyping || rest.error ? undefined : suggestEmail(value)
  const applySuggestion = (email: string) => {
    onType(email)
    field.current?.focus()
  }
  return (
    <EmailInput
      {...rest}
      ref={field}
      name="email"
      required
      value={value}
      warning={
        suggestion && (
          <button type="button" className="pf-warning" onClick={() => applySuggestion(suggestion.email)}>
            <Text id="email.meant" values={{ domain: suggestion.domain, ...tags }} />
          </button>
        )
      }
      onChange={(event) => {
        setTyping(true)
        onType(event.target.value)
      }}
      onBlur={() => {
        setTyping(false)
        onLeave?.()
      }}
    />
  )
}
