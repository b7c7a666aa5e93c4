import { expect, test } from 'vitest'
import { feedbackWidgetPath, findCounterId, findFeedbackWidget } from './third-parties.ts'

test.each([
  ['https://f.example/form?a=1', { frame: 'https://f.example/form?a=1', origin: 'https://f.example' }],
  ['http://f.example:8080', { frame: 'http://f.example:8080', origin: 'http://f.example:8080' }],
  [
    'https://f.example/w.js?a=1',
    { frame: feedbackWidgetPath, origin: 'https://f.example', script: 'https://f.example/w.js?a=1' },
  ],
  [
    'https://f.example/form?of=w.js',
    { frame: 'https://f.example/form?of=w.js', origin: 'https://f.example' },
  ],
])('the widget at %s is let in from its origin', (feedbackWidgetUrl, feedback) => {
  expect(findFeedbackWidget({ feedbackWidgetUrl })).toEqual(feedback)
})

test.each([
  undefined,
  '',
  '/form',
  '//f.example/form',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://ok.example@evil.example/',
  'https://evil.example; script-src *',
  'https://*.example/form',
  'https://f.example\\@evil.example/',
])('%s is no widget', (feedbackWidgetUrl) => {
  expect(
    findFeedbackWidget({ ...(feedbackWidgetUrl !== undefined && { feedbackWidgetUrl }) }),
  ).toBeUndefined()
})

test.each([
  ['4242', 4242],
  ['', undefined],
  [undefined, undefined],
  ['G-12345', undefined],
  ['4242); alert(1', undefined],
])('the counter %s is %s', (counterId, counter) => {
  const analytics = { dataLayer: false, ...(counterId !== undefined && { counterId }) }
  expect(findCounterId({ analytics })).toBe(counter)
})
