import type { FocusEvent, ReactNode } from 'react'
import { type RequestField, requestForms } from '../../../contract/requests.ts'
import { Text, useText } from '../../platform/language/index.ts'
import { TextArea, TextField } from '../../ui/form/TextField.tsx'
import type { RequestFormState } from './use-request-form.ts'

const autoComplete: Readonly<Record<string, string>> = {
  name: 'name',
  email: 'email',
  phone: 'tel',
  city: 'address-level2',
  company: 'organization',
  portfolio: 'url',
}

const inputType = { email: 'email', phone: 'tel', url: 'url', line: 'text', number: 'text' } as const
const inputMode = { email: 'email', phone: 'tel', url: 'url', line: 'text', number: 'numeric' } as const

/** Renders all fields of the form, in the order in which they are validated; in two columns on a tablet. */
export function RequestFields({ state }: { state: RequestFormState }) {
  return (
    <div className="grid gap-4 md:max-lg:grid-cols-2">
      {Object.entries(requestForms[state.kind]).map(([name, rule]) => (
        <FormField key={name} name={name} rule={rule} state={state} />
      ))}
    </div>
  )
}

function FormField(props: { name: string; rule: RequestField; state: RequestFormState }) {
  const { name, rule, state } = props
  const text = useText()
  const { kind, values, faults, stage } = state
  const fault = faults[name]
  const sharedProps = {
    label: <Label name={name} state={state} required={rule.required} />,
    hint: fieldsWithHint.has(`${kind}.${name}`) ? <Text id={`requests.hint.${kind}.${name}`} /> : undefined,
    error: fault && text(fault === 'FieldMissing' ? `requests.missing.${name}` : `requests.fault.${fault}`),
    name,
    value: values[name] ?? '',
    required: rule.required,
    readOnly: stage === 'waiting',
    onBlur: ({ relatedTarget }: FocusEvent) => {
      // an error that appears between press and release would move the button away from under the finger
      if (relatedTarget?.matches('input, textarea')) state.validateField(name)
    },
  }
  if (rule.type === 'text') {
    return (
      <TextArea
        {...sharedProps}
        className="md:max-lg:col-span-2"
        maxLength={5000}
        onChange={(event) => state.change(name, event.target.value)}
      />
    )
  }
  return (
    <TextField
      {...sharedProps}
      type={inputType[rule.type]}
      inputMode={inputMode[rule.type]}
      autoComplete={autoComplete[name] ?? 'off'}
      autoCapitalize={rule.type === 'line' ? undefined : 'none'}
      spellCheck={rule.type === 'line'}
      maxLength={200}
      onChange={(event) => state.change(name, event.target.value)}
    />
  )
}

const fieldsWithHint = new Set([
  'photographer.equipment',
  'photographer.portfolio',
  'organizer.event',
  'support.order',
])

interface LabelProps {
  name: string
  state: RequestFormState
  required: boolean | undefined
}

/** Renders a field's label. The message has a different label on each form; all other fields have one label. */
function Label({ name, state, required }: LabelProps): ReactNode {
  return (
    <>
      <Text id={name === 'message' ? `requests.message.${state.kind}` : `requests.field.${name}`} />
      {!required && (
        <span className="font-normal text-ink-3">
          {' '}
          <Text id="requests.optional" />
        </span>
      )}
    </>
  )
}
