import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toRoute } from '../../../contract/call.ts'
import { getSelfie } from '../../../contract/recognition.ts'
import { recogniseUpload } from '../../../contract/uploads.ts'
import { projectRoot } from '../../../server/platform/root.ts'
import { type Stage, sizes, type Walk } from '../stage.ts'

const toPattern = (route: string) => new RegExp(`${route.replace(/:\w+/g, '[^/]+')}$`)

const home: Walk = {
  shows: ['home', 'home-typing', 'home-nothing', 'menu'],
  async run(stage) {
    await stage.goto('/')
    await stage.shot('home')
    const { page } = stage
    const known = stage.setting.tenant === 'trail' ? 'тр' : stage.setting.language === 'ru' ? 'три' : 'th'
    // below the hero on a phone, inside it on a wide screen
    for (const [size, only] of [
      ['phone', ['phone', 'tablet']],
      ['desk', ['desk']],
    ] as const) {
      await page.setViewportSize(sizes[size])
      const finder = page.locator('input[role=combobox]:visible').first()
      await finder.fill(known)
      await page.waitForTimeout(900)
      await stage.shot('home-typing', only)
      await page.setViewportSize(sizes[size])
      await finder.fill('qwerty')
      await page.waitForTimeout(900)
      await stage.shot('home-nothing', only)
    }
    await stage.goto('/')
    await stage.button('app.menu.open').click()
    await stage.page.getByRole('dialog').waitFor()
    await stage.shot('menu', ['phone', 'tablet'])
  },
}

const event: Walk = {
  shows: ['event', 'event-chosen', 'event-my', 'event-report', 'event-video', 'event-none', 'event-time'],
  async run(stage) {
    const path = `/event/${stage.eventId}`
    await stage.goto(path)
    await stage.page.locator('.pf-tile-pick').first().waitFor()
    await stage.shot('event')
    for (const at of [0, 1, 2]) await stage.page.locator('.pf-tile-pick').nth(at).click()
    await stage.shot('event-chosen')
    await stage.goto(`${path}/my`)
    await stage.shot('event-my')
    // some brands' events have no photo report
    if ((await stage.page.getByRole('tab', { name: stage.say('photos.report.tab') }).count()) > 0) {
      await stage.goto(`${path}/report`)
      await stage.page.locator('.pf-tile-open').first().waitFor()
      await stage.shot('event-report')
    }
    await stage.goto(`${path}/video`)
    await stage.shot('event-video')
    await stage.goto('/event/nobody')
    await stage.shot('event-none')
    await stage.goto(path)
    await stage.button('photos.part.time').click()
    await stage.page.getByRole('dialog').waitFor()
    await stage.shot('event-time')
  },
}

const results: Walk = {
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
    await stage.shot('results')
    const picks = stage.page.locator('.pf-tile-pick')
    for (const at of [0, 1]) if ((await picks.count()) > at) await picks.nth(at).click()
    await stage.shot('results-chosen')
    for (const at of [0, 1]) if ((await picks.count()) > at) await picks.nth(at).click()
    await stage.page.locator('.pf-tile-open').first().click()
    await stage.page.locator('[data-picture]').waitFor()
    await stage.shot('lightbox')
    await stage.page.keyboard.press('?')
    await stage.shot('lightbox-keys')
    await stage.page.keyboard.press('?')
    await stage.page.keyboard.press('Escape')
    await stage.page.getByRole('dialog').waitFor({ state: 'detached' })
    // at the end of a row that scrolls under the finger
    await stage.button('search.share').dispatchEvent('click')
    await stage.button('search.share.make').click()
    const link = await stage.page.getByRole('dialog').locator('input').first().inputValue()
    await stage.shot('share')
    await stage.goto(`/search/${stage.eventId}/${stage.number}?view=packages`)
    await stage.shot('results-packages')
    await stage.goto(new URL(link).pathname)
    await stage.page.waitForTimeout(500)
    await stage.shot('shared')
    await stage.goto('/shared/nobody')
    await stage.shot('shared-gone')
    await stage.goto(`/search/${stage.eventId}/99999`)
    await stage.shot('results-nothing')
  },
}

