import { expect, it } from 'vitest'
import { uniqueFileName } from './file-names.ts'

it('gives names that every file system takes, no two alike', () => {
  const taken = new Set<string>()
  const wanted = ['../../x.jpg', 'a\\b.jpg', 'CON', 'CON.jpg', 'x.jpg', 'X.jpg', '', '…', '\u202egpj.exe']
  const names = [...wanted, `${'n'.repeat(300)}.jpg`].map((name) => uniqueFileName(name, taken))
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
  for (const name of names) {
    expect(name).not.toMatch(/[/\\:\u202e]|^\.|^con(\.|$)/i)
    expect(name.length).toBeLessThanOrEqual(124)
    expect(name.length).toBeGreaterThan(0)
  }
})

it('keeps a good name as it is and counts its repeats', () => {
  const taken = new Set<string>()
  expect(['Финиш 001.JPG', 'Финиш 001.JPG'].map((name) => uniqueFileName(name, taken))).toEqual([
    'Финиш 001.JPG',
    'Финиш 001-2.JPG',
  ])
})
