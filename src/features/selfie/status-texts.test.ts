import { expect, it } from 'vitest'
import english from './messages.en.json' with { type: 'json' }
import russian from './messages.ru.json' with { type: 'json' }
import { toSelfieSign } from './sign.ts'
import type { SelfieStatus } from './status.ts'
import { chooseDirectTexts, chooseTexts } from './status-texts.ts'

const onTheWay: SelfieStatus[] = [
  { type: 'saved', waitsFor: 'network' },
  { type: 'saved', waitsFor: 'signIn' },
  { type: 'saved', waitsFor: 'turn' },
  { type: 'saved', waitsFor: 'nextTry' },
  { type: 'sending', share: 0.5 },
  { type: 'judged' },
  { type: 'stuck', code: 'EventNotFound' },
]
const outcomes: SelfieStatus[] = [
  { type: 'searching', soFar: 0 },
  { type: 'found', count: 14, seen: false },
  { type: 'found', count: 14, seen: true },
  { type: 'nobody', seen: false },
  { type: 'refused', code: 'FaceNotFound' },
]

const renderText = (status: SelfieStatus, wakes: boolean) => {
  const { titleId, sentence } = chooseTexts(status, wakes)
  return [titleId, 'id' in sentence ? sentence.id : titleId]
}

it('has texts in the catalogue for every state', () => {
  const used = onTheWay.flatMap((status) => [...renderText(status, true), ...renderText(status, false)])
  const direct = [undefined, 0.5, 1].map((share) => chooseDirectTexts(share).titleId)
  for (const id of [...used, ...direct]) expect(Object.keys(russian)).toContain(id)
})

it('says “saved on this phone” only for a selfie that waits there and can be stored', () => {
  const saysSaved = (ids: string[]) =>
    ids.some((id) => (english as Record<string, string>)[id]?.includes('saved on this phone'))
  const saved = onTheWay.filter((status) => saysSaved(renderText(status, true)))
  expect(saved).toEqual(onTheWay.filter((status) => status.type === 'saved'))
  for (const share of [undefined, 0, 0.5, 1]) {
    const { titleId, sentence } = chooseDirectTexts(share)
    expect(saysSaved([titleId, 'id' in sentence ? sentence.id : ''])).toBe(false)
  }
})

it('says that a picture was not checked until it goes to the service', () => {
  const toNoteId = (status: SelfieStatus) => chooseTexts(status, true).noteId
  for (const waitsFor of ['network', 'signIn', 'nextTry'] as const) {
    expect(toNoteId({ type: 'saved', waitsFor, unchecked: true })).toBe('selfie.saved.unchecked')
    expect(toNoteId({ type: 'saved', waitsFor })).toBeUndefined()
  }
  expect(toNoteId({ type: 'saved', waitsFor: 'turn', unchecked: true })).toBeUndefined()
  expect(Object.keys(russian)).toContain('selfie.saved.unchecked')
})

it('does not promise to send with the app closed where the browser does not wake it', () => {
  const waiting: SelfieStatus = { type: 'saved', waitsFor: 'network' }
  expect(chooseTexts(waiting, true).sentence).not.toEqual(chooseTexts(waiting, false).sentence)
})

it('shows a sign for every unfinished selfie, with a link to its page', () => {
  expect(toSelfieSign({ type: 'nowhere' }, 'e')).toBeUndefined()
  expect(toSelfieSign({ type: 'nobody', seen: true }, 'e')).toBeUndefined()
  for (const status of [...onTheWay, ...outcomes]) {
    const sign = toSelfieSign(status, 'e')
    expect(Object.keys(russian)).toContain(sign?.textId)
    const isSeen = status.type === 'found' && status.seen
    expect(sign?.href).toBe(isSeen ? '/event/e/my' : '/event/e/selfie')
  }
})
