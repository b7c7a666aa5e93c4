import { expect, test } from 'vitest'
import { recipientsIn } from './recipients.ts'

test('addresses may stand one a line, or behind commas as a mail program copies them', () => {
  expect(recipientsIn('a@mail.example\nb@mail.example, c@mail.example;\n\n')).toEqual({
    emails: ['a@mail.example', 'b@mail.example', 'c@mail.example'],
    wrong: undefined,
  })
  expect(recipientsIn('  ')).toEqual({ emails: [], wrong: undefined })
})

test('the first that is no address is named', () => {
  expect(recipientsIn('a@mail.example b@mail')).toEqual({ emails: [], wrong: 'b@mail' })
})
