import { momentTexts } from './moment.tsx';

test('times within one minute are shown with seconds, others stay short', () => {
  const texts = momentTexts(['2026-11-23T10:05:40Z', '2026-11-23T10:04:50Z', '2026-11-23T10:04:10Z']);
  expect(new Set(texts).size).toBe(3);
  expect(texts[0]).not.toContain('40');
  expect(texts[1]).toContain('50');
  expect(texts[2]).toContain('10');
});
