import { type ReactNode, type RefObject, useState } from 'react'
import { Text } from '../../platform/language/index.ts'
import { EmailInput } from '../../ui/EmailInput.tsx'
import type { TextFieldProps } from '../../ui/TextField.tsx'
import { meantEmail } from './typo.ts'
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
  u: (words: ReactNode) => <u>{words}</u>,
}

/** Asks for an e-mail address. Suggests a correction for a domain that looks like a typo; the suggestion may be ignored. */
export function EmailField({ value, onType, onLeave, field, ...rest }: EmailFieldProps) {
  // during typing, an incomplete domain looks like a typo
  const [isTyping, setTyping] = useState(false)
  const meant = isTyping || rest.error ? undefined : meantEmail(value)
  const correct = (email: string) => {
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
      doubt={
        meant && (
          <button type="button" className="pf-doubt" onClick={() => correct(meant.email)}>
            <Text id="email.meant" values={{ domain: meant.domain, ...tags }} />
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
