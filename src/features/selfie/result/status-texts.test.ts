import { expect, it } from 'vitest'
import english from '../messages.en.json' with { type: 'json' }
import russian from '../messages.ru.json' with { type: 'json' }
import type { SelfieStatus } from './status.ts'
import { toStatusLine } from './status-line.ts'
import { chooseDirectTexts, chooseTexts } from './status-texts.ts'

const pendingStatuses: SelfieStatus[] = [
  { type: 'saved', waitsFor: 'network' },
  { type: 'saved', waitsFor: 'signIn' },
  { type: 'saved', waitsFor: 'turn' },
  { type: 'saved', waitsFor: 'nextTry' },
  { type: 'sending', sentShare: 0.5 },
  { type: 'judged' },
  { type: 'stuck', code: 'EventNotFound' },
]
const outcomes: SelfieStatus[] = [
  { type: 'searching', foundCount: 0 },
  { type: 'found', count: 14, seen: false },
  { type: 'found', count: 14, seen: true },
  { type: 'nobody', seen: false },
  { type: 'refused', code: 'FaceNotFound' },
]

const getTextIds = (status: SelfieStatus, sendsWhenClosed: boolean) => {
  const { titleId, sentence } = chooseTexts(status, sendsWhenClosed)
  return [titleId, 'id' in sentence ? sentence.id : titleId]
}

it('has texts in the catalogue for every state', () => {
  const usedIds = pendingStatuses.flatMap((status) => [
    ...getTextIds(status, true),
    ...getTextIds(status, false),
  ])
  const direct = [undefined, 0.5, 1].map((sentShare) => chooseDirectTexts(sentShare).titleId)
  for (const id of [...usedIds, ...direct]) expect(Object.keys(russian)).toContain(id)
})

it('says “saved on this phone” only for a selfie that waits there and can be stored', () => {
  const mentionsSaved = (ids: string[]) =>
    ids.some((id) => (english as Record<string, string>)[id]?.includes('saved on this phone'))
  const saved = pendingStatuses.filter((status) => mentionsSaved(getTextIds(status, true)))
  expect(saved).toEqual(pendingStatuses.filter((status) => status.type === 'saved'))
  for (const sentShare of [undefined, 0, 0.5, 1]) {
    const { titleId, sentence } = chooseDirectTexts(sentShare)
    expect(mentionsSaved([titleId, 'id' in sentence ? sentence.id : ''])).toBe(false)
  }
})

it('says that a picture was not checked until it goes to the service', () => {
  const getNoteId = (status: SelfieStatus) => chooseTexts(status, true).noteId
  for (const waitsFor of ['network', 'signIn', 'nextTry'] as const) {
    expect(getNoteId({ type: 'saved', waitsFor, unchecked: true })).toBe('selfie.saved.unchecked')
    expect(getNoteId({ type: 'saved', waitsFor })).toBeUndefined()
  }
  expect(getNoteId({ type: 'saved', waitsFor: 'turn', unchecked: true })).toBeUndefined()
  expect(Object.keys(russian)).toContain('selfie.saved.unchecked')
})

it('does not promise to send with the app closed where the browser does not wake it', () => {
  const waiting: SelfieStatus = { type: 'saved', waitsFor: 'network' }
  expect(chooseTexts(waiting, true).sentence).not.toEqual(chooseTexts(waiting, false).sentence)
})

it('shows a sign for every unfinished selfie, with a link to its page', () => {
  expect(toStatusLine({ type: 'nowhere' }, 'e')).toBeUndefined()
  expect(toStatusLine({ type: 'nobody', seen: true }, 'e')).toBeUndefined()
  for (const status of [...pendingStatuses, ...outcomes]) {
    const statusLine = toStatusLine(status, 'e')
    expect(Object.keys(russian)).toContain(statusLine?.textId)
    const isSeen = status.type === 'found' && status.seen
    expect(statusLine?.href).toBe(isSeen ? '/event/e/my' : '/event/e/selfie')
  }
})
