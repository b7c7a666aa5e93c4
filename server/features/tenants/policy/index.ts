import type { Language } from '../../../../contract/common.ts'
import { namesIn } from '../../../../contract/tenant-names.ts'
import type { Tenant } from '../../../platform/context.ts'
import { createCatalogue, type Say } from '../../../platform/language/catalogue.ts'
import fonts from './fonts.json' with { type: 'json' }
import en from './messages.en.json' with { type: 'json' }
import es from './messages.es.json' with { type: 'json' }
import ru from './messages.ru.json' with { type: 'json' }
import { readTrueType } from './true-type.ts'
import { type Block, writePdf } from './write-pdf.ts'

const sayIn = createCatalogue({ ru, en, es })

const faces = () => ({
  text: readTrueType(Buffer.from(fonts.text, 'base64')),
  bold: readTrueType(Buffer.from(fonts.bold, 'base64')),
})
let known: ReturnType<typeof faces> | undefined

/**
 * A tenant's privacy policy as PDF: its own file, or one that names its legal entity, site and support, and says what
 * is kept of selfies and for how long; in every language of the tenant, its own first.
 *
 * @param site host that the page was asked from
 */
export function policyOf({ brand, settings }: Tenant, site: string): Buffer {
  const own = brand.policy && brand.files.get(brand.policy)
  if (own) return Buffer.from(own)
  known ??= faces()
  const languages = [settings.lang, ...settings.languages.filter((language) => language !== settings.lang)]
  const { legalEntity, supportEmail, lang } = settings
  const valuesIn = (language: Language) => ({
    ...{ legalEntity, supportEmail, site },
    tenantName: namesIn(settings, language).tenantName,
  })
  return writePdf({
    title: `${sayIn(lang)('title')} — ${namesIn(settings, lang).tenantName}`,
    author: legalEntity,
    language: lang,
    foot: legalEntity,
    parts: languages.map((language) => ({ language, blocks: blocksOf(sayIn(language), valuesIn(language)) })),
    fonts: known,
  })
}

const order: readonly [keyof typeof ru, Block['kind']][] = [
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

const blocksOf = (say: Say<keyof typeof ru>, values: Readonly<Record<string, string>>): Block[] =>
  order.map(([key, kind]) => ({ kind, text: say(key, values) }))
