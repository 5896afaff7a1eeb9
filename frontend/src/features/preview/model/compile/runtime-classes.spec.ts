import { expect, it } from '@jest/globals';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import { classLimits } from '@studio/contract/preview-limits';
import { virtualTime } from '@/testing/virtual-time.ts';
import { createRuntimeClasses } from './runtime-classes.ts';

const tailwind = {
  html: '',
  css: '',
  js: '',
  frameworkConfig: { ...defaultFrameworkConfig, cssFramework: 'tailwind' as const },
};

/** A preview that counts how often its styles were compiled. */
function setUp() {
  const time = virtualTime();
  const counted = { restyled: 0 };
  const classes = createRuntimeClasses({
    async restyle() {
      counted.restyled += 1;
      classes.setStyled(classes.namesFor(tailwind));
    },
    time,
  });
  return { classes, counted, time };
}

it('styles are made for names that are new, and for no others', () => {
  const { classes, counted } = setUp();
  classes.report(['h-[41px]', 'p-1']);
  expect(counted.restyled).toBe(1);
  expect(classes.namesFor(tailwind)).toEqual(['h-[41px]', 'p-1']);
  classes.report(['p-1']);
  expect(counted.restyled).toBe(1);
  expect(classes.namesFor({ ...tailwind, frameworkConfig: defaultFrameworkConfig })).toEqual([]);
});

it('a page that makes names without end has styles made a few times a second, and for so many names', async () => {
  const { classes, counted, time } = setUp();
  for (let turn = 0; turn < 100; turn += 1) {
    classes.report([`p-[${turn}px]`]);
    await time.pass(10);
  }
  expect(counted.restyled).toBeLessThanOrEqual(6);
  await time.pass(1_000);
  expect(classes.namesFor(tailwind)).toHaveLength(100);
  classes.report(Array.from({ length: 2 * classLimits.total }, (_, index) => `m-[${index}px]`));
  await time.pass(1_000);
  expect(classes.namesFor(tailwind)).toHaveLength(classLimits.total);
  const before = counted.restyled;
  classes.report(['too-late']);
  await time.pass(1_000);
  expect(counted.restyled).toBe(before);
  classes.beginRun();
  expect(classes.namesFor(tailwind)).toEqual([]);
});

it('names that come while a page is made wait until it is there', () => {
  const { classes, counted } = setUp();
  const release = classes.pause();
  classes.report(['p-1']);
  expect(counted.restyled).toBe(0);
  release();
  expect(counted.restyled).toBe(1);
});
