import { buildPath } from '../../../contract/call.ts'
import type { Language } from '../../../contract/common.ts'
import type { Event } from '../../../contract/events.ts'
import { isPageAddress, type Listed, listedPage } from '../../../contract/pages.ts'
import { getShareCard } from '../../../contract/photos.ts'
import { startLanguage } from '../../../contract/start-language.ts'
import { namesIn } from '../../../contract/tenant-names.ts'
import type { Context } from '../../platform/context.ts'
import { escapeHtml } from '../../platform/html.ts'
import { intlFor } from '../../platform/language/catalogue.ts'
import { type EventRow, findCover, findEvent, localText, presentCover } from '../events/index.ts'
import { countAlbum, describeShare, linkCardSize, openShare } from '../photos/index.ts'
import { headText } from './words.ts'

/** Describes a page to search engines, messengers and the browser's tab, before its code runs. */
export interface Head {
  language: Language
  title: string
  description: string
  /** Further tags of the head. */
  tags: string
  /** The event's picture at the top of its page. */
  cover?: NonNullable<Event['cover']>
  /** 404 for an unknown event, and for an address without a page. */
  status: 200 | 404
}

interface Picture {
  url: string
  width: number
  height: number
}

const locales: Record<Language, string> = { ru: 'ru_RU', en: 'en_US', es: 'es_ES' }

/** Names the shell that the service worker caches: it is used for every page, so its metadata describes none. */
export const keptShell = '/index.html'

/** Returns the start language of a visitor without a choice. @param accepted the `Accept-Language` header */
export function headLanguage(context: Context, accepted: string | undefined): Language {
  const browser = accepted?.split(/[,;]/)[0]
  return startLanguage({ settings: context.tenant.settings, saved: null, browser })
}

/**
 * Returns the head of the page at a path. Contains no personal data, except of photos shared by a link.
 *
 * @param path decoded, without query
 * @param origin scheme and host of the tenant, for absolute addresses
 */
export async function buildHead(context: Context, path: string, origin: string): Promise<Head> {
  const shared = await sharedHead(context, path, origin)
  if (shared) return shared
  const { settings } = context.tenant
  const listed = listedPage(path, settings)
  const { language } = context
  const row = listed?.eventId === undefined ? undefined : await findEvent(context, listed.eventId)
  const event = row?.state === 'Published' ? row : undefined
  if (!listed || (listed.page === 'event' && !event)) {
    const plain = plainHead(context)
    return path === keptShell
      ? plain
      : { ...plain, tags: notListed, status: listed || !isPageAddress(path) ? 404 : 200 }
  }
  const { title, description } = event ? wordsOfEvent(event, language) : wordsOfPage(listed, language)
  const own = event && (await findCover(context, event))
  const cover = own && presentCover(own)
  const picture = cover && { url: origin + cover.url, width: cover.width, height: cover.height }
  const { tenantName } = namesIn(settings, language)
  const fullTitle = `${title} — ${tenantName}`
  const url = origin + listed.canonical
  const tags = [
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    ...previewTags(context, { title: event ? title : fullTitle, description, url }),
    ...pictureTags(picture ?? { url: `${origin}/icon-512.png`, width: 512, height: 512 }, title),
    twitterCard(picture !== undefined),
    ...(event ? [structured(aboutEvent(event, { language, description, url, picture }))] : []),
  ]
  const words = { language, title: fullTitle, description, tags: tags.join('\n    ') }
  // An album starts with its photos instead.
  const isAlbum = event !== undefined && (await countAlbum(context, event.id)) > 0
  return { ...words, status: 200, ...(cover && !isAlbum && { cover }) }
}

/** Returns the head of a share link's page; undefined for another page, and for a link that has expired. */
async function sharedHead(context: Context, path: string, origin: string): Promise<Head | undefined> {
  const shareId = sharePattern.exec(path)?.[1]
  const opened = shareId === undefined ? undefined : await openShare(context, shareId)
  if (!opened) return undefined
  const { language } = context
  const { share, event } = opened
  const { headline, description } = describeShare(context, opened)
  const title = `${headline}, ${localText(event.title, language)}`
  const card = `${buildPath(getShareCard, { shareId: share.id })}?lang=${language}`
  const tags = [
    notListed,
    ...previewTags(context, { title, description, url: `${origin}/shared/${share.id}` }),
    ...pictureTags({ url: origin + card, ...linkCardSize }, headline),
    twitterCard(true),
  ]
  const { tenantName } = namesIn(context.tenant.settings, language)
  return {
    language,
    title: `${title} — ${tenantName}`,
    description,
    tags: tags.join('\n    '),
    status: 200,
  }
}

const sharePattern = /^\/shared\/([\w-]{1,128})\/?$/

/** Returns the tags of a page's preview in messengers (Open Graph), without its picture. */
function previewTags(
  { tenant, language }: Pick<Context, 'tenant' | 'language'>,
  { title, description, url }: { title: string; description: string; url: string },
): string[] {
  return [
    property('og:type', 'website'),
    property('og:site_name', namesIn(tenant.settings, language).tenantName),
    property('og:title', title),
    property('og:description', description),
    property('og:url', url),
    property('og:locale', locales[language]),
  ]
}

const twitterCard = (isLarge: boolean) =>
  `<meta name="twitter:card" content="${isLarge ? 'summary_large_image' : 'summary'}">`

const notListed = '<meta name="robots" content="noindex">'

/** Returns a head with only the tenant's name. */
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
  if (page === 'event') throw new Error('An event page has its own title and description')
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

/** Returns structured data of an event, https://schema.org/SportsEvent */
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

/** A data block is not executed, so the page's policy allows it. Escaping `<` keeps it from closing its element. */
const structured = (value: unknown) =>
  `<script type="application/ld+json">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`
