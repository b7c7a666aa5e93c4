import type { Language } from '../../../contract/common.ts'
import type { Seller } from '../../../contract/settings.ts'
import { getTenantNames } from '../../../contract/tenant-names.ts'
import type { Tenant } from '../../platform/context.ts'
import { getIntl, loadCatalogue } from '../../platform/language/catalogue.ts'
import { getTermsOfSale } from '../../platform/seller.ts'
import { type Block, documentLanguages, writeDocument } from '../tenants/index.ts'
import type messages from './messages.ru.json'

const getFormatter = loadCatalogue<keyof typeof messages>(import.meta.dirname)

const currencyCodes = { 643: 'RUB', 840: 'USD' } as const

/**
 * Returns a tenant's terms of sale as PDF: the tenant's own file, or a document generated from the settings. The latter is in
 * each language of the tenant, the start language first.
 *
 * @param host host of the request
 * @param fastDiscountPercent discount of a fast payment; undefined where the tenant's bank cannot take one
 */
export function renderTermsOfSale(
  tenant: Tenant,
  host: string,
  fastDiscountPercent: number | undefined,
): Buffer {
  const { brand, settings } = tenant
  const { seller, refundDays: days } = getTermsOfSale(settings)
  const { email } = seller
  const ownDocument = brand.offer && brand.files.get(brand.offer)
  if (ownDocument) return Buffer.from(ownDocument)
  const toPart = (language: Language) => ({ language, blocks: toBlocks(language) })
  const toBlocks = (language: Language): Block[] => {
    const format = getFormatter(language)
    const { tenantName } = getTenantNames(settings, language)
    const currency =
      getIntl(language).formatDisplayName(currencyCodes[settings.currencyId], { type: 'currency' }) ?? ''
    return [
      { kind: 'title', text: format('title') },
      { kind: 'text', text: format('intro', { tenantName, site: host }) },
      { kind: 'heading', text: format('seller') },
      ...sellerLines(seller).map((text) => ({ kind: 'text', text }) as const),
      { kind: 'heading', text: format('sold') },
      { kind: 'item', text: format('sold.files') },
      { kind: 'item', text: format('sold.package') },
      { kind: 'item', text: format('sold.gift') },
      { kind: 'heading', text: format('price') },
      { kind: 'text', text: format('price.text', { currency }) },
      { kind: 'text', text: format('price.least') },
      ...(fastDiscountPercent
        ? [{ kind: 'text', text: format('price.fast', { percent: fastDiscountPercent }) } as const]
        : []),
      { kind: 'heading', text: format('delivery') },
      { kind: 'text', text: format('delivery.text', { email }) },
      { kind: 'heading', text: format('refund') },
      { kind: 'text', text: format('refund.use') },
      { kind: 'text', text: format('refund.text', { email, days }) },
    ]
  }
  const [firstLanguage, ...otherLanguages] = documentLanguages(settings)
  return writeDocument({
    title: `${getFormatter(firstLanguage)('title')} — ${getTenantNames(settings, firstLanguage).tenantName}`,
    author: seller.name,
    parts: [toPart(firstLanguage), ...otherLanguages.map(toPart)],
  })
}

/** Returns the seller's name, numbers, address and contacts, one line each. */
function sellerLines(seller: Seller): string[] {
  const { name, taxNumber, registrationNumber, address, email, phone } = seller
  const numbers = [taxNumber, registrationNumber].filter(Boolean).join(' · ')
  const contacts = [email, phone].filter(Boolean).join(' · ')
  return [name, numbers, address ?? '', contacts].filter((line) => line !== '')
}
