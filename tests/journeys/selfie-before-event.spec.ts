import { chooseSelfie, findFirstPhoto, selfiePath } from './selfies.ts'
import { expect, test, testServer } from './test-server.ts'

// Playwright misses requests of a page while a worker takes control of it
test.use({ serviceWorkers: 'block' })

test('a picture chosen before the event is loaded is searched with afterwards', async ({ page }) => {
  let sendEvent = () => {}
  const eventSent = new Promise<void>((resolve) => (sendEvent = resolve))
  await page.route(`**/public/events/api/v1/events/${testServer.eventId}`, async (route) => {
    await eventSent
    await route.continue()
  })
  await page.goto(selfiePath)
  await page.getByRole('button', { name: 'Принять и открыть камеру' }).click()
  await chooseSelfie(page, 'good-a01-andrei.jpg')
  await expect(page.getByText('Проверяем снимок на телефоне', { exact: true })).toBeVisible()
  sendEvent()
  await expect(page).toHaveURL(`/event/${testServer.eventId}/my`)
  await expect(findFirstPhoto(page)).toBeVisible()
})
