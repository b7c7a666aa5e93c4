import { expect, test } from 'vitest'
import { parseRecipients } from './recipients.ts'

test('accepts addresses one per line, or separated by commas as copied from a mail program', () => {
  expect(parseRecipients('a@mail.example\nb@mail.example, c@mail.example;\n\n')).toEqual({
    emails: ['a@mail.example', 'b@mail.example', 'c@mail.example'],
    invalidEmail: undefined,
  })
  expect(parseRecipients('  ')).toEqual({ emails: [], invalidEmail: undefined })
})

test('names the first invalid address', () => {
  expect(parseRecipients('a@mail.example b@mail')).toEqual({ emails: [], invalidEmail: 'b@mail' })
})
