import { expect, test } from 'vitest'
import { onPhone, type Phone } from './phone.ts'
import { eventName, eventPath, installWorker } from './steps.ts'
import { beginsWith, named, say } from './words.ts'

const tiles = ':is(ul, ol, [role=list]) > :is(li, [role=listitem]):has(.pf-tile)'

/** Waits until the viewer shows another large picture; returns its address. */
const shownPicture = (phone: Phone, before = '') =>
  phone.until((before) => {
    const middle = document.elementsFromPoint(innerWidth / 2, innerHeight / 2)
    const image = middle.find((element) => element instanceof HTMLImageElement)
    if (!image?.closest('dialog, [role=dialog]') || !image.complete || image.naturalWidth === 0)
      return undefined
    return image.currentSrc === before ? undefined : image.currentSrc
  }, before)

test(
  'from home to an event, down its album and into a photo',
  onPhone({}, async (phone) => {
    await phone.visit('/')
    await phone.see({ role: 'heading', level: 1 })
    await phone.press({ role: 'link', name: eventName, within: 'main' })
    await phone.arrives(eventPath)
    await phone.see({ role: 'heading', level: 1, name: eventName })

    const album = await phone.see({ role: 'list', name: named(say('events.album')) })
    expect(await album.call((list) => list.children.length)).toBeGreaterThan(3)
    // scrolls to the last photo in steps, like a touch gesture
    await phone.until((tiles) => {
      const last = [...document.querySelectorAll(tiles)].at(-1)
      const below = last ? last.getBoundingClientRect().bottom - innerHeight / 2 : Number.POSITIVE_INFINITY
      scrollBy({ top: Math.min(below, innerHeight * 0.8), behavior: 'instant' })
      const isEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 2
      return below < 2 || isEnd
    }, tiles)
    await phone.until((tiles) => {
      const images = [...document.querySelectorAll(tiles)]
        .filter((tile) => tile.getBoundingClientRect().top < innerHeight)
        .filter((tile) => tile.getBoundingClientRect().bottom > 0)
        .flatMap((tile) => Array.from(tile.querySelectorAll('img')))
      return images.length > 0 && images.every((image) => image.complete && image.naturalWidth > 0)
    }, tiles)
    // nothing overflows the screen
    expect(await phone.run(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

    await phone.press({ role: 'button', name: beginsWith(say('photos.alt')), within: 'main' })
    await phone.see({ role: 'dialog', name: named(say('photos.lightbox.label')) })
    const first = await shownPicture(phone)
    const film = `[role=group][aria-label="${say('photos.lightbox.film')}"]`
    await phone.press({ role: 'button', at: 1, within: film })
    expect(await shownPicture(phone, first)).not.toBe(first)
    await phone.press({ role: 'button', name: named(say('photos.lightbox.close')) })
    await phone.until(() => !document.querySelector('dialog[open], [role=dialog]'))
    await phone.arrives(eventPath)
  }),
)

test(
  'no field makes an iPhone zoom in: none is smaller than 16 px',
  onPhone({}, async (phone) => {
    const seen = []
    for (const path of ['/', eventPath, `${eventPath}/number`, '/contacts']) {
      await phone.visit(path)
      await phone.see({ role: 'heading', level: 1 })
      // WebKit reports an error when a page is left while it loads the service worker
      await installWorker(phone)
      const fields = await phone.run((path) => {
        const typed = 'select, textarea, input:not([type=checkbox], [type=radio], [type=file])'
        return Array.from(document.querySelectorAll<HTMLInputElement>(typed), (field) => ({
          path,
          name: field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? field.id,
          sizeInPx: Number.parseFloat(getComputedStyle(field).fontSize),
        }))
      }, path)
      seen.push(...fields)
    }
    expect(seen.length).toBeGreaterThan(0)
    expect(seen.filter(({ sizeInPx }) => sizeInPx < 16)).toEqual([])
  }),
)

/** Scrolls as far as possible, up to a limit; returns the position. */
const scrollAway = (phone: Phone) =>
  phone.until(() => {
    scrollTo({ top: 260, behavior: 'instant' })
    const { top = 0 } = document.querySelector('main')?.getBoundingClientRect() ?? {}
    return scrollY > 100 ? Math.round(-top) : undefined
  })

/**
 * Waits until the page's content stays within 2 px of a position. The network bar above it, which may appear on a
 * busy machine, is not part of it.
 */
const expectPlace = (phone: Phone, place: number) =>
  phone.until(async (place) => {
    const isThere = () => {
      const { top = 0 } = document.querySelector('main')?.getBoundingClientRect() ?? {}
      return Math.abs(-top - place) <= 2
    }
    const wasThere = isThere()
    await new Promise((resolve) => setTimeout(resolve, 400))
    return wasThere && isThere()
  }, place)

test(
  'Back leads to the place that was left, also after a reload and out of the back/forward cache',
  onPhone({}, async (phone) => {
    await phone.visit('/')
    await phone.see({ role: 'link', name: eventName, within: 'main' })
    const placeAtHome = await scrollAway(phone)
    await phone.run((name) => {
      const links = Array.from(document.querySelectorAll<HTMLElement>('main a'))
      links.find(({ textContent }) => textContent?.includes(name))?.click()
    }, 'Три моста')
    await phone.arrives(eventPath)
    await phone.see({ role: 'list', name: named(say('events.album')) })
    const placeInAlbum = await scrollAway(phone)
    await phone.run(() => history.back())
    await phone.arrives('/')
    await expectPlace(phone, placeAtHome)
    await phone.run(() => history.forward())
    await phone.arrives(eventPath)
    await expectPlace(phone, placeInAlbum)
    await phone.reload()
    await expectPlace(phone, placeInAlbum)
    await phone.run(() => history.back())
    await phone.arrives('/')
    await expectPlace(phone, placeAtHome)

    // Firefox puts no page with pending requests into the back/forward cache
    await phone.quiet()
    await phone.run(() => void Object.assign(window, { isSamePage: true }))
    await phone.visit('/contacts')
    await phone.run(() => history.back())
    await phone.arrives('/')
    await expectPlace(phone, placeAtHome)
    // fails if the page did not come from the back/forward cache
    expect(await phone.run(() => 'isSamePage' in window)).toBe(true)
  }),
)
