import type { ErrorCode } from '../../../../contract/errors.ts'
import type { SelfieStatus } from '../result/status.ts'

/** Describes the state of the capture on this page. `selfieStatus` derives from stored data where a taken picture is. */
export type CaptureState =
  /** No capture: the page follows the newest selfie of the event. */
  | { type: 'following' }
  | { type: 'aiming' }
  /** The picture is resized, checked and stored. */
  | { type: 'preparing' }
  /** The picture was refused. `maySendAnyway`: only this device refuses it. */
  | { type: 'refused'; code: ErrorCode; maySendAnyway?: boolean }
  /** Another selfie of this event is not sent yet: asks whether it may be replaced. */
  | { type: 'replacing' }
  /** This device cannot store the picture; it is uploaded while the page stays open. */
  | { type: 'direct' }

export type CaptureEvent =
  /** A still from the camera or a chosen file. */
  | { type: 'picture' }
  | { type: 'refused'; code: ErrorCode; maySendAnyway?: boolean }
  | { type: 'insisted' }
  | { type: 'other waits' }
  | { type: 'replaced' }
  /** Stored on this device and read back. */
  | { type: 'kept' }
  | { type: 'not kept' }
  | { type: 'answered' }
  | { type: 'again' }
  | { type: 'left as it was' }

type Transitions = {
  [type in CaptureState['type']]?: Partial<Record<CaptureEvent['type'], CaptureState['type']>>
}

const captureTransitions = { picture: 'preparing', refused: 'refused' } as const

const transitions: Transitions = {
  following: { ...captureTransitions, again: 'aiming' },
  aiming: { ...captureTransitions, 'left as it was': 'following' },
  preparing: {
    refused: 'refused',
    'other waits': 'replacing',
    kept: 'following',
    'not kept': 'direct',
    again: 'aiming',
  },
  refused: { ...captureTransitions, insisted: 'preparing', again: 'aiming', 'left as it was': 'following' },
  replacing: { replaced: 'preparing', 'left as it was': 'following' },
  direct: { answered: 'following', refused: 'refused', again: 'aiming' },
}

/** Sets the initial state. */
export const initialCapture: CaptureState = { type: 'following' }

/** Returns the next state; events that do not apply, such as a late answer, change nothing. */
export function nextCapture(capture: CaptureState, captureEvent: CaptureEvent): CaptureState {
  const type = transitions[capture.type]?.[captureEvent.type]
  if (!type || (captureEvent.type === 'insisted' && !(capture.type === 'refused' && capture.maySendAnyway)))
    return capture
  if (type === 'refused') {
    return captureEvent.type === 'refused'
      ? { type, code: captureEvent.code, maySendAnyway: captureEvent.maySendAnyway }
      : capture
  }
  return { type }
}

/** Names the screen to show; the first three are the camera's. */
export type Step =
  | 'aim'
  | 'preparing'
  | 'refused'
  /** Stored on this device, being sent, or waiting for an action of the runner. */
  | 'kept'
  | 'direct'
  /** The service has the picture and searches the album. */
  | 'searching'
  /** There is an outcome the runner has not seen. */
  | 'done'

export interface SelfieScreen {
  step: Step
  /** Why the picture was refused; only with `refused`. */
  code?: ErrorCode
  /** Whether only this device refuses the picture, so that it may be sent anyway. */
  maySendAnyway?: boolean
}

/** Returns the screen for the capture state and the status of the event's newest selfie. */
export function toSelfieScreen(capture: CaptureState, status: SelfieStatus): SelfieScreen {
  if (capture.type === 'refused')
    return { step: 'refused', code: capture.code, maySendAnyway: capture.maySendAnyway }
  if (capture.type === 'aiming') return { step: 'aim' }
  if (capture.type === 'replacing') return { step: 'preparing' }
  if (capture.type !== 'following') return { step: capture.type }
  return toScreenOfStatus(status)
}

function toScreenOfStatus(status: SelfieStatus): SelfieScreen {
  switch (status.type) {
    case 'nowhere':
      return { step: 'aim' }
    case 'refused':
      return { step: 'refused', code: status.code }
    case 'searching':
      return { step: 'searching' }
    case 'found':
    case 'nobody':
      // opening the page again after the outcome was seen starts another picture
      return { step: status.seen ? 'aim' : 'done' }
    default:
      return { step: 'kept' }
  }
}
