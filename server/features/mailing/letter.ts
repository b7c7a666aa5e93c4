import type { Language } from '../../../contract/common.ts'
import type { Seller } from '../../../contract/settings.ts'
import type { DocumentPalette } from '../../platform/document-palette.ts'
import { loadCatalogue } from '../../platform/language/catalogue.ts'
import type { RequestLetterContent } from '../requests/index.ts'
import type messages from './messages.ru.json'
import { type Letter, type PricedLine, renderLetter, type Thumb } from './render-letter.ts'

export const getFormatter = loadCatalogue<keyof typeof messages>(import.meta.dirname)

/**
 * Selects the letter: about a paid order, a pre-order without photos yet, an order of gift codes only, later photos, photos
 * given to a runner, or photos received as a gift.
 */
export type LetterKind = 'purchase' | 'preorder' | 'gifts' | 'more' | 'given' | 'received'

/** Letters about orders without files. */
const kindsWithoutFiles: ReadonlySet<LetterKind> = new Set(['preorder', 'gifts', 'given'])

const textKeys = {
  purchase: { subject: 'subject', headline: 'headline' },
  preorder: { subject: 'subjectPreorder', headline: 'headlinePreorder' },
  gifts: { subject: 'subjectGifts', headline: 'headlineGifts' },
  more: { subject: 'subjectMore', headline: 'headlineMore' },
  given: { subject: 'subjectGiven', headline: 'headlineGiven' },
  received: { subject: 'subjectReceived', headline: 'headlineReceived' },
} as const

/** The seller and the refund terms; absolute addresses. */
export interface SaleTerms {
  readonly seller: Seller
  readonly refundDays: number
  readonly offerUrl: string
  readonly policyUrl: string
}

export interface LetterContent {
  readonly kind: LetterKind
  readonly language: Language
  readonly tenantName: string
  readonly supportEmail: string
  readonly palette: DocumentPalette
  readonly orderNumber: string
  readonly total: string
  /** Absolute address of the order's page. */
  readonly orderUrl: string
  /** Title of the event and time of payment in its time zone; undefined when the event was deleted. */
  readonly event: { readonly title: string; readonly when: string } | undefined
  /** Message of the giver to the runner who receives the gift; undefined for none. */
  readonly giftMessage: string | undefined
  /** Bought items, with their prices as text. */
  readonly items: readonly PricedLine[]
  /** Discount of the payment type, with its title. */
  readonly discount: PricedLine | undefined
  /** Pictures of bought photos, attached to the letter. */
  readonly thumbs: readonly Thumb[]
  /** Absolute address of the receipt; undefined for a free order. */
  readonly receiptUrl: string | undefined
  readonly terms: SaleTerms
  /** Permanent absolute addresses of the first files. */
  readonly files: readonly { readonly title: string; readonly url: string }[]
  readonly filesCount: number
  /** Size of all files in bytes. */
  readonly filesSize: number
  /** Bought gift codes, with the event for which each is valid. */
  readonly codes: readonly { readonly code: string; readonly event: string }[]
}

/** Returns the letter about a completed order: subject, plain text, and HTML without external resources. */
export function createOrderLetter(content: LetterContent): Letter {
  const format = getFormatter(content.language)
  const {
    kind,
    orderNumber: number,
    total,
    orderUrl,
    files,
    filesCount,
    filesSize,
    codes,
    event,
    giftMessage,
    terms,
  } = content
  const { discount } = content
  const count = kind === 'gifts' ? codes.length : filesCount
  const unlistedFiles = filesCount - files.length
  // Later photos are free, and received ones were paid by their giver.
  const isBill = kind !== 'more' && kind !== 'received'
  return renderLetter({
    ...content,
    subject: format(textKeys[kind].subject, { number, count }),
    headline: format(textKeys[kind].headline, { count }),
    order: format('numberOfOrder', { number }),
    lead: event?.title ?? '',
    when: event?.when,
    ...(giftMessage !== undefined && { fields: [{ label: format('giftMessage'), value: giftMessage }] }),
    action: { label: format(kindsWithoutFiles.has(kind) ? 'openOrder' : 'open'), url: orderUrl },
    ...(filesCount > 0 && {
      // at least 0.1: a small file has a size too
      actionNote: format('size', {
        count: filesCount,
        megabytes: Math.max(1, Math.round(filesSize / 1e5)) / 10,
      }),
    }),
    ...(isBill && {
      sums: [
        ...content.items,
        ...(discount
          ? [{ title: format('sum.discount', { title: discount.title }), sum: `−${discount.sum}` }]
          : []),
      ],
      paid: { title: format('sum.paid'), sum: total },
    }),
    codes: { title: format('codes'), list: codes },
    links: content.receiptUrl === undefined ? [] : [{ title: format('receipt'), url: content.receiptUrl }],
    files,
    ...(kind !== 'received' && {
      refund: {
        question: format('refund.question'),
        answer: format('refund.answer', { days: terms.refundDays }),
      },
    }),
    notes: [
      ...(unlistedFiles > 0 ? [format('more', { count: unlistedFiles })] : []),
      ...(kind === 'preorder' ? [format('later')] : []),
      ...(kind === 'given' ? [format('given')] : []),
      ...(codes.length > 0 ? [format('codesUse')] : []),
      format('keep'),
      format('help', { email: content.supportEmail }),
    ],
    foot: {
      seller: format('seller', { seller: formatSeller(terms.seller) }),
      links: [
        { title: format('offer'), url: terms.offerUrl },
        { title: format('policy'), url: terms.policyUrl },
      ],
    },
  })
}

