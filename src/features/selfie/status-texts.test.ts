import { expect, it } from 'vitest'
import english from './messages.en.json' with { type: 'json' }
import russian from './messages.ru.json' with { type: 'json' }
import { toSelfieSign } from './sign.ts'
import type { SelfieStatus } from './status.ts'
import { chooseTexts, wordsOfDirect } from './status-texts.ts'

const onTheWay: SelfieStatus[] = [
  { at: 'saved', waitsFor: 'network' },
  { at: 'saved', waitsFor: 'signIn' },
  { at: 'saved', waitsFor: 'turn' },
  { at: 'saved', waitsFor: 'nextTry' },
  { at: 'sending', share: 0.5 },
  { at: 'judged' },
  { at: 'stuck', code: 'EventNotFound' },
]
const outcomes: SelfieStatus[] = [
  { at: 'searching', soFar: 0 },
  { at: 'found', count: 14, seen: false },
  { at: 'found', count: 14, seen: true },
  { at: 'nobody', seen: false },
  { at: 'refused', code: 'FaceNotFound' },
]

const renderText = (place: SelfieStatus, wakes: boolean) => {
  const { titleId, sentence } = chooseTexts(place, wakes)
  return [titleId, 'id' in sentence ? sentence.id : titleId]
}

it('has texts in the catalogue for every state', () => {
  const used = onTheWay.flatMap((place) => [...renderText(place, true), ...renderText(place, false)])
  const direct = [undefined, 0.5, 1].map((share) => wordsOfDirect(share).titleId)
  for (const id of [...used, ...direct]) expect(Object.keys(russian)).toContain(id)
})

it('says “saved on this phone” only for a selfie that waits there and can be stored', () => {
  const saysSaved = (ids: string[]) =>
    ids.some((id) => (english as Record<string, string>)[id]?.includes('saved on this phone'))
  const saved = onTheWay.filter((place) => saysSaved(renderText(place, true)))
  expect(saved).toEqual(onTheWay.filter((place) => place.at === 'saved'))
  for (const share of [undefined, 0, 0.5, 1]) {
    const { titleId, sentence } = wordsOfDirect(share)
    expect(saysSaved([titleId, 'id' in sentence ? sentence.id : ''])).toBe(false)
  }
})

it('says that a picture was not checked until it goes to the service', () => {
  const toNoteId = (place: SelfieStatus) => chooseTexts(place, true).noteId
  for (const waitsFor of ['network', 'signIn', 'nextTry'] as const) {
    expect(toNoteId({ at: 'saved', waitsFor, unchecked: true })).toBe('selfie.saved.unchecked')
    expect(toNoteId({ at: 'saved', waitsFor })).toBeUndefined()
  }
  expect(toNoteId({ at: 'saved', waitsFor: 'turn', unchecked: true })).toBeUndefined()
  expect(Object.keys(russian)).toContain('selfie.saved.unchecked')
})

it('does not promise to send with the app closed where the browser does not wake it', () => {
  const waiting: SelfieStatus = { at: 'saved', waitsFor: 'network' }
  expect(chooseTexts(waiting, true).sentence).not.toEqual(chooseTexts(waiting, false).sentence)
})

it('shows a sign for every unfinished selfie, with a link to its page', () => {
  expect(toSelfieSign({ at: 'nowhere' }, 'e')).toBeUndefined()
  expect(toSelfieSign({ at: 'nobody', seen: true }, 'e')).toBeUndefined()
  for (const place of [...onTheWay, ...outcomes]) {
    const sign = toSelfieSign(place, 'e')
    expect(Object.keys(russian)).toContain(sign?.textId)
    const isSeen = place.at === 'found' && place.seen
    expect(sign?.href).toBe(isSeen ? '/event/e/my' : '/event/e/selfie')
  }
})
