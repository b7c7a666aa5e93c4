import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toRoute } from '../../../contract/call.ts'
import { getSelfie } from '../../../contract/recognition.ts'
import { recogniseUpload } from '../../../contract/uploads.ts'
import { projectRoot } from '../../../server/platform/root.ts'
import { type Scenario, type ScreenshotSession, sizes } from '../session.ts'
import { createFutureEvent } from './commerce.ts'

const toPattern = (route: string) => new RegExp(`${route.replace(/:\w+/g, '[^/]+')}$`)

const homeScenario: Scenario = {
  screenNames: ['home', 'home-typing', 'home-nothing', 'menu'],
  async run(session) {
    await session.goto('/')
    await session.takePictures('home')
    const { page } = session
    const knownText =
      session.options.tenant === 'trail' ? 'тр' : session.options.language === 'ru' ? 'три' : 'th'
    // below the hero on a phone, inside it on a wide screen
    for (const [size, onlySizes] of [
      ['phone', ['phone', 'tablet']],
      ['desk', ['desk']],
    ] as const) {
      await page.setViewportSize(sizes[size])
      const searchField = page.locator('input[role=combobox]:visible').first()
      await searchField.fill(knownText)
      await page.waitForTimeout(900)
      await session.takePictures('home-typing', onlySizes)
      await page.setViewportSize(sizes[size])
      await searchField.fill('qwerty')
      await page.waitForTimeout(900)
      await session.takePictures('home-nothing', onlySizes)
    }
    await session.goto('/')
    await session.button('app.menu.open').click()
    await session.page.getByRole('dialog').waitFor()
    await session.takePictures('menu', ['phone', 'tablet'])
  },
}

const eventScenario: Scenario = {
  screenNames: [
    'event',
    'event-chosen',
    'event-my',
    'event-report',
    'event-video',
    'event-none',
    'event-time',
  ],
  async run(session) {
    const path = `/event/${session.eventId}`
    await session.goto(path)
    await session.page.locator('.pf-tile-pick').first().waitFor()
    await session.takePictures('event')
    for (const index of [0, 1, 2]) await session.page.locator('.pf-tile-pick').nth(index).click()
    await session.takePictures('event-chosen')
    await session.goto(`${path}/my`)
    await session.takePictures('event-my')
    // some brands' events have no photo report
    if ((await session.page.getByRole('tab', { name: session.text('photos.report.tab') }).count()) > 0) {
      await session.goto(`${path}/report`)
      await session.page.locator('.pf-tile-open').first().waitFor()
      await session.takePictures('event-report')
    }
    await session.goto(`${path}/video`)
    await session.takePictures('event-video')
    await session.goto('/event/nobody')
    await session.takePictures('event-none')
    await session.goto(path)
    await session.button('photos.part.time').click()
    await session.page.getByRole('dialog').waitFor()
    await session.takePictures('event-time')
  },
}

const resultsScenario: Scenario = {
  screenNames: [
    'results',
    'results-chosen',
    'results-packages',
    'results-nothing',
    'lightbox',
    'lightbox-keys',
    'share',
    'shared',
    'shared-gone',
  ],
  async run(session) {
    await session.goto(`/search/${session.eventId}/${session.number}`)
    await session.page.locator('.pf-tile-pick').first().waitFor()
    await session.page.waitForTimeout(1000)
    await session.takePictures('results')
    const picks = session.page.locator('.pf-tile-pick')
    for (const index of [0, 1]) if ((await picks.count()) > index) await picks.nth(index).click()
    await session.takePictures('results-chosen')
    for (const index of [0, 1]) if ((await picks.count()) > index) await picks.nth(index).click()
    await session.page.locator('.pf-tile-open').first().click()
    await session.page.locator('[data-picture]').waitFor()
    await session.takePictures('lightbox')
    await session.page.keyboard.press('?')
    await session.takePictures('lightbox-keys')
    await session.page.keyboard.press('?')
    await session.page.keyboard.press('Escape')
    await session.page.getByRole('dialog').waitFor({ state: 'detached' })
    // dispatched, because the button may be scrolled out of its horizontal row
    await session.button('search.share').dispatchEvent('click')
    await session.button('search.share.make').click()
    const link = await session.page.getByRole('dialog').locator('input').first().inputValue()
    await session.takePictures('share')
    await session.goto(`/search/${session.eventId}/${session.number}?view=packages`)
    await session.takePictures('results-packages')
    await session.goto(new URL(link).pathname)
    await session.page.waitForTimeout(500)
    await session.takePictures('shared')
    await session.goto('/shared/nobody')
    await session.takePictures('shared-gone')
    await session.goto(`/search/${session.eventId}/99999`)
    await session.takePictures('results-nothing')
  },
}

const searchScenario: Scenario = {
  screenNames: ['search', 'search-nothing', 'find', 'share-target'],
  async run(session) {
    await session.goto('/search')
    await session.takePictures('search')
    await session.page.locator('input[type=search]:visible').first().fill('qwerty')
    await session.page.waitForTimeout(700)
    await session.takePictures('search-nothing')
    await session.goto('/find')
    await session.takePictures('find')
    await session.goto('/share')
    await session.takePictures('share-target')
  },
}

