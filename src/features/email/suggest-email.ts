import { distance } from 'fastest-levenshtein'
import { findTypedEmailError } from './find-email-error.ts'

/** Domains that a typo is compared with: the most common ones where the product is sold. */
const commonDomains = [
  'gmail.com',
  'mail.ru',
  'yandex.ru',
  'ya.ru',
  'bk.ru',
  'list.ru',
  'inbox.ru',
  'internet.ru',
  'rambler.ru',
  'icloud.com',
  'outlook.com',
  'hotmail.com',
  'hotmail.es',
  'yahoo.com',
  'yahoo.es',
  'outlook.es',
  'aol.com',
  'me.com',
  'live.com',
  'protonmail.com',
]

/** Lists real domains that look like a typo of another one. */
const similarRealDomains = new Set([
  'mail.com',
  'ymail.com',
  'gmx.com',
  'mac.com',
  'msn.com',
  'aol.es',
  'live.ru',
  'live.es',
  'mail.ua',
  'mail.kz',
  'mail.by',
  'yandex.by',
  'yandex.kz',
  'yandex.ua',
  'yandex.uz',
  'yandex.com',
  'hotmail.fr',
  'hotmail.it',
  'hotmail.de',
  'outlook.fr',
  'outlook.it',
  'outlook.de',
  'yahoo.fr',
  'yahoo.it',
  'yahoo.de',
])

/** In a shorter domain, two different letters make a different domain: only one letter may differ. */
const shortDomainLength = 7

/**
 * Returns the address that was probably meant, when its domain is one or two letters away from a common one.
 *
 * @param typed the typed e-mail; undefined is returned for an invalid one
 */
export function suggestEmail(typed: string): { email: string; domain: string } | undefined {
  const email = typed.trim()
  if (findTypedEmailError(email)) return undefined
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  if (commonDomains.includes(domain) || similarRealDomains.has(domain)) return undefined
  const [nearest] = commonDomains
    .map((other) => ({ other, letters: distance(domain, other) }))
    .filter(
      ({ other, letters }) => letters <= (Math.min(domain.length, other.length) < shortDomainLength ? 1 : 2),
    )
    .toSorted((one, another) => one.letters - another.letters)
  return nearest && { email: `${email.slice(0, at)}@${nearest.other}`, domain: nearest.other }
}
