import { expect, test } from 'vitest'
import { collectHandlers } from './collect-handlers.ts'
import type { Feature } from './platform/services.ts'

const run = async () => {}

test('handlers of all features are found by kind', () => {
  const features: Feature[] = [
    { jobs: { 'orders.pay': run } },
    {},
    { jobs: { 'push.send': run, 'push.event': run } },
  ]
  expect([...collectHandlers(features).keys()]).toEqual(['orders.pay', 'push.send', 'push.event'])
})

test('a kind with two handlers fails', () => {
  const features: Feature[] = [{ jobs: { 'push.send': run } }, { jobs: { 'push.send': run } }]
  expect(() => collectHandlers(features)).toThrow('push.send have two handlers')
})
