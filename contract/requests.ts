import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { Id } from './common.ts'
import { faultOfAddress } from './email.ts'

export const requestKinds = ['photographer', 'business', 'organizer', 'support', 'gift'] as const
export type RequestKind = (typeof requestKinds)[number]

/** Describes a field of a form. A `line` is one line, a `text` may have several. */
export interface RequestField {
  readonly type: 'line' | 'text' | 'email' | 'phone' | 'url' | 'number'
  readonly required?: true
}

const line: RequestField = { type: 'line' }
const text: RequestField = { type: 'text' }
const email: RequestField = { type: 'email' }
const phone: RequestField = { type: 'phone' }
const must = (field: RequestField): RequestField => ({ ...field, required: true })

/** Lists the fields of each form, in reading order. */
export const requestForms: Readonly<Record<RequestKind, Readonly<Record<string, RequestField>>>> = {
  photographer: {
    name: must(line),
    email: must(email),
    city: must(line),
    phone,
    equipment: text,
    portfolio: { type: 'url' },
  },
  business: { phone: must(phone), name: line, company: line, email, message: text },
  organizer: { email: must(email), name: line, phone, event: line, message: text },
  support: { email: must(email), message: must(text), order: line },
  gift: {
    email: must(email),
    eventId: must(line),
    quantity: must({ type: 'number' }),
    name: line,
    company: line,
    phone,
    message: text,
  },
}

/** Lists the possible faults of a field, returned as `errors[].code` with the field's name. */
export type FieldFault =
  | 'FieldMissing'
  | 'FieldUnknown'
  | 'FieldTooLong'
  | 'LineBreak'
  | 'EmailInvalid'
  | 'EmailNotAscii'
  | 'PhoneInvalid'
  | 'UrlInvalid'
  | 'NumberInvalid'

const longestLine = 200
const longestText = 5000

/** Control characters are not allowed in a line. A text may contain line ends and tabs. */
const notInLine = /[\p{Cc}\p{Zl}\p{Zp}]/u
const notInText = /[^\P{Cc}\t\r\n]/u

const isPhone = (value: string) => /^\+?\d{7,15}$/.test(value.replace(/[\s().–-]/g, ''))
const isUrl = (value: string) => /^https?:\/\/[^\s/?#@\\]+\.[^\s/?#@\\.]{2,}([/?#]\S*)?$/i.test(value)
const isCount = (value: string) => /^[1-9]\d{0,5}$/.test(value)

/**
 * Normalizes the fields for storage: trimmed, without empty ones, page addresses with their scheme.
 *
 * @returns a new object; fields unknown to the form are preserved
 */
export function tidyFields(
  kind: RequestKind,
  fields: Readonly<Record<string, string>>,
): Record<string, string> {
  const known = requestForms[kind]
  const tidy = Object.entries(fields).map(([name, value]): [string, string] => {
    const trimmed = value.trim()
    const type = Object.hasOwn(known, name) ? known[name]?.type : undefined
    const isBare = type === 'url' && trimmed !== '' && !/^[a-z][a-z\d+.-]*:/i.test(trimmed)
    return [name, isBare ? `https://${trimmed}` : trimmed]
  })
  return Object.fromEntries(tidy.filter(([, value]) => value !== ''))
}

/** Returns the faults of normalized fields in form order, then the unknown fields. Empty when valid. */
export function validateFields(
  kind: RequestKind,
  fields: Readonly<Record<string, string>>,
): { field: string; code: FieldFault }[] {
  const known = requestForms[kind]
  const faults = Object.entries(known).flatMap(([field, rule]) => {
    const code = validateField(rule, Object.hasOwn(fields, field) ? fields[field] : undefined)
    return code ? [{ field, code }] : []
  })
  const unknown = Object.keys(fields).filter((field) => !Object.hasOwn(known, field))
  return [...faults, ...unknown.map((field) => ({ field, code: 'FieldUnknown' as const }))]
}

function validateField({ type, required }: RequestField, value: string | undefined): FieldFault | undefined {
  if (value === undefined) return required ? 'FieldMissing' : undefined
  if ((type === 'text' ? notInText : notInLine).test(value)) return 'LineBreak'
  if (value.length > (type === 'text' ? longestText : longestLine)) return 'FieldTooLong'
  if (type === 'email') return faultOfAddress(value)
  if (type === 'phone' && !isPhone(value)) return 'PhoneInvalid'
  if (type === 'url' && !isUrl(value)) return 'UrlInvalid'
  if (type === 'number' && !isCount(value)) return 'NumberInvalid'
  return undefined
}

export const sendRequest = defineCall({
  service: 'requests',
  name: 'sendRequest',
  summary:
    'A form of a partner page or the support form; a wrong one is answered with the names of its fields',
  method: 'POST',
  path: '/requests',
  auth: 'none',
  body: z.strictObject({
    kind: z.enum(requestKinds),
    fields: z.record(z.string().check(z.maxLength(64)), z.string().check(z.maxLength(5000))),
  }),
  status: 201,
  answer: z.object({ requestId: Id }),
  idempotent: true,
  errors: ['RequestInvalid'],
})
