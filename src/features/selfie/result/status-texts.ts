import type { ErrorCode } from '../../../../contract/errors.ts'
import type { IconName } from '../../../ui/Icon.tsx'
import { toSentence } from '../capture/guide.ts'
import type { SelfieStatus } from './status.ts'

/** Contains the texts for a selfie that is being sent: a short title and a sentence. */
export interface SelfieTexts {
  icon: IconName
  tone: 'plain' | 'warn' | 'ok'
  titleId: string
  /** A text of this feature, or the contract's message for a code. */
  sentence: { id: string } | { code: ErrorCode }
  /** Id of a second sentence. */
  noteId?: string
}

/**
 * Returns the texts for a selfie that is being sent.
 *
 * @param sendsWhenClosed whether the browser sends queued requests also while the app is closed
 */
export function chooseTexts(status: SelfieStatus, sendsWhenClosed: boolean): SelfieTexts {
  switch (status.type) {
    case 'saved':
      return { ...chooseSavedTexts(status.waitsFor, sendsWhenClosed), ...chooseNote(status) }
    case 'sending':
      return {
        icon: 'share',
        tone: 'plain',
        titleId: 'selfie.sending',
        sentence: { id: 'selfie.sending.kept' },
      }
    case 'stuck':
      return { icon: 'warning', tone: 'warn', titleId: 'selfie.stuck', sentence: toSentence(status.code) }
    default:
      return { icon: 'face', tone: 'plain', titleId: 'selfie.judged', sentence: { id: 'selfie.judged.text' } }
  }
}

/** Adds that the picture is not checked yet, unless it waits for its turn: then the service is about to check it. */
function chooseNote({
  unchecked,
  waitsFor,
}: Extract<SelfieStatus, { type: 'saved' }>): Pick<SelfieTexts, 'noteId'> {
  return unchecked && waitsFor !== 'turn' ? { noteId: 'selfie.saved.unchecked' } : {}
}

function chooseSavedTexts(
  waitsFor: 'network' | 'signIn' | 'turn' | 'nextTry',
  sendsWhenClosed: boolean,
): SelfieTexts {
  if (waitsFor === 'signIn') {
    const sentence = { id: 'selfie.saved.signIn' }
    return { icon: 'lock', tone: 'warn', titleId: 'selfie.signIn', sentence }
  }
  const id =
    waitsFor === 'network' && !sendsWhenClosed ? 'selfie.saved.networkOpen' : `selfie.saved.${waitsFor}`
  return { icon: 'check', tone: 'ok', titleId: 'selfie.saved', sentence: { id } }
}

/** Returns the texts for a picture that this device cannot store; they never claim that it is saved. */
export function chooseDirectTexts(sentShare: number | undefined): SelfieTexts {
  if (sentShare === undefined) {
    const sentence = { id: 'selfie.direct.waiting' }
    return { icon: 'no-network', tone: 'warn', titleId: 'selfie.direct.stay', sentence }
  }
  const titleId = sentShare < 1 ? 'selfie.sending' : 'selfie.judged'
  return { icon: 'share', tone: 'warn', titleId, sentence: { id: 'selfie.direct.sending' } }
}
