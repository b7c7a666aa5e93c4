import { requestForms } from '../../../contract/requests.ts'
import { encodePart } from '../../../contract/uri.ts'
import type { Context } from '../../platform/context.ts'
import { getIntl } from '../../platform/language/catalogue.ts'
import { getFormatter, toFieldLabel, toRequestTitle } from './messages.ts'
import type { RequestRow } from './store.ts'

/** Describes the content of a letter about a request. */
export interface RequestLetterContent {
  readonly to: string
  /** E-mail of the sender, if given. */
  readonly replyTo?: string
  readonly subject: string
  readonly title: string
  /** All filled fields in the order of the form, followed by the data of the page. */
  readonly fields: readonly { readonly label: string; readonly value: string }[]
  /** Contact for the reply: every form requires an e-mail or a phone. */
  readonly answer: { readonly label: string; readonly url: string }
}

/** Returns the letter about a request in the tenant's start language. Values are unchanged user input. */
export function buildRequestLetterContent({ tenant }: Context, request: RequestRow): RequestLetterContent {
  const { lang } = tenant.settings
  const format = getFormatter(lang)
  const { fields, kind } = request
  const title = toRequestTitle(kind, lang)
  const senderName = fields.name ?? fields.company ?? fields.email ?? fields.phone
  const filledFields = Object.keys(requestForms[kind]).flatMap((name) => {
    const value = fields[name]
    return value === undefined ? [] : [{ label: toFieldLabel(name, lang), value }]
  })
  return {
    to: tenant.mailTo,
    ...(fields.email === undefined ? {} : { replyTo: fields.email }),
    subject: senderName === undefined ? title : `${title}: ${senderName}`,
    title,
    fields: [
      ...filledFields,
      {
        label: format('written'),
        value: getIntl(lang).formatDisplayName(request.language, { type: 'language' }) ?? '',
      },
      { label: format('number'), value: request.id },
    ],
    answer: buildReplyLink(fields, format),
  }
}

function buildReplyLink(
  { email, phone = '' }: Record<string, string>,
  format: ReturnType<typeof getFormatter>,
) {
  // A question mark in the address could add further recipients.
  if (email !== undefined)
    return { url: `mailto:${encodePart(email).replace('%40', '@')}`, label: format('answerMail') }
  return { url: `tel:${phone.replace(/[^\d+]/g, '')}`, label: format('answerCall') }
}
