import { expect, test } from 'vitest'
import { suggestEmail } from './suggest-email.ts'

test.each([
  ['andrei@gmial.com', 'andrei@gmail.com'],
  ['andrei@gmail.con', 'andrei@gmail.com'],
  ['andrei@gamil.com', 'andrei@gmail.com'],
  [' anna@yadnex.ru ', 'anna@yandex.ru'],
  ['anna@mai.ru', 'anna@mail.ru'],
  ['anna@maill.ru', 'anna@mail.ru'],
  ['o@hotmial.es', 'o@hotmail.es'],
  ['Anna.S@GMAIL.CM', 'Anna.S@gmail.com'],
])('%s was probably meant to be %s', (typed, suggested) => expect(suggestEmail(typed)?.email).toBe(suggested))

test.each([
  'anna@gmail.com',
  'anna@ya.ru',
  'anna@yandex.by',
  'anna@mail.com',
  'anna@mail.example',
  'anna@почта.рф',
  'anna@oz.ru',
  'anna@gmial',
  'gmial.com',
  '',
])('%s is not asked about', (typed) => expect(suggestEmail(typed)).toBeUndefined())
