import type { Settings } from './settings.ts'

/** Lists the third-party hosts that a tenant's settings allow in its pages. Shared, because client and server must agree. */

/** Lists the hosts of Yandex.Metrika: that of its script, and those that the script reports to. */
export const metrikaCounter = {
  script: 'https://mc.yandex.ru/metrika/tag.js',
  scriptOrigin: 'https://mc.yandex.ru',
  reportOrigins: ['https://mc.yandex.ru', 'https://mc.yandex.com'],
} as const

/** Returns the number of the tenant's counter, or undefined when it has none or the id is not a number. */
export function findCounterId({ analytics }: Pick<Settings, 'analytics'>): number | undefined {
  const { counterId = '' } = analytics
  return /^\d{1,12}$/.test(counterId) ? Number(counterId) : undefined
}

/** Path of the page that the server wraps around a feedback widget that is a script. */
export const feedbackWidgetPath = '/public/feedback'

/** Describes the frame of a tenant's feedback widget. */
export interface FeedbackWidget {
  /** URL of the frame. */
  frame: string
  /** Origin that the frame's policy must allow. */
  origin: string
  /** Set when the widget is a script. The frame is then the server's page around it. */
  script?: string
}

/** Scheme, host and port, then the path. Addresses with credentials do not match. */
const webUrlPattern = /^(https?:\/\/[a-z\d.-]+(?::\d+)?)(\/[^?#\s]*)?(?:[?#]\S*)?$/i

/** Returns the tenant's feedback widget, or undefined when it has none or its address is unsafe. */
export function findFeedbackWidget({
  feedbackWidgetUrl = '',
}: Pick<Settings, 'feedbackWidgetUrl'>): FeedbackWidget | undefined {
  const [frame, origin, path] = webUrlPattern.exec(feedbackWidgetUrl) ?? []
  if (frame === undefined || origin === undefined) return undefined
  return path?.endsWith('.js') ? { frame: feedbackWidgetPath, origin, script: frame } : { frame, origin }
}
