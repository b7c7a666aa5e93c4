import { test } from 'vitest'
import { runCommandOnServer } from '../support/processes/server-command.ts'
import { withPhone } from './phone.ts'
import { testServer } from './test-server.ts'
import { formatText, matchExactly } from './texts.ts'

// CLDR versions format dates differently: server and browser must agree on the day nevertheless
test(
  'an event of today is shown as today',
  withPhone({}, async (phone) => {
    const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Moscow' })
    const words = ['--title', 'Забег сегодня', '--city', 'Казань', '--date', today]
    const eventId = await runCommandOnServer(testServer.dataDir, 'event', 'create', ...words)
    try {
      await phone.visit('/')
      await phone.waitForElement({
        role: 'heading',
        level: 2,
        name: matchExactly(formatText('events.today')),
      })
    } finally {
      await runCommandOnServer(testServer.dataDir, 'event', 'hide', '--event', eventId)
    }
  }),
)
