import { test } from 'vitest'
import { commandAtServer } from '../support/server/server-command.ts'
import { onPhone } from './phone.ts'
import { testServer } from './test-server.ts'
import { named, say } from './words.ts'

// CLDR versions format dates differently: server and browser must agree on the day nevertheless
test(
  'an event of today is shown as today',
  onPhone({}, async (phone) => {
    const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Moscow' })
    const words = ['--title', 'Забег сегодня', '--city', 'Казань', '--date', today]
    const eventId = await commandAtServer(testServer.dataDir, 'event', 'create', ...words)
    try {
      await phone.visit('/')
      await phone.see({ role: 'heading', level: 2, name: named(say('events.today')) })
    } finally {
      await commandAtServer(testServer.dataDir, 'event', 'hide', '--event', eventId)
    }
  }),
)
