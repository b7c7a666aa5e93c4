import type { Feature } from '../../platform/services.ts'
import { findPaymentTypes, type SupportsPayment } from '../invoices/index.ts'
import { renderTermsOfSale } from './write-offer.ts'

const sampleAmount = 100_00

/**
 * Serves the terms of sale of the tenant of the request's host.
 *
 * @param supportsPayment tells which banks support which payments; decides whether the offer names the discount of a fast
 *   payment
 */
export function createOfferFeature({ supportsPayment }: { supportsPayment: SupportsPayment }): Feature {
  return {
    routes: (app) => {
      app.get('/offer.pdf', { schema: { hide: true } }, async (request, reply) => {
        const context = await app.getContext(request)
        const { currencyId } = context.tenant.settings
        const types = findPaymentTypes(context, supportsPayment, { amount: sampleAmount, currencyId })
        const fast = types.find(({ kind }) => kind === 'FastPayment')
        return reply
          .header('cache-control', 'max-age=3600')
          .header('vary', 'host')
          .header('x-content-type-options', 'nosniff')
          .type('application/pdf')
          .send(renderTermsOfSale(context.tenant, request.host, fast?.discountPercent))
      })
    },
  }
}
