import { expect, it } from 'vitest'
import { foldText } from './fold-text.ts'

it.each([
  ['Ковалёв', 'Kovalev'],
  ['Ковалёв', 'КОВАЛЕВ'],
  ['Ковалёв', 'Kovalyov'],
  ['Соловьёв', 'Solovyov'],
  ['Щербаков', 'Scherbakov'],
  ['Алексеев', 'Alekseyev'],
  ['Юрьев', 'Yuriev'],
  ['Хабаров', 'Khabarov'],
  ['Дмитрий', 'Dmitry'],
  ['Диалло', 'Diallo'],
  ['Екатерина', 'Yekaterina'],
  ['Царёв', 'Tsarev'],
  ['Núñez', 'NUNEZ'],
])('hears that %s is %s', (one, other) => {
  expect(foldText(one)).toBe(foldText(other))
})

it.each([
  ['Ковалёв', 'Коваленко'],
  ['Шаров', 'Саров'],
  ['Орлов', 'Орлова'],
])('tells %s from %s', (one, other) => {
  expect(foldText(one)).not.toBe(foldText(other))
})

it('leaves only words: no marks that cannot be seen, no quotes, no wildcards', () => {
  expect(foldText('\u202eТри\u200b  «мосты»% _ 2026')).toBe('tri mosti 2026')
})

it('takes a letter with its accent in two characters for one', () => {
  expect(foldText('е\u0308лка')).toBe(foldText('ёлка'))
})
