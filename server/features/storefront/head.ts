import { buildPath } from '../../../contract/call.ts'
import type { Event } from '../../../contract/events.ts'
import { chooseInitialLanguage } from '../../../contract/language/initial-language.ts'
import { type Language, toRegionalLocale } from '../../../contract/language/languages.ts'
import { findListedPage, isPageAddress, type ListedAddress } from '../../../contract/pages.ts'
import { getShareCard } from '../../../contract/photos.ts'
import { getTenantNames } from '../../../contract/tenant-names.ts'
import type { Context } from '../../platform/context.ts'
import { escapeHtml } from '../../platform/html.ts'
import { getIntl } from '../../platform/language/catalogue.ts'
import { findCover, presentCover } from '../event-overview/index.ts'
import { type EventRow, findEvent, resolveLocalText } from '../events/index.ts'
import { countAlbum, describeShare, findValidShare, linkCardSize } from '../photos/index.ts'
import { formatHeadText } from './messages.ts'

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

/** Names the shell that the service worker caches: it is used for every page, so its metadata describes none. */
export const cachedShellPath = '/index.html'

/** Returns the start language of a visitor without a choice. @param accepted the `Accept-Language` header */
export function chooseLanguage(context: Context, accepted: string | undefined): Language {
  const browserLanguage = accepted?.split(/[,;]/)[0]
  return chooseInitialLanguage({
    settings: context.tenant.settings,
    savedLanguage: null,
    browserLanguage,
  })
}

/**
 * Returns the head of the page at a path. Contains no personal data, except of photos shared by a link.
 *
 * @param path decoded, without query
 * @param origin scheme and host of the tenant, for absolute addresses
 */
export async function buildHead(context: Context, path: string, origin: string): Promise<Head> {
  const shareHead = await buildShareHead(context, path, origin)
  if (shareHead) return shareHead
  const { settings } = context.tenant
  const listedPage = findListedPage(path, settings)
  const { language } = context
  const row = listedPage?.eventId === undefined ? undefined : await findEvent(context, listedPage.eventId)
  const event = row?.state === 'Published' ? row : undefined
  if (!listedPage || (listedPage.page === 'event' && !event)) {
    const defaultHead = buildPlainHead(context)
    return path === cachedShellPath
      ? defaultHead
      : { ...defaultHead, tags: noIndexTag, status: listedPage || !isPageAddress(path) ? 404 : 200 }
  }
  const { title, description } = event ? describeEvent(event, language) : describePage(listedPage, language)
  const eventCover = event && (await findCover(context, event))
  const cover = eventCover && presentCover(eventCover)
  const picture = cover && { url: origin + cover.url, width: cover.width, height: cover.height }
  const { tenantName } = getTenantNames(settings, language)
  const fullTitle = `${title} — ${tenantName}`
  const url = origin + listedPage.canonical
  const tags = [
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    ...renderPreviewTags(context, { title: event ? title : fullTitle, description, url }),
    ...renderPictureTags(picture ?? { url: `${origin}/icon-512.png`, width: 512, height: 512 }, title),
    renderTwitterCard(picture !== undefined),
    ...(event ? [renderStructuredData(buildEventData(event, { language, description, url, picture }))] : []),
  ]
  const texts = { language, title: fullTitle, description, tags: tags.join('\n    ') }
  // No cover for an event with an album: its page starts with the photos.
  const isAlbum = event !== undefined && (await countAlbum(context, event.id)) > 0
  return { ...texts, status: 200, ...(cover && !isAlbum && { cover }) }
}

/** Returns the head of a share link's page; undefined for another page, and for a link that has expired. */
async function buildShareHead(context: Context, path: string, origin: string): Promise<Head | undefined> {
  const shareId = sharePattern.exec(path)?.[1]
  const openedShare = shareId === undefined ? undefined : await findValidShare(context, shareId)
  if (!openedShare) return undefined
  const { language } = context
  const { share, event } = openedShare
  const { headline, description } = describeShare(context, openedShare)
  const title = `${headline}, ${resolveLocalText(event.title, language)}`
  const card = `${buildPath(getShareCard, { shareId: share.id })}?lang=${language}`
  const tags = [
    noIndexTag,
    ...renderPreviewTags(context, { title, description, url: `${origin}/shared/${share.id}` }),
    ...renderPictureTags({ url: origin + card, ...linkCardSize }, headline),
    renderTwitterCard(true),
  ]
  const { tenantName } = getTenantNames(context.tenant.settings, language)
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
function renderPreviewTags(
  { tenant, language }: Pick<Context, 'tenant' | 'language'>,
  { title, description, url }: { title: string; description: string; url: string },
): string[] {
  return [
    renderProperty('og:type', 'website'),
    renderProperty('og:site_name', getTenantNames(tenant.settings, language).tenantName),
    renderProperty('og:title', title),
    renderProperty('og:description', description),
    renderProperty('og:url', url),
    renderProperty('og:locale', toRegionalLocale(language).replace('-', '_')),
  ]
}

const renderTwitterCard = (isLarge: boolean) =>
  `<meta name="twitter:card" content="${isLarge ? 'summary_large_image' : 'summary'}">`

const noIndexTag = '<meta name="robots" content="noindex">'

/** Returns a head with only the tenant's name. */
export function buildPlainHead({ tenant, language }: Context): Head {
  const description = formatHeadText(language, 'other.text')
  return {
    language,
    title: getTenantNames(tenant.settings, language).tenantName,
    description,
    tags: '',
    status: 200,
  }
}

function describePage({ page }: ListedAddress, language: Language) {
  if (page === 'event') throw new Error('An event page has its own title and description')
  return {
    title: formatHeadText(language, `${page}.title`),
    description: formatHeadText(language, `${page}.text`),
  }
}

function describeEvent(event: EventRow, language: Language) {
  const title = resolveLocalText(event.title, language)
  const city = resolveLocalText(event.city, language)
  const options = { dateStyle: 'long', timeZone: event.timeZone } as const
  const day = getIntl(language).formatDate(event.startsOn, options)
  return {
    title,
    description: formatHeadText(language, 'event.text', { title, city, day }),
  }
}

const renderProperty = (name: string, content: string) =>
  `<meta property="${name}" content="${escapeHtml(content)}">`

const renderPictureTags = ({ url, width, height }: Picture, alt: string) => [
  renderProperty('og:image', url),
  renderProperty('og:image:width', String(width)),
  renderProperty('og:image:height', String(height)),
  renderProperty('og:image:alt', alt),
]

interface EventDataInput {
  language: Language
  description: string
  url: string
  picture: Picture | undefined
}

/** Returns structured data of an event, https://schema.org/SportsEvent */
function buildEventData(event: EventRow, { language, description, url, picture }: EventDataInput) {
  const city = resolveLocalText(event.city, language)
  return {
    '@context': 'https://schema.org',
    '@type': 'SportsEvent',
    name: resolveLocalText(event.title, language),
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
const renderStructuredData = (value: unknown) =>
  `<script type="application/ld+json">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`
