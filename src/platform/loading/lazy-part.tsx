import { type ComponentType, lazy, Suspense, useState } from 'react'
import { getHydrationData } from '../../lib/initial-data.ts'
import { type TextLevel, useLanguage } from '../language/index.ts'
import { cacheCode, useCode } from './use-code.ts'

/**
 * Creates a component whose code is loaded at its first render, or earlier with `fetch`.
 *
 * @param Placeholder rendered until the code is loaded
 * @param texts level of the texts to load with it; absent if each page that shows the part loads them
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Placeholder: ComponentType = EmptyPlaceholder,
  texts?: TextLevel,
) {
  // only Suspense leaves server-rendered content visible until its code is loaded
  const HydratedPart = lazy(async () => {
    const Part = await load()
    cacheCode(load, Part)
    return { default: Part }
  })

  function WithTexts(props: Props & { level: TextLevel }) {
    const { level, ...rest } = props
    const { requestTexts } = useLanguage()
    const { code: Part } = useCode(load, async () => {
      const [part] = await Promise.all([load(), requestTexts(level)])
      return part
    })
    return Part ? <Part {...(rest as unknown as Props)} /> : <Placeholder />
  }

  function WithoutTexts(props: Props) {
    const { code: Part } = useCode(load)
    return Part ? <Part {...props} /> : <Placeholder />
  }

  function LazyPart(props: Props) {
    const [isHydrating] = useState(() => getHydrationData() !== undefined)
    if (!isHydrating) return texts ? <WithTexts {...props} level={texts} /> : <WithoutTexts {...props} />
    return (
      <Suspense fallback={<Placeholder />}>
        <HydratedPart {...props} />
      </Suspense>
    )
  }

  return Object.assign(LazyPart, { fetch: () => void load().catch(() => {}) })
}

function EmptyPlaceholder() {
  return null
}
