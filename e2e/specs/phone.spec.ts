import { storeProject } from '../fixtures/accounts.ts';
import { lying, onPhone, upright } from '../fixtures/phone.ts';
import { expect, test } from '../fixtures/test.ts';

test('on a phone the preview fills its panel, however it is held, until a device is chosen', async ({
  studio,
  account,
  browser,
}) => {
  const stored = await storeProject(studio, account, { html: '<p>size</p>' });
  const desk = await onPhone(browser, studio, account);
  const room = async () => {
    const box = await desk.preview.element.boundingBox();
    return { width: Math.round(box?.width ?? 0), height: Math.round(box?.height ?? 0) };
  };
  await desk.page.goto(`${studio.url}/project/${stored.id}`);
  await expect(desk.preview.document.getByText('size')).toBeVisible();
  await expect(desk.preview.button('Responsive')).toHaveAttribute('aria-pressed', 'true');
  expect((await desk.preview.viewport()).width).toBe(upright.width);
  expect(await desk.preview.viewport()).toEqual(await room());

  await desk.page.setViewportSize(lying);
  await expect.poll(async () => (await desk.preview.viewport()).width).toBeGreaterThan(lying.width / 3);
  expect(await desk.preview.viewport()).toEqual(await room());

  await desk.page.setViewportSize(upright);
  await desk.preview.button('Mobile').tap();
  await expect.poll(() => desk.preview.viewport()).toEqual({ width: 375, height: 667 });
  await desk.page.reload();
  await expect(desk.preview.button('Mobile')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => desk.preview.viewport()).toEqual({ width: 375, height: 667 });
  await desk.page.context().close();
});
