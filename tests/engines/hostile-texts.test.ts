import { expect, test } from 'vitest'
import {
  createHostileEvent,
  groupHostileTexts,
  hostileRunnerBib,
  hostileTexts,
} from '../support/data/hostile-texts.ts'
import { runCommandOnServer } from '../support/processes/server-command.ts'
import { type Phone, withPhone } from './phone.ts'
import { installWorker } from './steps.ts'
import { testServer } from './test-server.ts'

const recordViolations = `
  window.violations = []
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    violations.push(violatedDirective + ' ' + blockedURI))`

const server = { runCommand: (...words: string[]) => runCommandOnServer(testServer.dataDir, ...words) }

/** Waits until the page shows a text, and returns the effects of the markup in it. */
async function readEffects(phone: Phone, path: string, text: string) {
  await phone.visit(path)
  await phone.waitFor((expectedText) => {
    const collapseSpaces = (words: string) => words.replace(/\s+/g, ' ')
    return collapseSpaces(document.body.textContent).includes(collapseSpaces(expectedText))
  }, text)
  const effects = await phone.run(() => ({
    executed: 'executed' in window,
    violations: 'violations' in window ? window.violations : 'not counted',
    left: location.host.includes('evil'),
  }))
  // WebKit and Firefox report an error when a page is left while the worker's file or a picture is fetched
  await installWorker(phone)
  await phone.waitForNetworkIdle()
  return effects
}

test(
  'texts of organizers with markup are shown as they are, and run nothing',
  withPhone({ script: recordViolations }, async (phone) => {
    expect(new Set(hostileTexts).size).toBe(60)
    for (const texts of groupHostileTexts()) {
      const { eventId, title } = await createHostileEvent(server, texts)
      for (const path of [`/event/${eventId}`, `/search/${eventId}/${hostileRunnerBib}`, '/'])
        expect(await readEffects(phone, path, title), path).toEqual({
          executed: false,
          violations: [],
          left: false,
        })
      // the other tests expect their event on the home page
      await server.runCommand('event', 'hide', '--event', eventId)
    }
  }),
)
