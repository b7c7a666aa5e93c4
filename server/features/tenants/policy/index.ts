import type { Language } from '../../../../contract/common.ts'
import { getTenantNames } from '../../../../contract/tenant-names.ts'
import type { Tenant } from '../../../platform/context.ts'
import { type FormatMessage, loadCatalogue } from '../../../platform/language/catalogue.ts'
import { documentLanguages, writeDocument } from './document.ts'
import type messages from './messages.ru.json'
import type { Block } from './write-pdf.ts'

const getFormatter = loadCatalogue<keyof typeof messages>(import.meta.dirname)

/**
 * Returns a tenant's privacy policy as PDF: the tenant's file, or a generated document. The latter names the legal entity, site
 * and support, and states what is stored of selfies and for how long. It is in every language of the tenant, the start language
 * first.
 *
 * @param host host of the request
 */
export function renderPolicy({ brand, settings }: Tenant, host: string): Buffer {
  const ownDocument = brand.policy && brand.files.get(brand.policy)
  if (ownDocument) return Buffer.from(ownDocument)
  const { legalEntity, supportEmail, lang } = settings
  const getValues = (language: Language) => ({
    ...{ legalEntity, supportEmail, site: host },
    tenantName: getTenantNames(settings, language).tenantName,
  })
  const toPart = (language: Language) => ({
    language,
    blocks: toBlocks(getFormatter(language), getValues(language)),
  })
  const [firstLanguage, ...otherLanguages] = documentLanguages(settings)
  return writeDocument({
    title: `${getFormatter(lang)('title')} — ${getTenantNames(settings, lang).tenantName}`,
    author: legalEntity,
    parts: [toPart(firstLanguage), ...otherLanguages.map(toPart)],
  })
}

const blockOrder: readonly [keyof typeof messages, Block['kind']][] = [
  ['title', 'title'],
  ['operator', 'text'],
  ['kept', 'heading'],
  ['kept.email', 'item'],
  ['kept.order', 'item'],
  ['kept.photos', 'item'],
  ['kept.device', 'item'],
  ['face', 'heading'],
  ['face.why', 'text'],
  ['face.picture', 'item'],
  ['face.measures', 'item'],
  ['face.bought', 'item'],
  ['face.event', 'item'],
  ['not', 'heading'],
  ['not.text', 'text'],
  ['rights', 'heading'],
  ['rights.text', 'text'],
]

const toBlocks = (
  format: FormatMessage<keyof typeof messages>,
  values: Readonly<Record<string, string>>,
): Block[] => blockOrder.map(([key, kind]) => ({ kind, text: format(key, values) }))
