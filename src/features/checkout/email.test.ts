import { expect, test } from 'vitest'
import { firstEmail, suggestedEmail } from './email.ts'

test('the link’s e-mail stands in the field, else the one of last time', () => {
  expect(firstEmail([new URLSearchParams('email=a@mail.example')], 'b@mail.example')).toBe('a@mail.example')
  expect(firstEmail([new URLSearchParams('')], 'b@mail.example')).toBe('b@mail.example')
  expect(firstEmail([new URLSearchParams('')], null)).toBe('')
})

test('a link with two e-mails, or something else, counts for nothing', () => {
  expect(firstEmail([new URLSearchParams('email=a@mail.example&email=c@mail.example')], null)).toBe('')
  expect(firstEmail([new URLSearchParams('email[]=a@mail.example')], null)).toBe('')
  expect(firstEmail([new URLSearchParams('email=<script>')], 'b@mail.example')).toBe('b@mail.example')
})

test('the e-mail of the link that opened the app is known on its later pages too', () => {
  const opened = new URLSearchParams('email=a@mail.example')
  expect(firstEmail([new URLSearchParams(''), opened], 'b@mail.example')).toBe('a@mail.example')
  expect(firstEmail([new URLSearchParams('email=c@mail.example'), opened], null)).toBe('c@mail.example')
})

test('what was typed stays; else the user’s address comes before that of the link, and the last one at the end', () => {
  const queries = [new URLSearchParams('email=link@mail.example')]
  const known = {
    typed: 'typed@mail.example',
    ofUser: 'user@mail.example',
    queries,
    remembered: 'last@mail.example',
  }
  expect(suggestedEmail(known)).toBe('typed@mail.example')
  expect(suggestedEmail({ ...known, typed: undefined })).toBe('user@mail.example')
  expect(suggestedEmail({ ...known, typed: '', ofUser: undefined })).toBe('link@mail.example')
  expect(
    suggestedEmail({ typed: undefined, ofUser: undefined, queries: [], remembered: 'last@mail.example' }),
  ).toBe('last@mail.example')
})
