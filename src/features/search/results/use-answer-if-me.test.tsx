// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPart } from '../../../../tests/support/browser/render-part.tsx'
import { buildPhoto, sampleEvent } from '../../../../tests/support/data/album.ts'
import { outbox } from '../../../lib/outbox/index.ts'
import { snackAtom } from '../../../platform/notices/index.ts'
import { outboxAtom } from '../../../platform/outbox/state.ts'
import { getEventSearch, type LastSearch } from '../../../platform/storage/index.ts'
import { getAnswer, useQueuedAnswers } from './answers.ts'
import { toSearchKey } from './found-photos.ts'
import { useAnswerIfMe } from './use-answer-if-me.ts'

const photo = buildPhoto(1)
const ownSearch = { by: 'number', number: '128' } as const

beforeEach(() => {
  getEventSearch('e').last.write(ownSearch)
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('no network')
  })
})

afterEach(async () => {
  for (const { id } of await outbox.entries()) await outbox.drop(id)
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function DenyButton() {
  const answerIfMe = useAnswerIfMe(sampleEvent, ownSearch)
  return (
    <button type="button" onClick={() => answerIfMe(photo, false)}>
      Not me
    </button>
  )
}

const listAnswers = async () =>
  (await outbox.entries()).map(({ kind, body }) => [kind, (body as { itIsMe: boolean }).itIsMe])

async function deny(): Promise<void> {
  await renderPart(<DenyButton />, { path: '/event/e/my' })
  fireEvent.click(screen.getByRole('button'))
  await vi.waitFor(async () => expect(await listAnswers()).toEqual([['itsMe', false]]))
}

const bringBack = () => act(async () => getDefaultStore().get(snackAtom)?.action?.act())

test('a denial that is brought back at once is not sent', async () => {
  await deny()
  await bringBack()
  await vi.waitFor(async () => expect(await listAnswers()).toEqual([]))
})

test('a denial that may have been sent before it is brought back is followed by the opposite answer', async () => {
  await deny()
  const deniedOn = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(deniedOn + 9_000)
  await bringBack()
  await vi.waitFor(async () => expect(await listAnswers()).toEqual([['itsMe', true]]))
})

test('an answer is of the runner on the page after another tab has searched for another one', async () => {
  getEventSearch('e').last.write({ by: 'number', number: '341' })
  await deny()
  const [entry] = await outbox.entries()
  expect(entry?.body).toMatchObject({ searchCredentials: { tokenRequest: { number: '128' } } })
})

function QueuedAnswers({ last }: { last: LastSearch }) {
  useQueuedAnswers('e', last)
  return null
}

test('a queued denial of an earlier visit does not apply to another runner of the event', async () => {
  const searchCredentials = { eventId: 'e', token: '', tokenRequest: { number: '128', deviceKey: 'd' } }
  await outbox.put(
    'itsMe',
    'photo:q',
    { photoId: 'q', itIsMe: false, searchCredentials },
    { afterInMs: 8_000 },
  )
  getDefaultStore().set(outboxAtom, { entries: await outbox.entries(), progress: {}, readOn: Date.now() })
  const otherSearch = { by: 'number', number: '341' } as const
  await renderPart(<QueuedAnswers last={otherSearch} />, { path: '/event/e/my' })
  await renderPart(<QueuedAnswers last={ownSearch} />, { path: '/event/e/my' })
  await vi.waitFor(() => expect(getAnswer(toSearchKey('e', ownSearch), 'q')).toBe(false))
  expect(getAnswer(toSearchKey('e', otherSearch), 'q')).toBeUndefined()
})
