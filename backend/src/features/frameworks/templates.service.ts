import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { FrameworkConfig } from '@studio/contract/http/frameworks';
import {
  type Template,
  type TemplateGroup,
  type Templates,
  templateGroups,
} from '@studio/contract/http/templates';
import * as z from 'zod/mini';
import { ownFile } from '../../own-files.js';

const folder = ownFile('features/frameworks/templates');

/** The content of `template.json`. */
const Description = z.object({
  name: z.string(),
  description: z.string(),
  frameworkConfig: FrameworkConfig,
});

/** The starter templates: each is a folder of source files in `templates/<group>/<name>`, in the order of the names. */
@Injectable()
export class TemplatesService {
  private loaded: Promise<Templates> | null = null;

  /** Reads them on the first call; they change only with the studio itself. */
  list(): Promise<Templates> {
    this.loaded ??= readAll();
    return this.loaded;
  }

  /** The name of the template with exactly these sources; null where there is none. */
  async nameOf({ html, css, js }: Pick<Template, 'html' | 'css' | 'js'>): Promise<string | null> {
    const templates = Object.values(await this.list()).flat();
    const found = templates.find((one) => one.html === html && one.css === css && one.js === js);
    return found?.name ?? null;
  }
}

async function readAll(): Promise<Templates> {
  const groups = await Promise.all(templateGroups.map(async (group) => [group, await readGroup(group)]));
  return Object.fromEntries(groups) as Templates;
}

async function readGroup(group: TemplateGroup): Promise<Template[]> {
  const names = (await readdir(join(folder, group))).toSorted();
  return Promise.all(names.map((name) => readTemplate(group, name)));
}

async function readTemplate(group: TemplateGroup, name: string): Promise<Template> {
  const place = join(folder, group, name);
  const files = await readdir(place);
  /** The one file of this base name, whatever its language. */
  const read = (base: string) => {
    const file = files.find((found) => found.startsWith(`${base}.`));
    return file === undefined ? '' : readFile(join(place, file), 'utf8');
  };
  const [html, css, js, description] = await Promise.all([
    read('index'),
    read('style'),
    read('script'),
    readFile(join(place, 'template.json'), 'utf8'),
  ]);
  return { id: `${group}-${name}`, ...Description.parse(JSON.parse(description)), html, css, js };
}
