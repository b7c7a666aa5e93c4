import * as z from 'zod/mini'

// Known to browsers and Node; the contract is compiled without their types.
declare const URL: new (address: string) => { readonly hostname: string }

/**
 * Converts an internationalized domain to its ASCII form (`xn--…`), which relays and banks take. Returns other addresses
 * unchanged.
 */
function toAsciiDomain(email: string): string {
  const domainStart = email.lastIndexOf('@') + 1
  const domain = email.slice(domainStart)
  if (/^[\w.-]*$/.test(domain) || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return email
  if (/(?:^|\.)-|-(?:\.|$)/.test(domain)) return email
  try {
    return email.slice(0, domainStart) + new URL(`http://${domain}`).hostname
  } catch {
    return email
  }
}

/** Removes invisible characters, which come with text that is copied from a page or a document. */
const removeInvisible = (email: string) =>
  email.replace(/[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')

/** Returns whether the labels `xn--…` of an address in ASCII encode anything. */
function hasValidDomain(email: string): boolean {
  if (!/[@.]xn--/i.test(email)) return true
  try {
    return new URL(`http://${email.slice(email.lastIndexOf('@') + 1)}`).hostname !== ''
  } catch {
    return false
  }
}

/** Limits of RFC 5321 beyond the pattern of HTML: the length and the dots of the local part, and a top-level domain. */
const rfc5321Pattern = /^(?!\.)(?!.*\.[.@]).{1,64}@.+\.[a-z][a-z\d-]*[a-z\d]$/i

/**
 * Parses an e-mail address that a relay without SMTPUTF8 (RFC 6531) takes: the part before the `@` in ASCII, the domain
 * converted to it.
 */
export const Email = z
  .string()
  .check(
    z.overwrite(removeInvisible),
    z.trim(),
    z.overwrite(toAsciiDomain),
    z.maxLength(254),
    z.regex(z.regexes.html5Email),
    z.regex(rfc5321Pattern),
    z.refine(hasValidDomain),
  )

/**
 * Returns the fault of an e-mail address; undefined when it is valid. `EmailNotAscii`: only letters before the `@` are wrong, which
 * are valid for mailboxes that need SMTPUTF8.
 */
export function findEmailError(typedText: string): 'EmailNotAscii' | 'EmailInvalid' | undefined {
  if (Email.safeParse(typedText).success) return undefined
  const atSignIndex = typedText.lastIndexOf('@')
  const withAsciiLocalPart =
    typedText.slice(0, atSignIndex).replace(/[^\0-\x7f]+/g, 'x') + typedText.slice(atSignIndex)
  return withAsciiLocalPart !== typedText && Email.safeParse(withAsciiLocalPart).success
    ? 'EmailNotAscii'
    : 'EmailInvalid'
}
