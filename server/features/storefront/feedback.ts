import type { FastifyInstance } from 'fastify'
import { feedbackWidgetPath, findFeedbackWidget } from '../../../contract/third-parties.ts'
import { escapeHtml } from '../../platform/html.ts'
import { Failure } from '../../platform/http/problem.ts'
import { chooseLanguage } from './head.ts'
import { formatHeadText } from './messages.ts'

/**
 * Serves the page around a tenant's feedback widget that is a script. It runs in a separate origin without access to cart,
 * orders and storage, and may connect only to its host.
 */
export function serveFeedbackFrame(app: FastifyInstance): void {
  app.get(feedbackWidgetPath, { schema: { hide: true } }, async (request, reply) => {
    const context = await app.getContext(request)
    const feedback = findFeedbackWidget(context.tenant.settings)
    if (!feedback?.script) throw new Failure('NotFound')
    const language = chooseLanguage(context, request.headers['accept-language'])
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('vary', 'host, accept-language')
      .header('referrer-policy', 'no-referrer')
      .header('content-security-policy', buildWidgetPolicy(feedback.origin))
      .send(
        `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="robots" content="noindex">` +
          '<meta name="viewport" content="width=device-width, initial-scale=1">' +
          `<title>${escapeHtml(formatHeadText(language, 'feedback.title'))}</title>` +
          `<body><script src="${escapeHtml(feedback.script)}"></script></body></html>`,
      )
  })
}

const buildWidgetPolicy = (widget: string) =>
  [
    'sandbox allow-scripts allow-forms allow-popups',
    "default-src 'none'",
    `script-src ${widget}`,
    `style-src ${widget} 'unsafe-inline'`,
    `img-src ${widget} data: blob:`,
    `font-src ${widget} data:`,
    `connect-src ${widget}`,
    `frame-src ${widget}`,
    `form-action ${widget}`,
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; ')