const search: Walk = {
  shows: ['search', 'search-nothing', 'find', 'share-target'],
  async run(stage) {
    await stage.goto('/search')
    await stage.shot('search')
    await stage.page.locator('input[type=search]:visible').first().fill('qwerty')
    await stage.page.waitForTimeout(700)
    await stage.shot('search-nothing')
    await stage.goto('/find')
    await stage.shot('find')
    await stage.goto('/share')
    await stage.shot('share-target')
  },
}

async function openCamera(stage: Stage): Promise<void> {
  await stage.goto(`/event/${stage.eventId}/selfie`)
  await stage.button('selfie.consent.agree').click()
  await stage.page.locator('.pf-guide').waitFor()
}

const guide = (stage: Stage, id: string) =>
  stage.page
    .locator('.pf-guide')
    .filter({ hasText: stage.say(id) })
    .waitFor({ timeout: 30_000 })

const selfieOfNobody: Walk = {
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
    await stage.shot('selfie-consent')
    await openCamera(stage)
    await guide(stage, 'selfie.fault.noFace')
    await stage.shot('selfie-no-face')
    await stage.button('selfie.help').click()
    await stage.shot('selfie-help')
    await stage.page.getByRole('dialog').getByRole('button').first().click()
    await choose(stage, 'bad-two-faces.jpg')
    await stage.page.waitForTimeout(2500)
    await stage.shot('selfie-refused')
    await stage.page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await stage.page.waitForTimeout(1500)
    await stage.offline(true)
    await choose(stage, 'good-a01-andrei.jpg')
    await stage.page.getByText(stage.say('selfie.saved')).first().waitFor()
    await stage.shot('selfie-offline')
    await stage.button('selfie.forget').click()
    await stage.shot('selfie-forget')
    await stage.offline(false)
  },
}

async function choose(stage: Stage, name: string): Promise<void> {
  const buffer = await readFile(join(projectRoot, 'demo', 'selfies', name))
  await stage.page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/jpeg', buffer })
}

const selfieOfTwo: Walk = {
  shows: ['selfie-several'],
  scene: 'two-faces',
  async run(stage) {
    await openCamera(stage)
    await guide(stage, 'selfie.fault.several')
    await stage.shot('selfie-several')
  },
}

const selfieDenied: Walk = {
  shows: ['selfie-denied'],
  scene: 'denied',
  async run(stage) {
    await openCamera(stage)
    await guide(stage, 'selfie.denied')
    await stage.shot('selfie-denied')
  },
}

const selfieGood: Walk = {
  shows: ['selfie-ready', 'searching', 'results-selfie', 'results-not-me'],
  scene: 'good-selfie',
  async run(stage) {
    let isHeld = true
    const hold = (selfie: object) => (isHeld ? { ...selfie, state: 'Processing' } : selfie)
    for (const call of [recogniseUpload, getSelfie]) await stage.change(toPattern(toRoute(call)), hold)
    await stage.page.addInitScript(() => localStorage.setItem('autoShot', 'false'))
    await openCamera(stage)
    await guide(stage, 'selfie.ready')
    await stage.shot('selfie-ready')
    await stage.button('selfie.shoot').click()
    await stage.page.getByText(stage.say('selfie.searching.usually')).first().waitFor()
    await stage.page.waitForTimeout(3000)
    await stage.shot('searching')
    isHeld = false
    await stage.page.waitForURL(/\/my$/)
    await stage.page.locator('.pf-tile-pick').first().waitFor()
    await stage.page.waitForTimeout(1000)
    await stage.shot('results-selfie')
    await stage.page.locator('.pf-tile-open').first().click()
    await stage.page.locator('[data-picture]').waitFor()
    await stage.page.keyboard.press('n')
    await stage.page.keyboard.press('Escape')
    await stage.page.getByRole('dialog').waitFor({ state: 'detached' })
    await stage.page.waitForTimeout(500)
    await stage.shot('results-not-me')
  },
}

export const finding: readonly Walk[] = [
  home,
  event,
  results,
  search,
  selfieOfNobody,
  selfieOfTwo,
  selfieDenied,
  selfieGood,
]
