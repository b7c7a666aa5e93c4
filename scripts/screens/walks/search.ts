import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toRoute } from '../../../contract/call.ts'
import { getSelfie } from '../../../contract/recognition.ts'
import { recogniseUpload } from '../../../contract/uploads.ts'
import { projectRoot } from '../../../server/platform/root.ts'
import { type Stage, sizes, type Walk } from '../stage.ts'

const toPattern = (route: string) => new RegExp(`${route.replace(/:\w+/g, '[^/]+')}$`)

const homeWalk: Walk = {
  shows: ['home', 'home-typing', 'home-nothing', 'menu'],
  async run(stage) {
    await stage.goto('/')
    await stage.takePictures('home')
    const { page } = stage
    const knownText = stage.setting.tenant === 'trail' ? 'тр' : stage.setting.language === 'ru' ? 'три' : 'th'
    // below the hero on a phone, inside it on a wide screen
    for (const [size, onlySizes] of [
      ['phone', ['phone', 'tablet']],
      ['desk', ['desk']],
    ] as const) {
      await page.setViewportSize(sizes[size])
      const searchField = page.locator('input[role=combobox]:visible').first()
      await searchField.fill(knownText)
      await page.waitForTimeout(900)
      await stage.takePictures('home-typing', onlySizes)
      await page.setViewportSize(sizes[size])
      await searchField.fill('qwerty')
      await page.waitForTimeout(900)
      await stage.takePictures('home-nothing', onlySizes)
    }
    await stage.goto('/')
    await stage.button('app.menu.open').click()
    await stage.page.getByRole('dialog').waitFor()
    await stage.takePictures('menu', ['phone', 'tablet'])
  },
}

const eventWalk: Walk = {
  shows: ['event', 'event-chosen', 'event-my', 'event-report', 'event-video', 'event-none', 'event-time'],
  async run(stage) {
    const path = `/event/${stage.eventId}`
    await stage.goto(path)
    await stage.page.locator('.pf-tile-pick').first().waitFor()
    await stage.takePictures('event')
    for (const index of [0, 1, 2]) await stage.page.locator('.pf-tile-pick').nth(index).click()
    await stage.takePictures('event-chosen')
    await stage.goto(`${path}/my`)
    await stage.takePictures('event-my')
    // some brands' events have no photo report
    if ((await stage.page.getByRole('tab', { name: stage.text('photos.report.tab') }).count()) > 0) {
      await stage.goto(`${path}/report`)
      await stage.page.locator('.pf-tile-open').first().waitFor()
      await stage.takePictures('event-report')
    }
    await stage.goto(`${path}/video`)
    await stage.takePictures('event-video')
    await stage.goto('/event/nobody')
    await stage.takePictures('event-none')
    await stage.goto(path)
    await stage.button('photos.part.time').click()
    await stage.page.getByRole('dialog').waitFor()
    await stage.takePictures('event-time')
  },
}

