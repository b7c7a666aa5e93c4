import type { Language } from '../../../contract/common.ts'
import type { Seller } from '../../../contract/settings.ts'
import { namesIn } from '../../../contract/tenant-names.ts'
import type { Tenant } from '../../platform/context.ts'
import { createCatalogue, intlFor } from '../../platform/language/catalogue.ts'
import { termsOfSale } from '../../platform/seller.ts'
import { type Block, documentLanguages, writeDocument } from '../tenants/index.ts'
import en from './messages.en.json' with { type: 'json' }
import es from './messages.es.json' with { type: 'json' }
import ru from './messages.ru.json' with { type: 'json' }

const sayIn = createCatalogue({ ru, en, es })

const currencyCodes = { 643: 'RUB', 840: 'USD' } as const

/**
 * Returns a tenant's terms of sale as PDF: the tenant's own file, or a document generated from the settings. The latter is in
 * each language of the tenant, the start language first.
 *
 * @param site host of the request
 * @param fastDiscountPercent discount of a fast payment; undefined where the tenant's bank cannot take one
 */
export function writeOffer(tenant: Tenant, site: string, fastDiscountPercent: number | undefined): Buffer {
  const { brand, settings } = tenant
  const { seller, refundDays: days } = termsOfSale(settings)
  const { email } = seller
  const own = brand.offer && brand.files.get(brand.offer)
  if (own) return Buffer.from(own)
  const toPart = (language: Language) => ({ language, blocks: toBlocks(language) })
  const toBlocks = (language: Language): Block[] => {
    const say = sayIn(language)
    const { tenantName } = namesIn(settings, language)
    const currency =
      intlFor(language).formatDisplayName(currencyCodes[settings.currencyId], { type: 'currency' }) ?? ''
    return [
      { kind: 'title', text: say('title') },
      { kind: 'text', text: say('intro', { tenantName, site }) },
      { kind: 'heading', text: say('seller') },
      ...sellerLines(seller).map((text) => ({ kind: 'text', text }) as const),
      { kind: 'heading', text: say('sold') },
      { kind: 'item', text: say('sold.files') },
      { kind: 'item', text: say('sold.package') },
      { kind: 'item', text: say('sold.gift') },
      { kind: 'heading', text: say('price') },
      { kind: 'text', text: say('price.text', { currency }) },
      { kind: 'text', text: say('price.least') },
      ...(fastDiscountPercent
        ? [{ kind: 'text', text: say('price.fast', { percent: fastDiscountPercent }) } as const]
        : []),
      { kind: 'heading', text: say('delivery') },
      { kind: 'text', text: say('delivery.text', { email }) },
      { kind: 'heading', text: say('refund') },
      { kind: 'text', text: say('refund.use') },
      { kind: 'text', text: say('refund.text', { email, days }) },
    ]
  }
  const [first, ...others] = documentLanguages(settings)
  return writeDocument({
    title: `${sayIn(first)('title')} — ${namesIn(settings, first).tenantName}`,
    author: seller.name,
    parts: [toPart(first), ...others.map(toPart)],
  })
}

/** Returns the seller's name, numbers, address and contacts, one line each. */
function sellerLines(seller: Seller): string[] {
  const { name, taxNumber, registrationNumber, address, email, phone } = seller
  const numbers = [taxNumber, registrationNumber].filter(Boolean).join(' · ')
  const contacts = [email, phone].filter(Boolean).join(' · ')
  return [name, numbers, address ?? '', contacts].filter((line) => line !== '')
}
