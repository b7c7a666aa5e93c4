import { requestForms } from '../../../contract/requests.ts'
import { encodePart } from '../../../contract/uri.ts'
import type { Context } from '../../platform/context.ts'
import { intlFor } from '../../platform/language/catalogue.ts'
import type { RequestRow } from './store.ts'
import { sayIn, toFieldLabel, toRequestTitle } from './words.ts'

/** Describes the content of a letter about a request. */
export interface RequestWords {
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
export function requestWords({ tenant }: Context, request: RequestRow): RequestWords {
  const { lang } = tenant.settings
  const say = sayIn(lang)
  const { fields, kind } = request
  const title = toRequestTitle(kind, lang)
  const who = fields.name ?? fields.company ?? fields.email ?? fields.phone
  const given = Object.keys(requestForms[kind]).flatMap((name) => {
    const value = fields[name]
    return value === undefined ? [] : [{ label: toFieldLabel(name, lang), value }]
  })
  return {
    to: tenant.mailTo,
    ...(fields.email === undefined ? {} : { replyTo: fields.email }),
    subject: who === undefined ? title : `${title}: ${who}`,
    title,
    fields: [
      ...given,
      {
        label: say('written'),
        value: intlFor(lang).formatDisplayName(request.language, { type: 'language' }) ?? '',
      },
      { label: say('number'), value: request.id },
    ],
    answer: answerTo(fields, say),
  }
}

function answerTo({ email, phone = '' }: Record<string, string>, say: ReturnType<typeof sayIn>) {
  // A question mark in the address could add further recipients.
  if (email !== undefined)
    return { url: `mailto:${encodePart(email).replace('%40', '@')}`, label: say('answerMail') }
  return { url: `tel:${phone.replace(/[^\d+]/g, '')}`, label: say('answerCall') }
}