const resultsWalk: Walk = {
  shows: [
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
  async run(stage) {
    await stage.goto(`/search/${stage.eventId}/${stage.number}`)
    await stage.page.locator('.pf-tile-pick').first().waitFor()
    await stage.page.waitForTimeout(1000)
    await stage.takePictures('results')
    const picks = stage.page.locator('.pf-tile-pick')
    for (const index of [0, 1]) if ((await picks.count()) > index) await picks.nth(index).click()
    await stage.takePictures('results-chosen')
    for (const index of [0, 1]) if ((await picks.count()) > index) await picks.nth(index).click()
    await stage.page.locator('.pf-tile-open').first().click()
    await stage.page.locator('[data-picture]').waitFor()
    await stage.takePictures('lightbox')
    await stage.page.keyboard.press('?')
    await stage.takePictures('lightbox-keys')
    await stage.page.keyboard.press('?')
    await stage.page.keyboard.press('Escape')
    await stage.page.getByRole('dialog').waitFor({ state: 'detached' })
    // dispatched, because the button may be scrolled out of its horizontal row
    await stage.button('search.share').dispatchEvent('click')
    await stage.button('search.share.make').click()
    const link = await stage.page.getByRole('dialog').locator('input').first().inputValue()
    await stage.takePictures('share')
    await stage.goto(`/search/${stage.eventId}/${stage.number}?view=packages`)
    await stage.takePictures('results-packages')
    await stage.goto(new URL(link).pathname)
    await stage.page.waitForTimeout(500)
    await stage.takePictures('shared')
    await stage.goto('/shared/nobody')
    await stage.takePictures('shared-gone')
    await stage.goto(`/search/${stage.eventId}/99999`)
    await stage.takePictures('results-nothing')
  },
}

const searchWalk: Walk = {
  shows: ['search', 'search-nothing', 'find', 'share-target'],
  async run(stage) {
    await stage.goto('/search')
    await stage.takePictures('search')
    await stage.page.locator('input[type=search]:visible').first().fill('qwerty')
    await stage.page.waitForTimeout(700)
    await stage.takePictures('search-nothing')
    await stage.goto('/find')
    await stage.takePictures('find')
    await stage.goto('/share')
    await stage.takePictures('share-target')
  },
}

async function openCamera(stage: Stage): Promise<void> {
  await stage.goto(`/event/${stage.eventId}/selfie`)
  await stage.button('selfie.consent.agree').click()
  await stage.page.locator('.pf-guide').waitFor()
}

const waitForGuide = (stage: Stage, id: string) =>
  stage.page
    .locator('.pf-guide')
    .filter({ hasText: stage.text(id) })
    .waitFor({ timeout: 30_000 })

const noFaceWalk: Walk = {
  shows: [
    'selfie-consent',
    'selfie-no-face',
    'selfie-help',
    'selfie-refused',
    'selfie-offline',
    'selfie-forget',
  ],
  worker: true,
  async run(stage) {
    await stage.goto(`/event/${stage.eventId}/selfie`)
    await stage.takePictures('selfie-consent')
    await openCamera(stage)
    await waitForGuide(stage, 'selfie.fault.noFace')
    await stage.takePictures('selfie-no-face')
    await stage.button('selfie.help').click()
    await stage.takePictures('selfie-help')
    await stage.page.getByRole('dialog').getByRole('button').first().click()
    await chooseFile(stage, 'bad-two-faces.jpg')
    await stage.page.waitForTimeout(2500)
    await stage.takePictures('selfie-refused')
    await stage.page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await stage.page.waitForTimeout(1500)
    await stage.setOffline(true)
    await chooseFile(stage, 'good-a01-andrei.jpg')
    await stage.page.getByText(stage.text('selfie.saved')).first().waitFor()
    await stage.takePictures('selfie-offline')
    await stage.button('selfie.forget').click()
    await stage.takePictures('selfie-forget')
    await stage.setOffline(false)
  },
}

async function chooseFile(stage: Stage, name: string): Promise<void> {
  const buffer = await readFile(join(projectRoot, 'demo', 'selfies', name))
  await stage.page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/jpeg', buffer })
}

const twoFacesWalk: Walk = {
  shows: ['selfie-several'],
  scene: 'two-faces',
  async run(stage) {
    await openCamera(stage)
    await waitForGuide(stage, 'selfie.fault.several')
    await stage.takePictures('selfie-several')
  },
}

const deniedCameraWalk: Walk = {
  shows: ['selfie-denied'],
  scene: 'denied',
  async run(stage) {
    await openCamera(stage)
    await waitForGuide(stage, 'selfie.denied')
    await stage.takePictures('selfie-denied')
  },
}

const goodSelfieWalk: Walk = {
  shows: ['selfie-ready', 'searching', 'results-selfie', 'results-not-me'],
  scene: 'good-selfie',
  async run(stage) {
    let isDelayed = true
    const delayResult = (selfie: object) => (isDelayed ? { ...selfie, state: 'Processing' } : selfie)
    for (const call of [recogniseUpload, getSelfie])
      await stage.editResponses(toPattern(toRoute(call)), delayResult)
    await stage.page.addInitScript(() => localStorage.setItem('autoShot', 'false'))
    await openCamera(stage)
    await waitForGuide(stage, 'selfie.ready')
    await stage.takePictures('selfie-ready')
    await stage.button('selfie.shoot').click()
    await stage.page.getByText(stage.text('selfie.searching.usually')).first().waitFor()
    await stage.page.waitForTimeout(3000)
    await stage.takePictures('searching')
    isDelayed = false
    await stage.page.waitForURL(/\/my$/)
    await stage.page.locator('.pf-tile-pick').first().waitFor()
    await stage.page.waitForTimeout(1000)
    await stage.takePictures('results-selfie')
    await stage.page.locator('.pf-tile-open').first().click()
    await stage.page.locator('[data-picture]').waitFor()
    await stage.page.keyboard.press('n')
    await stage.page.keyboard.press('Escape')
    await stage.page.getByRole('dialog').waitFor({ state: 'detached' })
    await stage.page.waitForTimeout(500)
    await stage.takePictures('results-not-me')
  },
}

export const searchWalks: readonly Walk[] = [
  homeWalk,
  eventWalk,
  resultsWalk,
  searchWalk,
  noFaceWalk,
  twoFacesWalk,
  deniedCameraWalk,
  goodSelfieWalk,
]
