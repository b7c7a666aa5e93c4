import { expect, test } from 'vitest'
import { createMarkedEvent, groupMarkup, markedNumber, markup } from '../support/data/markup.ts'
import { commandAtServer } from '../support/server/server-command.ts'
import { onPhone, type Phone } from './phone.ts'
import { installWorker } from './steps.ts'
import { testServer } from './test-server.ts'

const countViolations = `
  window.violations = []
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    violations.push(violatedDirective + ' ' + blockedURI))`

const server = { command: (...words: string[]) => commandAtServer(testServer.dataDir, ...words) }

/** Waits until the page shows a text, and returns the effects of the markup in it. */
async function effectsOn(phone: Phone, path: string, text: string) {
  await phone.visit(path)
  await phone.until((shown) => {
    const flat = (words: string) => words.replace(/\s+/g, ' ')
    return flat(document.body.textContent).includes(flat(shown))
  }, text)
  const effects = await phone.run(() => ({
    executed: 'executed' in window,
    violations: 'violations' in window ? window.violations : 'not counted',
    left: location.host.includes('evil'),
  }))
  // WebKit reports an error of the page when it is left while the worker's file is fetched
  await installWorker(phone)
  return effects
}

test(
  'texts of organizers with markup are shown as they are, and run nothing',
  onPhone({ script: countViolations }, async (phone) => {
    expect(new Set(markup).size).toBe(60)
    for (const texts of groupMarkup()) {
      const { eventId, title } = await createMarkedEvent(server, texts)
      for (const path of [`/event/${eventId}`, `/search/${eventId}/${markedNumber}`, '/'])
        expect(await effectsOn(phone, path, title), path).toEqual({
          executed: false,
          violations: [],
          left: false,
        })
      // the other tests expect their event on the home page
      await server.command('event', 'hide', '--event', eventId)
    }
  }),
)
