import { expect, test } from 'vitest'
import { findTypedEmailError } from './find-email-error.ts'

test('an e-mail is asked for', () => {
  expect(findTypedEmailError('  ')).toBe('CustomerMissing')
})

test.each([
  'anna',
  'a@b',
  'a@b.c',
  'a b@mail.example',
  'a@mail.example,b@mail.example',
  'a@mail.example\r\nBcc: x@y.zz',
  'a@mail..example',
  'a@.mail.example',
  'a@-mail.example',
  'a@mail.example.',
  'a..b@mail.example',
  '.a@mail.example',
  'a.@mail.example',
  'a@127.0.0.1',
  'a@почта..рф',
  'иван@mail..example',
  `${'a'.repeat(65)}@mail.example`,
])('%s is no e-mail', (typed) => expect(findTypedEmailError(typed)).toBe('EmailInvalid'))

test.each(['иван@пример.рф', 'иван@mail.example', 'josé@mail.example', 'a.тест@mail.example'])(
  '%s has letters that mail to it would need SMTPUTF8 for',
  (typed) => expect(findTypedEmailError(typed)).toBe('EmailNotAscii'),
)

test.each(['anna.s@mail.example', ' anna+run@почта.рф ', "o'neil@mail.example"])('%s is one', (typed) =>
  expect(findTypedEmailError(typed)).toBeUndefined(),
)
