import { toRoute } from '../../contract/call.ts'
import { forgetSent } from '../../contract/uploads.ts'
import {
  chooseSelfie,
  findFirstPhoto,
  findHeading,
  prepareForOffline,
  recordRecognitions,
  selfiePath,
} from './selfies.ts'
import { expect, test, testServer } from './test-server.ts'

test('a picture without a face that waited is refused with its reason, which is there at the next start too', async ({
  context,
  page,
  withoutNetwork,
}) => {
  await prepareForOffline(page)
  await withoutNetwork(async () => {
    await chooseSelfie(page, 'bad-no-face.jpg')
    // this phone may have rejected it already; the service decides
    const sendAnyway = page.getByRole('button', { name: 'Всё равно отправить' })
    await expect(sendAnyway.or(findHeading(page, 'Сохранено'))).toBeVisible()
    if (await sendAnyway.isVisible()) await sendAnyway.click()
    await expect(findHeading(page, 'Сохранено')).toBeVisible()
    await page.getByRole('link', { name: 'К фото события' }).click()
    await expect(page.getByRole('link', { name: 'Селфи ждёт сети' })).toBeVisible()
  })
  await expect(page.getByText(/Селфи не подошло\. Не получилось распознать лицо/)).toBeVisible()
  await page.close()

  const reopened = await context.newPage()
  await reopened.goto(`/event/${testServer.eventId}`)
  await reopened.getByRole('link', { name: 'Нужно другое селфи' }).click()
  await expect(reopened.getByText('Лицо не видно', { exact: true })).toBeVisible()
  await expect(reopened.getByText('Не получилось распознать лицо', { exact: true })).toBeVisible()
  await chooseSelfie(reopened, 'good-a01-andrei.jpg')
  await expect(reopened).toHaveURL(`/event/${testServer.eventId}/my`)
  await expect(findFirstPhoto(reopened)).toBeVisible()
})

test('a selfie forgotten without a network leaves the phone at once, and the service hears of it later', async ({
  context,
  page,
  withoutNetwork,
}) => {
  const answers = recordRecognitions(context)
  const deletionStatuses: number[] = []
  context.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (response.request().method() === 'DELETE' && pathname === toRoute(forgetSent))
      deletionStatuses.push(response.status())
  })
  await prepareForOffline(page)
  await withoutNetwork(async () => {
    await chooseSelfie(page, 'good-a01-andrei.jpg')
    await expect(findHeading(page, 'Сохранено')).toBeVisible()
    await page.getByRole('button', { name: 'Забыть селфи' }).click()
    await page.getByRole('button', { name: 'Удалить' }).click()
    await expect(
      page.getByText('С телефона селфи удалено. С сервиса удалим, как только появится связь.'),
    ).toBeVisible()
    await page.reload()
    // the consent is deleted with the selfie
    await expect(findHeading(page, 'Поиск по лицу')).toBeVisible()
  })
  await expect.poll(() => deletionStatuses).toEqual([204])
  await page.goto(selfiePath)
  await expect(findHeading(page, 'Поиск по лицу')).toBeVisible()
  expect(answers).toEqual([])
})