const formatSeller = ({ name, taxNumber, registrationNumber, address }: Seller) =>
  [name, taxNumber, registrationNumber, address].filter((part) => part !== undefined).join(', ')

/** Returns the letter to the recipient of a gift code: what it is for, where to go, how to use it. */
export function createGiftLetter(
  content: Pick<LetterContent, 'language' | 'tenantName' | 'supportEmail' | 'palette'> & {
    readonly code: string
    readonly event: string
    /** Absolute address of the event's page. */
    readonly eventUrl: string
  },
): Letter {
  const format = getFormatter(content.language)
  const { code, event, eventUrl } = content
  return renderLetter({
    ...content,
    subject: format('subjectGift', { event }),
    headline: format('headlineGift'),
    lead: format('leadGift', { event }),
    action: { label: format('openEvent'), url: eventUrl },
    codes: { title: format('codeYours'), list: [{ code, event }] },
    links: [],
    files: [],
    notes: [format('codesUse'), format('help', { email: content.supportEmail })],
  })
}

/** Returns the letter about a refund. */
export function createRefundLetter(
  content: Pick<
    LetterContent,
    'language' | 'tenantName' | 'supportEmail' | 'palette' | 'orderNumber' | 'orderUrl'
  > & {
    /** Refunded amount. */
    readonly amount: string
    /** Absolute address of its receipt. */
    readonly receiptUrl: string | undefined
  },
): Letter {
  const format = getFormatter(content.language)
  const { orderNumber: number, amount, orderUrl, receiptUrl } = content
  return renderLetter({
    ...content,
    subject: format('subjectRefund', { number, amount }),
    headline: format('headlineRefund'),
    lead: format('leadRefund', { number, amount }),
    action: { label: format('openOrder'), url: orderUrl },
    codes: { title: '', list: [] },
    links: receiptUrl === undefined ? [] : [{ title: format('receiptRefund'), url: receiptUrl }],
    files: [],
    notes: [format('refundWhen'), format('help', { email: content.supportEmail })],
  })
}

/** Returns a letter to the tenant with all fields of a request. User input is escaped. */
export function createRequestLetter({
  title,
  fields,
  answer,
  ...content
}: Omit<RequestLetterContent, 'to' | 'replyTo'> &
  Pick<LetterContent, 'language' | 'tenantName' | 'palette'>): Letter {
  return renderLetter({
    ...content,
    headline: title,
    lead: '',
    fields,
    action: answer,
    codes: { title: '', list: [] },
    links: [],
    files: [],
    notes: [],
  })
}

/** Returns the letter of a photo alert: the photos are ready, and how to unsubscribe. */
export function createAlertLetter(
  content: Pick<LetterContent, 'language' | 'tenantName' | 'supportEmail' | 'palette'> & {
    readonly event: string
    /** Bib whose photos are ready; null: photos of the event. */
    readonly number: string | null
    /** Absolute addresses. */
    readonly photosUrl: string
    readonly unsubscribeUrl: string
  },
): Letter {
  const format = getFormatter(content.language)
  const { event, number, photosUrl, unsubscribeUrl } = content
  return renderLetter({
    ...content,
    subject: format('alert.subject', { event }),
    headline: format('alert.headline'),
    lead: number === null ? format('alert.lead', { event }) : format('alert.leadOfNumber', { event, number }),
    action: { label: format('alert.open'), url: photosUrl },
    codes: { title: '', list: [] },
    links: [{ title: format('alert.stop'), url: unsubscribeUrl }],
    files: [],
    notes: [format('alert.why'), format('help', { email: content.supportEmail })],
  })
}
