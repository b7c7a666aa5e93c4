import { expect, test } from 'vitest'
import { type Phone, withPhone } from './phone.ts'
import { eventName, eventPath, installWorker } from './steps.ts'
import { formatText, matchBeginning, matchExactly } from './texts.ts'

const tiles = ':is(ul, ol, [role=list]) > :is(li, [role=listitem]):has(.pf-tile)'

/** Waits until the viewer shows another large picture; returns its address. */
const waitForPicture = (phone: Phone, before = '') =>
  phone.waitFor((before) => {
    const elements = document.elementsFromPoint(innerWidth / 2, innerHeight / 2)
    const image = elements.find((element) => element instanceof HTMLImageElement)
    if (!image?.closest('dialog, [role=dialog]') || !image.complete || image.naturalWidth === 0)
      return undefined
    return image.currentSrc === before ? undefined : image.currentSrc
  }, before)

test(
  'from home to an event, down its album and into a photo',
  withPhone({}, async (phone) => {
    await phone.visit('/')
    await phone.waitForElement({ role: 'heading', level: 1 })
    await phone.press({ role: 'link', name: eventName, within: 'main' })
    await phone.waitForPath(eventPath)
    await phone.waitForElement({ role: 'heading', level: 1, name: eventName })

    const album = await phone.waitForElement({ role: 'list', name: matchExactly(formatText('events.album')) })
    expect(await album.call((list) => list.children.length)).toBeGreaterThan(3)
    // scrolls to the last photo in steps, like a touch gesture
    await phone.waitFor((tiles) => {
      const last = [...document.querySelectorAll(tiles)].at(-1)
      const below = last ? last.getBoundingClientRect().bottom - innerHeight / 2 : Number.POSITIVE_INFINITY
      scrollBy({ top: Math.min(below, innerHeight * 0.8), behavior: 'instant' })
      const isEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 2
      return below < 2 || isEnd
    }, tiles)
    await phone.waitFor((tiles) => {
      const images = [...document.querySelectorAll(tiles)]
        .filter((tile) => tile.getBoundingClientRect().top < innerHeight)
        .filter((tile) => tile.getBoundingClientRect().bottom > 0)
        .flatMap((tile) => Array.from(tile.querySelectorAll('img')))
      return images.length > 0 && images.every((image) => image.complete && image.naturalWidth > 0)
    }, tiles)
    // nothing overflows the screen
    expect(await phone.run(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

    await phone.press({ role: 'button', name: matchBeginning(formatText('photos.alt')), within: 'main' })
    await phone.waitForElement({ role: 'dialog', name: matchExactly(formatText('photos.lightbox.label')) })
    const first = await waitForPicture(phone)
    const filmstripSelector = `[role=group][aria-label="${formatText('photos.lightbox.film')}"]`
    await phone.press({ role: 'button', index: 1, within: filmstripSelector })
    expect(await waitForPicture(phone, first)).not.toBe(first)
    await phone.press({ role: 'button', name: matchExactly(formatText('photos.lightbox.close')) })
    await phone.waitFor(() => !document.querySelector('dialog[open], [role=dialog]'))
    await phone.waitForPath(eventPath)
  }),
)

test(
  'no field makes an iPhone zoom in: none is smaller than 16 px',
  withPhone({}, async (phone) => {
    const fields = []
    for (const path of ['/', eventPath, `${eventPath}/number`, '/contacts']) {
      await phone.visit(path)
      await phone.waitForElement({ role: 'heading', level: 1 })
      // WebKit reports an error when a page is left while it loads the service worker
      await installWorker(phone)
      const pageFields = await phone.run((path) => {
        const fieldSelector = 'select, textarea, input:not([type=checkbox], [type=radio], [type=file])'
        return Array.from(document.querySelectorAll<HTMLInputElement>(fieldSelector), (field) => ({
          path,
          name: field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? field.id,
          sizeInPx: Number.parseFloat(getComputedStyle(field).fontSize),
        }))
      }, path)
      fields.push(...pageFields)
    }
    expect(fields.length).toBeGreaterThan(0)
    expect(fields.filter(({ sizeInPx }) => sizeInPx < 16)).toEqual([])
  }),
)

/** Scrolls as far as possible, up to a limit; returns the position. */
const scrollDown = (phone: Phone) =>
  phone.waitFor(() => {
    scrollTo({ top: 260, behavior: 'instant' })
    const { top = 0 } = document.querySelector('main')?.getBoundingClientRect() ?? {}
    return scrollY > 100 ? Math.round(-top) : undefined
  })

/**
 * Waits until the page's content stays within 2 px of a position. The network bar above it, which may appear on a
 * busy machine, is not part of it.
 */
const expectScrollTop = (phone: Phone, scrollTop: number) =>
  phone.waitFor(async (scrollTop) => {
    const isAtPosition = () => {
      const { top = 0 } = document.querySelector('main')?.getBoundingClientRect() ?? {}
      return Math.abs(-top - scrollTop) <= 2
    }
    const wasAtPosition = isAtPosition()
    await new Promise((resolve) => setTimeout(resolve, 400))
    return wasAtPosition && isAtPosition()
  }, scrollTop)

test(
  'Back leads to the place that was left, also after a reload and out of the back/forward cache',
  withPhone({}, async (phone) => {
    await phone.visit('/')
    await phone.waitForElement({ role: 'link', name: eventName, within: 'main' })
    const scrollTopAtHome = await scrollDown(phone)
    await phone.run((name) => {
      const links = Array.from(document.querySelectorAll<HTMLElement>('main a'))
      links.find(({ textContent }) => textContent?.includes(name))?.click()
    }, 'Три моста')
    await phone.waitForPath(eventPath)
    await phone.waitForElement({ role: 'list', name: matchExactly(formatText('events.album')) })
    const scrollTopInAlbum = await scrollDown(phone)
    await phone.run(() => history.back())
    await phone.waitForPath('/')
    await expectScrollTop(phone, scrollTopAtHome)
    await phone.run(() => history.forward())
    await phone.waitForPath(eventPath)
    await expectScrollTop(phone, scrollTopInAlbum)
    await phone.reload()
    await expectScrollTop(phone, scrollTopInAlbum)
    await phone.run(() => history.back())
    await phone.waitForPath('/')
    await expectScrollTop(phone, scrollTopAtHome)

    // Firefox puts no page with pending requests into the back/forward cache
    await phone.waitForNetworkIdle()
    await phone.run(() => void Object.assign(window, { isSamePage: true }))
    await phone.visit('/contacts')
    await phone.run(() => history.back())
    await phone.waitForPath('/')
    await expectScrollTop(phone, scrollTopAtHome)
    // fails if the page did not come from the back/forward cache
    expect(await phone.run(() => 'isSamePage' in window)).toBe(true)
  }),
)
