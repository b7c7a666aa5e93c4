import { type ComponentType, useEffect, useState } from 'react'
import { reportError } from '../../platform/errors/index.ts'
import { useLanguage } from '../../platform/language/index.ts'
import { useSettings } from '../../platform/theme/index.ts'

/** Pictures and partners of the tenant's theme below the events on the home page. Loads nothing for a theme without images. */
export function ThemePictures() {
  const { images } = useSettings()
  const { requestTexts } = useLanguage()
  const [Pictures, setPictures] = useState<ComponentType>()
  useEffect(() => {
    if (!images) return
    Promise.all([import('./Pictures.tsx'), requestTexts('page')]).then(
      ([picturesModule]) => setPictures(() => picturesModule.Pictures),
      reportError,
    )
  }, [images, requestTexts])
  return images && Pictures && <Pictures />
}