async function openCamera(session: ScreenshotSession): Promise<void> {
  await session.goto(`/event/${session.eventId}/selfie`)
  await session.button('selfie.consent.agree').click()
  await session.page.locator('.pf-guide').waitFor()
}

const waitForGuide = (session: ScreenshotSession, id: string) =>
  session.page
    .locator('.pf-guide')
    .filter({ hasText: session.text(id) })
    .waitFor({ timeout: 30_000 })

const noFaceScenario: Scenario = {
  screenNames: [
    'selfie-consent',
    'selfie-no-face',
    'selfie-help',
    'selfie-refused',
    'selfie-offline',
    'selfie-forget',
  ],
  usesServiceWorker: true,
  async run(session) {
    await session.goto(`/event/${session.eventId}/selfie`)
    await session.takePictures('selfie-consent')
    await openCamera(session)
    await waitForGuide(session, 'selfie.fault.noFace')
    await session.takePictures('selfie-no-face')
    await session.button('selfie.help').click()
    await session.takePictures('selfie-help')
    await session.page.getByRole('dialog').getByRole('button').first().click()
    await chooseFile(session, 'bad-two-faces.jpg')
    await session.page.waitForTimeout(2500)
    await session.takePictures('selfie-refused')
    await session.page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await session.page.waitForTimeout(1500)
    await session.setOffline(true)
    await chooseFile(session, 'good-a01-andrei.jpg')
    await session.page.getByText(session.text('selfie.saved')).first().waitFor()
    await session.takePictures('selfie-offline')
    await session.button('selfie.forget').click()
    await session.takePictures('selfie-forget')
    await session.setOffline(false)
  },
}

async function chooseFile(session: ScreenshotSession, name: string): Promise<void> {
  const buffer = await readFile(join(projectRoot, 'demo', 'selfies', name))
  await session.page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/jpeg', buffer })
}

const twoFacesScenario: Scenario = {
  screenNames: ['selfie-several'],
  cameraScene: 'two-faces',
  async run(session) {
    await openCamera(session)
    await waitForGuide(session, 'selfie.fault.several')
    await session.takePictures('selfie-several')
  },
}

const deniedCameraScenario: Scenario = {
  screenNames: ['selfie-denied'],
  cameraScene: 'denied',
  async run(session) {
    await openCamera(session)
    await waitForGuide(session, 'selfie.denied')
    await session.takePictures('selfie-denied')
  },
}

const goodSelfieScenario: Scenario = {
  screenNames: ['selfie-ready', 'searching', 'results-selfie', 'results-not-me'],
  cameraScene: 'good-selfie',
  async run(session) {
    let isDelayed = true
    const delayResult = (selfie: object) => (isDelayed ? { ...selfie, state: 'Processing' } : selfie)
    for (const call of [recogniseUpload, getSelfie])
      await session.editResponses(toPattern(toRoute(call)), delayResult)
    await session.page.addInitScript(() => localStorage.setItem('autoShot', 'false'))
    await openCamera(session)
    await waitForGuide(session, 'selfie.ready')
    await session.takePictures('selfie-ready')
    await session.button('selfie.shoot').click()
    await session.page.getByText(session.text('selfie.searching.usually')).first().waitFor()
    await session.page.waitForTimeout(3000)
    await session.takePictures('searching')
    isDelayed = false
    await session.page.waitForURL(/\/my$/)
    await session.page.locator('.pf-tile-pick').first().waitFor()
    await session.page.waitForTimeout(1000)
    await session.takePictures('results-selfie')
    await session.page.locator('.pf-tile-open').first().click()
    await session.page.locator('[data-picture]').waitFor()
    await session.page.keyboard.press('n')
    await session.page.keyboard.press('Escape')
    await session.page.getByRole('dialog').waitFor({ state: 'detached' })
    await session.page.waitForTimeout(500)
    await session.takePictures('results-not-me')
  },
}

const futureEventScenario: Scenario = {
  screenNames: ['future', 'future-call', 'future-selfie', 'future-done'],
  tenants: ['default'],
  usesCommandLine: true,
  async run(session) {
    const { command } = session.options
    if (!command) return
    const eventId = await createFutureEvent(command)
    await session.goto(`/event/${eventId}`)
    await session.button('preorders.buy').waitFor()
    await session.takePictures('future')
    await session.button('call.me').click()
    await session.page.getByRole('dialog').waitFor()
    await session.takePictures('future-call')
    await session.page.getByRole('dialog').getByRole('radio').nth(1).click()
    await session.takePictures('future-selfie')
    await session.page.getByRole('dialog').getByRole('radio').first().click()
    await session.field('call.number').fill('77')
    await session.field('call.email').fill('anna.s@mail.example')
    await session.button('call.save').click()
    await session.page.getByRole('dialog').waitFor({ state: 'detached' })
    await session.takePictures('future-done')
  },
}

export const searchScenarios: readonly Scenario[] = [
  homeScenario,
  futureEventScenario,
  eventScenario,
  resultsScenario,
  searchScenario,
  noFaceScenario,
  twoFacesScenario,
  deniedCameraScenario,
  goodSelfieScenario,
]
