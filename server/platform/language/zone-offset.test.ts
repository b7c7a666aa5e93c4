import { expect, test } from 'vitest'
import { formatZoneOffset } from './zone-offset.ts'

test.each([
  ['Europe/Moscow', '2026-09-12T15:00:00Z', 'UTC+3'],
  ['America/New_York', '2026-07-04T15:00:00Z', 'UTC-4'],
  ['America/New_York', '2026-12-04T15:00:00Z', 'UTC-5'],
  ['Asia/Kolkata', '2026-12-04T15:00:00Z', 'UTC+5:30'],
  ['UTC', '2026-12-04T15:00:00Z', 'UTC+0'],
])('the offset of %s at %s is %s', (zone, moment, offset) => {
  expect(formatZoneOffset(new Date(moment), zone)).toBe(offset)
})
