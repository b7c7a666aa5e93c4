import { expect, test } from 'vitest'
import { recipientsIn } from './recipients.ts'

test('accepts addresses one per line, or separated by commas as copied from a mail program', () => {
  expect(recipientsIn('a@mail.example\nb@mail.example, c@mail.example;\n\n')).toEqual({
    emails: ['a@mail.example', 'b@mail.example', 'c@mail.example'],
    wrong: undefined,
  })
  expect(recipientsIn('  ')).toEqual({ emails: [], wrong: undefined })
})

test('names the first invalid address', () => {
  expect(recipientsIn('a@mail.example b@mail')).toEqual({ emails: [], wrong: 'b@mail' })
})
