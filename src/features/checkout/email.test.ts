import { expect, test } from 'vitest'
import { selectEmail, selectInitialEmail } from './email.ts'

test('prefills the link’s e-mail, else the last one used', () => {
  expect(selectInitialEmail([new URLSearchParams('email=a@mail.example')], 'b@mail.example')).toBe(
    'a@mail.example',
  )
  expect(selectInitialEmail([new URLSearchParams('')], 'b@mail.example')).toBe('b@mail.example')
  expect(selectInitialEmail([new URLSearchParams('')], null)).toBe('')
})

test('ignores a link with two e-mails or an invalid one', () => {
  expect(selectInitialEmail([new URLSearchParams('email=a@mail.example&email=c@mail.example')], null)).toBe(
    '',
  )
  expect(selectInitialEmail([new URLSearchParams('email[]=a@mail.example')], null)).toBe('')
  expect(selectInitialEmail([new URLSearchParams('email=<script>')], 'b@mail.example')).toBe('b@mail.example')
})

test('keeps the e-mail of the link that opened the app on later pages', () => {
  const openedQuery = new URLSearchParams('email=a@mail.example')
  expect(selectInitialEmail([new URLSearchParams(''), openedQuery], 'b@mail.example')).toBe('a@mail.example')
  expect(selectInitialEmail([new URLSearchParams('email=c@mail.example'), openedQuery], null)).toBe(
    'c@mail.example',
  )
})

test('prefers typed input, then the account’s address, then the link’s, then the last one', () => {
  const queries = [new URLSearchParams('email=link@mail.example')]
  const sources = {
    typed: 'typed@mail.example',
    accountEmail: 'user@mail.example',
    queries,
    lastEmail: 'last@mail.example',
  }
  expect(selectEmail(sources)).toBe('typed@mail.example')
  expect(selectEmail({ ...sources, typed: undefined })).toBe('user@mail.example')
  expect(selectEmail({ ...sources, typed: '', accountEmail: undefined })).toBe('link@mail.example')
  expect(
    selectEmail({ typed: undefined, accountEmail: undefined, queries: [], lastEmail: 'last@mail.example' }),
  ).toBe('last@mail.example')
})
