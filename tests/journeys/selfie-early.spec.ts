import { chooseSelfie, foundPhotos, selfiePath } from './selfies.ts'
import { expect, test, testServer } from './test-server.ts'

// Playwright misses requests of a page while a worker takes control of it
test.use({ serviceWorkers: 'block' })

test('a picture chosen before the network has told of the event is looked for once it has', async ({
  page,
}) => {
  let arrive = () => {}
  const told = new Promise<void>((resolve) => (arrive = resolve))
  await page.route(`**/public/events/api/v1/events/${testServer.eventId}`, async (route) => {
    await told
    await route.continue()
  })
  await page.goto(selfiePath)
  await page.getByRole('button', { name: 'Принять и открыть камеру' }).click()
  await chooseSelfie(page, 'good-a01-andrei.jpg')
  await expect(page.getByText('Проверяем снимок на телефоне', { exact: true })).toBeVisible()
  arrive()
  await expect(page).toHaveURL(`/event/${testServer.eventId}/my`)
  await expect(foundPhotos(page)).toBeVisible()
})
