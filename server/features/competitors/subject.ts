import { foldText } from '../../platform/fold-text.ts'
import { newId, sha256 } from '../../platform/ids.ts'

/**
 * Binds the answers “this is me” to the device that gives them, because any device can request a token for a number or a
 * surname.
 */
interface DeviceBound {
  /** From `deriveDeviceId`. Absent in data of earlier releases: such answers do not count. */
  readonly device?: string | undefined
}

/** The subject of a search token. Numbers are in their normal form, surnames folded. */
export type Subject =
  | { readonly kind: 'event' }
  | ({ readonly kind: 'number'; readonly number: string } & DeviceBound)
  | ({ readonly kind: 'competitor'; readonly competitorId: string; readonly number: string } & DeviceBound)
  | ({ readonly kind: 'surname'; readonly surname: string } & DeviceBound)
  | ({ readonly kind: 'face'; readonly selfieId: string; readonly personId: string } & DeviceBound)
  /** Photos that a runner shares by a link, for others to buy. */
  | { readonly kind: 'share'; readonly shareId: string }

/** Claims of a verified search token. */
export interface SearchClaims {
  readonly tenant: string
  readonly eventId: string
  readonly subject: Subject
  readonly expiresOn: Date
}

/**
 * Returns the key of the person searched for, the same for every caller: one package of a person, one price. Searching for a
 * runner by name or by number gives the same key. Undefined for the whole event.
 */
export function toPersonKey(subject: Subject): string | undefined {
  if (subject.kind === 'event') return undefined
  if (subject.kind === 'surname') return `surname:${subject.surname}`
  if (subject.kind === 'face') return `face:${subject.personId}`
  if (subject.kind === 'share') return `share:${subject.shareId}`
  return `number:${subject.number}`
}

/**
 * Returns the key under which answers (“this is me”) are stored and links are owned; undefined where no answers count. A face
 * has the same key on every device with its selfie. Any device can search for a number or a surname, so those keys include the
 * device.
 */
export function toAnswersKey(subject: Subject): string | undefined {
  if (subject.kind === 'event' || subject.kind === 'share') return undefined
  if (subject.kind === 'face') return toPersonKey(subject)
  return subject.device === undefined ? undefined : `${toPersonKey(subject)}@${subject.device}`
}

/**
 * Returns a key of `toPersonKey` or `toAnswersKey` with its surname folded by the current `foldText`. Other keys are unchanged.
 */
export function refoldKey(key: string): string {
  return key.replace(/^(surname:)([^@]*)/, (_, kind: string, surname: string) => kind + foldText(surname))
}

/**
 * Returns the device id for a token, from which the device key cannot be derived.
 *
 * @param deviceKey secret of the device; absent: the answers belong to this one token
 */
export function deriveDeviceId(eventId: string, deviceKey: string | undefined): string {
  return deviceKey === undefined ? newId() : sha256(`${eventId} ${deviceKey}`)
}
