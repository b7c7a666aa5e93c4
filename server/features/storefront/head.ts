import type { Language } from '../../../contract/common.ts'
import type { Event } from '../../../contract/events.ts'
import { type Listed, listedPage } from '../../../contract/pages.ts'
import { startLanguage } from '../../../contract/start-language.ts'
import { namesIn } from '../../../contract/tenant-names.ts'
import type { Context } from '../../platform/context.ts'
import { escapeHtml } from '../../platform/html.ts'
import { intlFor } from '../../platform/language/catalogue.ts'
import { coverOf, type EventRow, findEvent, localText, presentCover } from '../events/index.ts'
import { headText } from './words.ts'

/** What a page says of itself before any of its code runs: to search engines, messengers and the browser's tab. */
export interface Head {
  language: Language
  title: string
  description: string
  /** Tags to stand in the head beside title and description. */
  tags: string
  /** The event's picture, which stands at the top of its page. */
  cover?: NonNullable<Event['cover']>
  /** 404 for an event that is not there. */
  status: 200 | 404
}

interface Picture {
  url: string
  width: number
  height: number
}

const locales: Record<Language, string> = { ru: 'ru_RU', en: 'en_US', es: 'es_ES' }

/** The shell as the service worker keeps it: it stands in for every page, so it claims to be none. */
export const keptShell = '/index.html'

/** The language a page starts in for somebody who has chosen none. @param accepted its `Accept-Language` header */
export function headLanguage(context: Context, accepted: string | undefined): Language {
  const browser = accepted?.split(/[,;]/)[0]
  return startLanguage({ settings: context.tenant.settings, saved: null, browser })
}

/**
 * The head of the page at a path. Says nothing of what is somebody's own: no number, name or id but an event's.
 *
 * @param path decoded, without query
 * @param origin scheme and host of the tenant, for addresses in it
 */
export async function headOf(context: Context, path: string, origin: string): Promise<Head> {
  const { settings } = context.tenant
  const listed = listedPage(path, settings)
  const { language } = context
  const row = listed?.eventId === undefined ? undefined : await findEvent(context, listed.eventId)
  const event = row?.state === 'Published' ? row : undefined
  if (!listed || (listed.page === 'event' && !event)) {
    const plain = plainHead(context)
    return path === keptShell ? plain : { ...plain, tags: notListed, status: listed ? 404 : 200 }
  }
  const { title, description } = event ? wordsOfEvent(event, language) : wordsOfPage(listed, language)
  const own = event && (await coverOf(context, event))
  const cover = own && presentCover(own)
  const picture = cover && { url: origin + cover.url, width: cover.width, height: cover.height }
  const { tenantName } = namesIn(settings, language)
  const fullTitle = `${title} — ${tenantName}`
  const url = origin + listed.canonical
  const tags = [
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    property('og:type', 'website'),
    property('og:site_name', tenantName),
    property('og:title', event ? title : fullTitle),
    property('og:description', description),
    property('og:url', url),
    property('og:locale', locales[language]),
    ...pictureTags(picture ?? { url: `${origin}/icon-512.png`, width: 512, height: 512 }, title),
    `<meta name="twitter:card" content="${picture ? 'summary_large_image' : 'summary'}">`,
    ...(event ? [structured(aboutEvent(event, { language, description, url, picture }))] : []),
  ]
  const words = { language, title: fullTitle, description, tags: tags.join('\n    ') }
  return { ...words, status: 200, ...(cover && { cover }) }
}

const notListed = '<meta name="robots" content="noindex">'

/** Says only whose page it is. */
export function plainHead({ tenant, language }: Context): Head {
  const description = headText(language, 'other.text')
  return {
    language,
    title: namesIn(tenant.settings, language).tenantName,
    description,
    tags: '',
    status: 200,
  }
}

function wordsOfPage({ page }: Listed, language: Language) {
  if (page === 'event') throw new Error('An event has words of its own')
  return { title: headText(language, `${page}.title`), description: headText(language, `${page}.text`) }
}

function wordsOfEvent(event: EventRow, language: Language) {
  const title = localText(event.title, language)
  const city = localText(event.city, language)
  const options = { dateStyle: 'long', timeZone: event.timeZone } as const
  const day = intlFor(language).formatDate(event.startsOn, options)
  return {
    title,
    description: headText(language, 'event.text', { title, city, day }),
  }
}

const property = (name: string, content: string) =>
  `<meta property="${name}" content="${escapeHtml(content)}">`

const pictureTags = ({ url, width, height }: Picture, alt: string) => [
  property('og:image', url),
  property('og:image:width', String(width)),
  property('og:image:height', String(height)),
  property('og:image:alt', alt),
]

interface AboutEvent {
  language: Language
  description: string
  url: string
  picture: Picture | undefined
}

/** https://schema.org/SportsEvent */
function aboutEvent(event: EventRow, { language, description, url, picture }: AboutEvent) {
  const city = localText(event.city, language)
  return {
    '@context': 'https://schema.org',
    '@type': 'SportsEvent',
    name: localText(event.title, language),
    description,
    sport: event.sport,
    startDate: event.startsOn.toISOString(),
    endDate: event.endsOn.toISOString(),
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: {
      '@type': 'Place',
      name: city,
      address: { '@type': 'PostalAddress', addressLocality: city, addressCountry: event.country },
    },
    ...(picture && { image: [picture.url] }),
    url,
    inLanguage: language,
  }
}

/** A data block runs nothing, so the page's policy lets it be; it cannot close its own element. */
const structured = (value: unknown) =>
  `<script type="application/ld+json">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`
