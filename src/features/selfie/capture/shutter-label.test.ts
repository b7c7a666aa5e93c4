import { expect, test } from 'vitest'
import en from '../messages.en.json' with { type: 'json' }
import es from '../messages.es.json' with { type: 'json' }
import ru from '../messages.ru.json' with { type: 'json' }

test.each([
  ['en', en],
  ['es', es],
  ['ru', ru],
])('names the default button for screen readers (%s)', (_, texts) => {
  for (const id of ['selfie.aim.text', 'selfie.ready.text'] as const)
    expect(texts[id]).toContain(texts['selfie.shoot'])
})
