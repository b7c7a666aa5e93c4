import type { Settings } from './settings.ts'

/** What a tenant's settings let into its pages from other hosts: both sides must know it alike. */

/** Yandex.Metrika: its script, and the hosts that the script tells. */
export const counter = {
  script: 'https://mc.yandex.ru/metrika/tag.js',
  scriptOrigin: 'https://mc.yandex.ru',
  toldOrigins: ['https://mc.yandex.ru', 'https://mc.yandex.com'],
} as const

/** The number of the tenant's counter; undefined when it has none. What is no number is none. */
export function counterOf({ analytics }: Pick<Settings, 'analytics'>): number | undefined {
  const { counterId = '' } = analytics
  return /^\d{1,12}$/.test(counterId) ? Number(counterId) : undefined
}

/** Where the server hosts a feedback widget that is a script and not a page. */
export const feedbackHost = '/public/feedback'

export interface Feedback {
  /** What the frame shows. */
  frame: string
  /** What the frame's policy has to allow. */
  origin: string
  /** The widget is a script, so the frame is a page of ours around it. */
  script?: string
}

/** Scheme, host and port, then the path; an address with a user in it is none. */
const webAddress = /^(https?:\/\/[a-z\d.-]+(?::\d+)?)(\/[^?#\s]*)?(?:[?#]\S*)?$/i

/** The tenant's feedback widget; undefined when it has none, or one of no safe address. */
export function feedbackOf({
  feedbackWidgetUrl = '',
}: Pick<Settings, 'feedbackWidgetUrl'>): Feedback | undefined {
  const [frame, origin, path] = webAddress.exec(feedbackWidgetUrl) ?? []
  if (frame === undefined || origin === undefined) return undefined
  return path?.endsWith('.js') ? { frame: feedbackHost, origin, script: frame } : { frame, origin }
}
