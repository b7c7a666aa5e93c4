import { expect, test } from 'vitest'
import { firstEmail, suggestedEmail } from './email.ts'

test('prefills the link’s e-mail, else the last one used', () => {
  expect(firstEmail([new URLSearchParams('email=a@mail.example')], 'b@mail.example')).toBe('a@mail.example')
  expect(firstEmail([new URLSearchParams('')], 'b@mail.example')).toBe('b@mail.example')
  expect(firstEmail([new URLSearchParams('')], null)).toBe('')
})

test('ignores a link with two e-mails or an invalid one', () => {
  expect(firstEmail([new URLSearchParams('email=a@mail.example&email=c@mail.example')], null)).toBe('')
  expect(firstEmail([new URLSearchParams('email[]=a@mail.example')], null)).toBe('')
  expect(firstEmail([new URLSearchParams('email=<script>')], 'b@mail.example')).toBe('b@mail.example')
})

test('keeps the e-mail of the link that opened the app on later pages', () => {
  const opened = new URLSearchParams('email=a@mail.example')
  expect(firstEmail([new URLSearchParams(''), opened], 'b@mail.example')).toBe('a@mail.example')
  expect(firstEmail([new URLSearchParams('email=c@mail.example'), opened], null)).toBe('c@mail.example')
})

test('prefers typed input, then the account’s address, then the link’s, then the last one', () => {
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
