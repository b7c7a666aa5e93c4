import { expect, test } from 'vitest'
import { faultOfEmail } from './fault.ts'

test('an e-mail is asked for', () => {
  expect(faultOfEmail('  ')).toBe('CustomerMissing')
})

test.each([
  'anna',
  'a@b',
  'a@b.c',
  'a b@mail.example',
  'a@mail.example,b@mail.example',
  'a@mail.example\r\nBcc: x@y.zz',
])('%s is no e-mail', (typed) => expect(faultOfEmail(typed)).toBe('EmailInvalid'))

test.each(['anna.s@mail.example', ' anna+run@почта.рф ', "o'neil@mail.example"])('%s is one', (typed) =>
  expect(faultOfEmail(typed)).toBeUndefined(),
)
