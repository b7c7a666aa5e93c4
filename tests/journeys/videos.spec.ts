import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from './command.ts'
import { chooseAtBank, expectPaid, fillCheckout, findPayButton } from './purchase-steps.ts'
import { demoFile, expect, test } from './test-server.ts'

let eventId: string
const video = demoFile('videos/personal-A-128-andrei.mp4')

test.beforeAll(async () => {
  test.setTimeout(120_000)
  const folder = await mkdtemp(join(tmpdir(), 'photofinish-videos-'))
  const words = [
    '--title',
    'Пробег с видео',
    '--city',
    'Казань',
    '--date',
    '2026-09-12',
    '--point',
    'finish=Финиш',
  ]
  eventId = await runCommand('event', 'create', ...words)
  const startList = join(folder, 'runners.csv')
  await writeFile(startList, 'number,surname,name\n128,Ковалёв,Андрей\n411,Орлова,Вера\n')
  await runCommand('start-list', 'import', startList, '--event', eventId)
  const videos = await mkdtemp(join(folder, 'videos-'))
  await copyFile(video, join(videos, '128_finish.mp4'))
  await copyFile(demoFile('videos/personal-A-128-andrei.poster.jpg'), join(videos, '128_finish.jpg'))
  await copyFile(demoFile('videos/event-A-three-bridges.mp4'), join(videos, 'race.mp4'))
  const ingest = ['ingest', videos, '--event', eventId, '--point', 'finish']
  expect(await runCommand(...ingest)).toBe('2 new (2 videos), 0 already there, 1 poster')
  expect(await runCommand(...ingest)).toBe('0 new, 2 already there, 1 poster')
  await rm(folder, { recursive: true })
})

test('a video from the command line is found by number, bought and downloaded', async ({ page }) => {
  await page.goto(`/search/${eventId}/128/video`)
  await expect(page).toHaveURL(`/event/${eventId}/video?number=128`)
  await expect(page.getByRole('region', { name: 'Весь забег' }).getByRole('article')).toHaveCount(1)
  const ownVideo = page.getByRole('region', { name: 'Номер 128' }).getByRole('article')
  await expect(ownVideo.getByRole('heading', { name: 'Личное видео, Финиш' })).toBeVisible()
  const poster = ownVideo.locator('img')
  expect(
    await poster.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBe(960)

  await ownVideo.getByRole('button', { name: /^В корзину/ }).click()
  await ownVideo.getByRole('link', { name: 'В корзине. Открыть' }).click()
  await fillCheckout(page)
  await findPayButton(page).click()
  await chooseAtBank(page, 'Оплатить')
  await expectPaid(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Скачать: Личное видео' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('Личное видео, Финиш.mp4')
  expect((await readFile(await file.path())).equals(await readFile(video))).toBe(true)
})

test('a runner without a video is shown that of the whole event', async ({ page }) => {
  await page.goto(`/search/${eventId}/411/video`)
  await expect(page).toHaveURL(`/event/${eventId}/video?number=411`)
  await expect(page.getByText(/^Личного видео пока нет/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Видео забега, Финиш' })).toBeVisible()
  await page.getByRole('link', { name: 'Все видео события: 2' }).click()
  await expect(page.getByRole('article')).toHaveCount(2)
})

test('a name in the address of videos is searched for as a name', async ({ page }) => {
  await page.goto(`/search/${eventId}/${encodeURIComponent('Ковалёв')}/video`)
  await expect(page).toHaveURL(`/event/${eventId}/video?q=${encodeURIComponent('Ковалёв')}`)
  await expect(page.getByRole('region', { name: 'Ковалёв' }).getByRole('article')).toHaveCount(1)
})
