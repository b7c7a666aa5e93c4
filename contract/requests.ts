import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { Id } from './common.ts'
import { findEmailError } from './email.ts'

export const requestKinds = ['photographer', 'business', 'organizer', 'support', 'gift'] as const
export type RequestKind = (typeof requestKinds)[number]

/** Describes a field of a form. A `line` is one line, a `text` may have several. */
export interface RequestField {
  readonly type: 'line' | 'text' | 'email' | 'phone' | 'url' | 'number'
  readonly required?: true
}

const lineField: RequestField = { type: 'line' }
const textField: RequestField = { type: 'text' }
const emailField: RequestField = { type: 'email' }
const phoneField: RequestField = { type: 'phone' }
const toRequired = (field: RequestField): RequestField => ({ ...field, required: true })

/** Lists the fields of each form, in reading order. */
export const requestForms: Readonly<Record<RequestKind, Readonly<Record<string, RequestField>>>> = {
  photographer: {
    name: toRequired(lineField),
    email: toRequired(emailField),
    city: toRequired(lineField),
    phone: phoneField,
    equipment: textField,
    portfolio: { type: 'url' },
  },
  business: {
    phone: toRequired(phoneField),
    name: lineField,
    company: lineField,
    email: emailField,
    message: textField,
  },
  organizer: {
    email: toRequired(emailField),
    name: lineField,
    phone: phoneField,
    event: lineField,
    message: textField,
  },
  support: { email: toRequired(emailField), message: toRequired(textField), order: lineField },
  gift: {
    email: toRequired(emailField),
    eventId: toRequired(lineField),
    quantity: toRequired({ type: 'number' }),
    name: lineField,
    company: lineField,
    phone: phoneField,
    message: textField,
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

const maxLineLength = 200
const maxTextLength = 5000

/** Control characters are not allowed in a line. A text may contain line ends and tabs. */
const forbiddenInLine = /[\p{Cc}\p{Zl}\p{Zp}]/u
const forbiddenInText = /[^\P{Cc}\t\r\n]/u

const isPhone = (value: string) => /^\+?\d{7,15}$/.test(value.replace(/[\s().–-]/g, ''))
const isUrl = (value: string) => /^https?:\/\/[^\s/?#@\\]+\.[^\s/?#@\\.]{2,}([/?#]\S*)?$/i.test(value)
const isCount = (value: string) => /^[1-9]\d{0,5}$/.test(value)

/**
 * Normalizes the fields for storage: trimmed, without empty ones, page addresses with their scheme.
 *
 * @returns a new object; fields unknown to the form are preserved
 */
export function normalizeFields(
  kind: RequestKind,
  fields: Readonly<Record<string, string>>,
): Record<string, string> {
  const knownFields = requestForms[kind]
  const normalized = Object.entries(fields).map(([name, value]): [string, string] => {
    const trimmed = value.trim()
    const type = Object.hasOwn(knownFields, name) ? knownFields[name]?.type : undefined
    const lacksScheme = type === 'url' && trimmed !== '' && !/^[a-z][a-z\d+.-]*:/i.test(trimmed)
    return [name, lacksScheme ? `https://${trimmed}` : trimmed]
  })
  return Object.fromEntries(normalized.filter(([, value]) => value !== ''))
}

/** Returns the faults of normalized fields in form order, then the unknown fields. Empty when valid. */
export function validateFields(
  kind: RequestKind,
  fields: Readonly<Record<string, string>>,
): { field: string; code: FieldFault }[] {
  const knownFields = requestForms[kind]
  const faults = Object.entries(knownFields).flatMap(([field, rule]) => {
    const code = validateField(rule, Object.hasOwn(fields, field) ? fields[field] : undefined)
    return code ? [{ field, code }] : []
  })
  const unknown = Object.keys(fields).filter((field) => !Object.hasOwn(knownFields, field))
  return [...faults, ...unknown.map((field) => ({ field, code: 'FieldUnknown' as const }))]
}

function validateField({ type, required }: RequestField, value: string | undefined): FieldFault | undefined {
  if (value === undefined) return required ? 'FieldMissing' : undefined
  if ((type === 'text' ? forbiddenInText : forbiddenInLine).test(value)) return 'LineBreak'
  if (value.length > (type === 'text' ? maxTextLength : maxLineLength)) return 'FieldTooLong'
  if (type === 'email') return findEmailError(value)
  if (type === 'phone' && !isPhone(value)) return 'PhoneInvalid'
  if (type === 'url' && !isUrl(value)) return 'UrlInvalid'
  if (type === 'number' && !isCount(value)) return 'NumberInvalid'
  return undefined
}

export const sendRequest = defineCall({
  service: 'requests',
  name: 'sendRequest',
  summary:
    'Submits a form of a partner page or the support form; an invalid one is refused with the names of its fields',
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
