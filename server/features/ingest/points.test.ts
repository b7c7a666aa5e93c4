import { expect, it } from 'vitest'
import type { EventRow } from '../events/index.ts'
import { findPointInFolders, resolvePoint } from './points.ts'

const event = {
  points: [
    { point: 'finish', title: { ru: 'Финиш', en: 'Finish' } },
    { point: 'yolka', title: { ru: 'Ёлка', es: 'Árbol' } },
    { point: 'C1', title: { ru: 'Ц1' } },
    { point: 'K1', title: { ru: 'К1' } },
  ],
} as unknown as EventRow

it.each([
  ['FINISH', 'finish'],
  ['финиш', 'finish'],
  ['елка', 'yolka'],
  ['Ёлка'.normalize('NFD'), 'yolka'],
  ['arbol', 'yolka'],
  ['c1', 'C1'],
  ['k1', 'K1'],
  [' Bridge ', 'Bridge'],
  ['Зелёный мост'.normalize('NFD'), 'Зелёный мост'.normalize('NFC')],
  ['🏁', '🏁'],
])('places %j at %s', (name, point) => {
  expect(resolvePoint(event, name)).toBe(point)
})

it('reads folders in any form of their accents', () => {
  expect(findPointInFolders(event, 'day 1/Ёлка/1.jpg'.normalize('NFD'))).toBe('yolka')
})
