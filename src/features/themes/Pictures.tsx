import * as z from 'zod/mini'
import { listThemeImages, ThemeImage } from '../../../contract/themes.ts'
import { request } from '../../lib/api.ts'
import { Text, useLanguage, useText } from '../../platform/language/index.ts'
import { useLoaded } from '../../platform/loading/index.ts'
import { persisted } from '../../platform/storage/index.ts'
import { useSettings } from '../../platform/theme/index.ts'

/** Caches the list of the last visit; the pictures themselves are cached by the service worker. */
const persistedImages = persisted({
  key: 'themeImages',
  schema: z.nullable(z.array(ThemeImage)),
  initial: null,
})

const maxPictures = 50

/** Shows the theme's pictures in a row with horizontal scrolling on phones, and the logos of its partners. */
export function Pictures() {
  const text = useText()
  const { language } = useLanguage()
  const { theme, hideBannerOnHome } = useSettings()
  const { value: images = [] } = useLoaded(
    `${theme} ${language}`,
    async (signal) => {
      const query = { themeId: theme, offset: 0, count: maxPictures }
      const { items } = await request(listThemeImages, { query, signal })
      persistedImages.write(items)
      return items
    },
    persistedImages.read() ?? undefined,
  )
  const slides = hideBannerOnHome ? [] : images.filter(({ place }) => place === 'slider')
  const partners = images.filter(({ place }) => place === 'partner')
  return (
    <>
      {slides.length > 0 && (
        <section
          className="wrap mt-12 overflow-x-auto [scroll-snap-type:x_mandatory]"
          aria-label={text('themes.pictures')}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard
          tabIndex={0}
        >
          <ul className="flex gap-2 lg:gap-8">
            {slides.map((image) => (
              <li key={image.id} className="w-[84%] flex-none snap-start md:w-auto md:flex-1">
                <Picture image={image} className="rounded-print" />
              </li>
            ))}
          </ul>
        </section>
      )}
      {partners.length > 0 && (
        <section className="wrap mt-12" aria-labelledby="partners">
          <h2 id="partners" className="display-d3">
            <Text id="themes.partners" />
          </h2>
          <ul className="mt-4 flex flex-wrap items-center gap-x-12 gap-y-6">
            {partners.map((image) => (
              <li key={image.id}>
                <Picture image={image} className="h-8 w-auto" />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Picture({ image, className }: { image: ThemeImage; className: string }) {
  const { url, width, height, alt } = image
  return <img className={className} src={url} width={width} height={height} alt={alt} loading="lazy" />
}
