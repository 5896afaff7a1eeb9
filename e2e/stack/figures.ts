import { readFileSync } from 'node:fs';

const readers = ['prometheus/alerts.yml', 'grafana/studio.json'];

/** The figures of this family that the alerts and the dashboard of `infra/` read, as they write them. */
export function figuresRead(family: string): string[] {
  const name = new RegExp(`\\b${family}_[a-z0-9_]+`, 'g');
  const texts = readers.map((file) => readFileSync(new URL(`../../infra/${file}`, import.meta.url), 'utf8'));
  return [...new Set(texts.flatMap((text) => text.match(name) ?? []))];
}

/** Whether a page in Prometheus' text format has this figure; a histogram is read by its parts. */
export function hasFigure(page: string, name: string): boolean {
  const [histogram] = name.split(/_(?:bucket|count|sum)$/);
  return page.includes(`# TYPE ${name} `) || page.includes(`# TYPE ${histogram} histogram`);
}
